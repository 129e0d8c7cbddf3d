"""How long tests wait for what is to happen: no test fails for being slow."""

PATIENCE = 300.0  # seconds: more than any machine needs that is busy with other things
