"""The daily in the terminal: its commands, the attempt, the night's work."""
