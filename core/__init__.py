"""The game itself: no chat library, no clock, no global randomness."""
