"""The doors of Seize: the command line, and the chats."""
