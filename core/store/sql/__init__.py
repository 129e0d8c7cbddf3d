"""The ports over SQL: SQLite or PostgreSQL."""
