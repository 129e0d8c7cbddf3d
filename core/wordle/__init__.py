"""Wordle: find a word in six tries, told which letters it has, and where."""
