"""Proves which grid of a lexicon is the best: branch and bound over classes of letters."""
