"""Wordle: find a word in six tries, by marks that show which letters it has, and where."""
