"""Computer players, always called computers."""
