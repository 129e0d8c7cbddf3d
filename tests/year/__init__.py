"""A year of dailies under fake time."""
