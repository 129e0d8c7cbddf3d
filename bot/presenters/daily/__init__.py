"""Dailies as people see them."""
