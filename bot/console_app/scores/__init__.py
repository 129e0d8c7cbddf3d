"""Leaderboards, statistics and exports in the terminal."""
