"""A round in the terminal."""
