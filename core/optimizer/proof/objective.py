"""What the best grid has the most of."""

from enum import StrEnum


class Objective(StrEnum):
    """Distinct words, or their points without bonus tiles."""

    WORDS = "words"
    POINTS = "points"
