"""The objective of a search: a weighted sum over the words of a grid."""

import re
from dataclasses import dataclass
from enum import StrEnum

from core.errors import SeizeError, translatable
from core.languages import languages
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS

MAX_WEIGHT = 1000
MAX_TERMS = 16


class BadObjective(SeizeError):
    """Raised when an objective does not exist, or goes with neither the lexicon nor the rules."""

    @classmethod
    def no_common_tier(cls, lexicon: str) -> "BadObjective":
        """Refuse to count common words in a lexicon that does not tell which are."""
        return cls(
            translatable(
                "the lexicon {lexicon} does not tell which words are common: use one of {known}"
            ),
            lexicon=lexicon,
            known=", ".join(languages()),
        )


class Kind(StrEnum):
    """The kinds of things that a term of an objective counts."""

    WORDS = "words"
    POINTS = "points"
    LENGTH = "length"
    LONG = "long"
    LONGEST = "longest"
    COMMON = "common"


_SIZED = (Kind.LENGTH, Kind.LONG)
_TERM = re.compile(r"(?:(\d{1,9})\*)?([a-z]+)(?::(\d{1,9}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Term:
    """`weight` (1 to 1000) times what `kind` counts; `letters` of length:N and long:N, else 0."""

    kind: Kind
    letters: int = 0
    weight: int = 1

    def __str__(self) -> str:
        weight = "" if self.weight == 1 else f"{self.weight}*"
        return weight + self.kind + (f":{self.letters}" if self.letters else "")

    @classmethod
    def parse(cls, text: str) -> "Term":
        """Read "words", "10*long:8"; raises BadObjective."""
        match = _TERM.fullmatch(text.strip().lower())
        if not match or match[2] not in list(Kind) or (match[2] in _SIZED) != bool(match[3]):
            raise BadObjective(
                translatable(
                    "unknown objective {text!r}: use words, points, length:4 (words of 4 "
                    "letters), long:8 (of 8 and more), longest, common, or a sum such as "
                    "words+10*long:8"
                ),
                text=text,
            )
        weight, letters = int(match[1] or 1), int(match[3] or 0)
        if not 1 <= weight <= MAX_WEIGHT:
            raise BadObjective(
                translatable("the weight {weight} is out of range: from 1 to 1000"), weight=weight
            )
        if match[3] and not MIN_LETTERS <= letters <= MAX_LETTERS:
            raise BadObjective(
                translatable("no word has {letters} letters: from 2 to 16"), letters=letters
            )
        return cls(Kind(match[2]), letters, weight)


@dataclass(frozen=True, slots=True)
class Objective:
    """The sum of its terms. Immutable; `parse` and `str` are inverse.

    words       each distinct word 1
    points      each word its points by the rules, by its best path where tiles have bonuses
    length:N    each word of N letters 1
    long:N      each word of N and more letters 1
    longest     each letter of the longest word 1
    common      each word of the common tier 1
    """

    terms: tuple[Term, ...]

    @classmethod
    def parse(cls, text: str) -> "Objective":
        """Read terms joined by "+"; raises BadObjective."""
        parts = text.split("+")
        if len(parts) > MAX_TERMS:
            raise BadObjective(
                translatable("an objective has at most {most} terms, not {terms}"),
                terms=len(parts),
                most=MAX_TERMS,
            )
        return cls(tuple(map(Term.parse, parts)))

    def __str__(self) -> str:
        return "+".join(map(str, self.terms))

    def counts(self, kind: Kind) -> int:
        """Return the weight of all terms of a kind together."""
        return sum(term.weight for term in self.terms if term.kind is kind)
