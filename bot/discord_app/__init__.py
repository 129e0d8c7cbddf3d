"""Seize on Discord: one `app.DiscordApp` is the Outbox of the platform and serves its people."""
