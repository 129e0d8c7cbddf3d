"""The bot: the command line and the chats through which people play."""
