"""The grid of the day: numbered, with a theme, made overnight, provable afterwards."""
