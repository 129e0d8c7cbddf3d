"""Stores: the ports of the services over SQL, and over dicts."""
