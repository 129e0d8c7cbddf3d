"""Pictures: boards, galleries, distributions, games of Wordle."""
