"""The rulesets, and what they make of a word: the points of a path.

Both rulesets share one formula over the tiles of a path:

    (sum of letter value x DL/TL) x (product of DW/TW) + points for the length

Ruzzle has letter values and a length bonus; Boggle has neither letter values
nor, therefore, any use for bonus tiles: only points for the length.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.errors import SeizeError, translatable
from core.grid import Grid
from core.languages import find_language
from core.lexicon.alphabet import MAX_LETTERS


class Rules(StrEnum):
    """The names of the rulesets."""

    RUZZLE = "ruzzle"
    BOGGLE = "boggle"


class UnknownRules(SeizeError):
    """Raised when Seize does not play by some rules."""

    template = translatable("unknown rules {rules!r}: use one of {known}")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The frozen knobs of a game.

    `length_points[n]` is what a word of n letters earns for its length, 0 to 16.
    `digraphs` maps a letter to what its tile bears instead: {"q": "qu"} in Boggle.
    """

    name: str
    min_length: int
    letter_values: Mapping[str, int]
    length_points: tuple[int, ...]
    digraphs: Mapping[str, str]

    def tile_value(self, letters: str) -> int:
        """Return the value of a tile before its bonus: a digraph is worth its two letters."""
        return sum(self.letter_values.get(letter, 0) for letter in letters)

    @property
    def uses_bonuses(self) -> bool:
        """Return whether bonus tiles make a difference."""
        return bool(self.letter_values)

    def points(self, grid: Grid, path: Sequence[int]) -> int:
        """Return the points of the word spelt along `path`, 0 if it is too short."""
        tiles = [grid.tiles[cell] for cell in path]
        length = sum(len(tile.letters) for tile in tiles)
        if length < self.min_length:
            return 0
        total = sum(self.tile_value(tile.letters) * tile.bonus.letter_factor for tile in tiles)
        for tile in tiles:
            total *= tile.bonus.word_factor
        return total + self.length_points[length]

    def tile_letters(self, letters: str) -> str:
        """Return the letters on a tile with these under these rules ("qu" for "q")."""
        return self.digraphs.get(letters, letters)

    def with_min_length(self, letters: int) -> "Ruleset":
        """Return these rules with words of at least `letters` letters."""
        return replace(self, min_length=letters)


def ruleset(name: str, language: str) -> Ruleset:
    """Return the rules of a name, for words of a language (ISO 639).

    Raises UnknownRules, UnknownLanguage.
    """
    if name == Rules.BOGGLE:
        return Ruleset(Rules.BOGGLE, 3, {}, BOGGLE_POINTS, {"q": "qu"})
    if name != Rules.RUZZLE:
        raise UnknownRules(rules=name, known=", ".join(Rules))
    return Ruleset(Rules.RUZZLE, 2, find_language(language).values, RUZZLE_LENGTH_BONUS, {})


def _by_length(points: Mapping[int, int]) -> tuple[int, ...]:
    """Spread {from this length on: points} over lengths 0 to 16."""
    return tuple(
        max((points[start] for start in points if start <= length), default=0)
        for length in range(MAX_LETTERS + 1)
    )


RUZZLE_LENGTH_BONUS = _by_length({5: 5, 6: 10, 7: 15, 8: 20, 9: 25})
BOGGLE_POINTS = _by_length({3: 1, 5: 2, 6: 3, 7: 5, 8: 11})
