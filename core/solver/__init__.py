"""Every word of a grid, by a compiled kernel (solver.py) or obviously (reference.py)."""
