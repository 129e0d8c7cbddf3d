"""Wordle in the terminal."""
