"""The Discord adapter: `app.DiscordApp` is the platform's Outbox and serves its people."""
