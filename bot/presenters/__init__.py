"""Texts and pictures of the game: no platform, no markup."""
