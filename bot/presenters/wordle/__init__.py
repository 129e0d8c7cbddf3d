"""Wordle as people see it."""
