"""Comparisons with earlier works, from the command line."""
