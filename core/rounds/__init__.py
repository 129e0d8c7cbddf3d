"""A round as a state machine without clock, chat or store: time is an argument everywhere."""
