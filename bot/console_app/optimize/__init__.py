"""The search for the best grid, from the command line."""
