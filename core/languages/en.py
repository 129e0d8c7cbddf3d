"""English."""

from core.languages._record import LATIN, Language, values

# The dice since 1987 ("new Boggle"): bananagrammer.com, October 2013, and had2know.org, "Play
# Boggle". The older ones differ.
DICE = (
    "aaeegn", "abbjoo", "achops", "affkps", "aoottw", "cimotu", "deilrx", "delrvy",
    "distty", "eeghnw", "eeinsu", "ehrtvw", "eiosst", "elrtty", "himnqu", "hlnnrz",
)  # fmt: skip


def _ordinal(number: int) -> str:
    last = 0 if number % 100 in range(11, 14) else number % 10
    return {1: "st", 2: "nd", 3: "rd"}.get(last, "th")


LANGUAGE = Language(
    code="en",
    letters=LATIN,
    vowels="aeiouy",
    # Wikipedia, "Scrabble letter distributions".
    values=values({1: "aeilnorstu", 2: "dg", 3: "bcmp", 4: "fhvwy", 5: "k", 8: "jx", 10: "qz"}),
    dice=DICE,
    playable=(160, 400),
    keyboard=("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    ordinal=_ordinal,
    quotes=("“", "”"),
)
