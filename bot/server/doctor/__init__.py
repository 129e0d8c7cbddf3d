"""What `seize doctor` looks at: is everything there that the bot needs, and if not, what to do."""
