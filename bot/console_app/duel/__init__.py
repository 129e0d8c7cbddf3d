"""Duels in the terminal."""
