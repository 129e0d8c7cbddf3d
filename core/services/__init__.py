"""Use cases: what a player or a chat can ask for, on any platform, over any store."""
