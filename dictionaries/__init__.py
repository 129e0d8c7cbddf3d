"""The word lists of Seize: one folder a list, read as package data."""
