"""Chats and players: settings, house words, names."""
