"""The search for la plus belle grille: the grid with the most words or points."""
