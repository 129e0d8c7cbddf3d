"""What a game has to say, in words: no platform, no markup."""
