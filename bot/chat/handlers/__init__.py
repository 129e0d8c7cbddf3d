"""What the commands and buttons of the chats do."""
