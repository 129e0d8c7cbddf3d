"""What the best grid has the most of."""

from enum import StrEnum


class Goal(StrEnum):
    """Distinct words, or their points without bonus tiles."""

    WORDS = "words"
    POINTS = "points"
