"""Practice in the terminal."""
