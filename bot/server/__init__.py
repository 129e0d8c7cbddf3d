"""The process that serves the chats: its parts, its health, its database."""
