"""Words and grids in the terminal: answer keys, letters, dictionaries."""
