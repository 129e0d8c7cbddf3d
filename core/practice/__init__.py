"""Practice: words that a player missed come again, on grids made of them."""
