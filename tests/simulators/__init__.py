"""Servers that stand in for the services that the bots talk to."""
