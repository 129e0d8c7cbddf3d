"""Stores: the ports of the services over SQL, and over dicts."""

CONNECTIONS = 15  # of a process to a database server at a time, at most, if nobody says another
