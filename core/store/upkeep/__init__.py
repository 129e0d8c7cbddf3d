"""Checks, recounts and backups of a database."""
