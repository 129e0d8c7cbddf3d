"""The goal of a proof: the most words, or the most points."""

from enum import StrEnum


class Goal(StrEnum):
    """Distinct words, or their points without bonus tiles."""

    WORDS = "words"
    POINTS = "points"
