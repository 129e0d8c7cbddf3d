"""Races against ghosts in the terminal."""
