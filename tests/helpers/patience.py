"""The patience of tests: none fails for being slow."""

PATIENCE = 300.0  # seconds: more than any machine needs that is busy with other things
