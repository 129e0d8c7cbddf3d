"""Every word of a grid, by a compiled kernel."""

from core.solver.solution import FoundWord, Solution, Sort
from core.solver.solver import Count, Counter, solve

__all__ = ["Count", "Counter", "FoundWord", "Solution", "Sort", "solve"]
