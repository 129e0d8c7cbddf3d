"""The checks of `seize doctor`: is everything there that the bot needs, and if not, what to do."""
