"""Duels in a chat: their pages, news and comparisons."""
