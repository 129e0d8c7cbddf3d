"""The recipe of a daily: all that it takes to find its grid again, as one line of text.

Its seal is published the day before and tells nothing, for nobody can guess the seed; the
recipe is published the day after, and the seal shows that nothing was changed meanwhile.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from core.daily.themes import ASKED, RULES, Theme
from core.errors import SeizeError, translatable
from core.grid import Grid
from core.languages import languages
from core.lexicon import alphabet
from core.optimizer.constraints import Constraints
from core.optimizer.methods import Method, Name, name_of, named, parameters
from core.optimizer.objective import Objective
from core.optimizer.problem import Problem

YEAR = 365
SEEDS = 2**63
# How many tiles, under every symmetry, a grid differs in from those of the last year: half of
# them. Of 60 short searches for Thursdays, each at that distance from those before, the scores
# fell by 6 to 8 % in Italian and French at a distance of 6, by 12 % at 8 (the worst by 17), by
# 21 % at 10. With 8 and 12, all days of a year found room, in Italian and German.
DISTANCE: Mapping[tuple[int, int], int] = MappingProxyType({(4, 4): 8, (5, 5): 12})
# How many tiles it differs in from the grids that everybody may have seen: three quarters. With 24
# of them, three short searches for a French Monday came to 1,449 words, not to the record of 1,790.
APART: Mapping[tuple[int, int], int] = MappingProxyType({(4, 4): 12, (5, 5): 19})
# With 400 more, shuffled from these, searches still came to grids that are good enough: of 850
# words on a French Monday, of 115 on an Italian Thursday, where 100 are asked for.
MOST_KNOWN = 400
_DAMAGE = (KeyError, TypeError, ValueError, AttributeError, RecursionError, SeizeError)
_LEXICON = re.compile(r"[\w.-]{1,40}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class BadRecipe(SeizeError):
    """Raised when a text is no recipe, or the earlier grids that a recipe asks for are missing."""

    template = translatable("this is not the recipe of a daily, or it was changed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The way to the daily `number` (1 or more) of a language.

    Run `restart` of `seed` (0 to 2**63 - 1) came to the grid after `evaluations`. `lexicon`
    and `digest` name the word list, `word` is the hidden one or "", `needed` letters that tiles
    begin with. The last `earlier` puzzles of its size before it were kept at `distance` tiles,
    the `known` grids at `apart`; in recipes of before that rule, `apart` is 0, without any.
    Raises BadRecipe for what is out of range.
    """

    number: int
    language: str
    lexicon: str
    digest: str
    theme: Theme
    word: str
    distance: int
    earlier: int
    method: Method
    seed: int
    restart: int
    evaluations: int
    needed: str = ""
    known: tuple[str, ...] = ()
    apart: int = 0

    def __post_init__(self) -> None:
        if not self._holds():
            raise BadRecipe

    def _holds(self) -> bool:
        rows, cols = ASKED[self.theme].size
        return (
            self.number >= 1
            and self.language in languages()
            and bool(_LEXICON.fullmatch(self.lexicon))
            and bool(_DIGEST.fullmatch(self.digest))
            and set(self.word) <= set(alphabet(self.language).letters)
            and bool(self.word) == ASKED[self.theme].hides
            and 1 <= self.distance <= rows * cols
            and 0 <= self.earlier <= YEAR
            and 0 <= self.seed < SEEDS
            and self.restart >= 0
            and self.evaluations >= 1
            and set(self.needed) <= set(alphabet(self.language).letters)
            and 0 <= self.apart <= rows * cols
            and (self.apart > 0 or not (self.needed or self.known))
            and len(self.known) <= MOST_KNOWN
            and of_size(self.known, (rows, cols)) == self.known
        )

    def to_json(self) -> str:
        """Return the recipe as JSON: keys in order, no spaces, ASCII only."""
        names = (*_KINDS, *(_LATER if self.apart else ()), "theme")
        facts = {name: getattr(self, name) for name in names}
        facts |= {"method": name_of(self.method), "parameters": parameters(self.method)}
        return json.dumps(facts, sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Recipe":
        """Read what `to_json` wrote, to the letter; raises BadRecipe for anything else."""
        try:
            recipe = _read(json.loads(text))
            if recipe.to_json() == text:
                return recipe
        except _DAMAGE:
            pass
        raise BadRecipe

    @property
    def seal(self) -> str:
        """Return the SHA-256 of `to_json`, 64 hexadecimal digits."""
        return seal_of(self.to_json())

    def kept_from(self, earlier: tuple[str, ...]) -> tuple[str, ...]:
        """Return the grids that this one was kept at a distance from.

        `earlier` are the grids of the puzzles before it, oldest first, of any size. Raises
        BadRecipe where there are fewer of its size than the recipe says, BadGrid.
        """
        grids = of_size(earlier, ASKED[self.theme].size)
        if len(grids) < self.earlier:
            raise BadRecipe(
                translatable("the recipe asks for {needed} earlier grids, the archive has {given}"),
                needed=self.earlier,
                given=len(grids),
            )
        return grids[len(grids) - self.earlier :]

    def problem(self, earlier: tuple[str, ...]) -> Problem:
        """Return the problem that the search was given; raises what `kept_from` raises."""
        asked = ASKED[self.theme]
        return Problem(
            lexicon=self.lexicon,
            digest=self.digest,
            language=self.language,
            rules=RULES,
            objective=Objective.parse(asked.objective),
            size=asked.size,
            constraints=Constraints(
                without=asked.without,
                only_vowel=asked.only_vowel,
                needed=self.needed,
                word=self.word,
                earlier=self.kept_from(earlier),
                distance=self.distance,
                known=self.known,
                apart=self.apart,
            ),
            bonuses=asked.bonuses,
            placed=bool(asked.bonuses),
        )


_KINDS: Mapping[str, type] = {
    **dict.fromkeys(("language", "lexicon", "digest", "word"), str),
    **dict.fromkeys(("number", "distance", "earlier", "seed", "restart", "evaluations"), int),
}
_LATER: Mapping[str, type] = {"needed": str, "known": list, "apart": int}


def _read(facts: dict[str, Any]) -> Recipe:
    """Make a recipe of JSON; raises one of _DAMAGE."""
    kinds = {**_KINDS, **(_LATER if "apart" in facts else {})}
    plain = {name: facts[name] for name in kinds}
    if any(type(plain[name]) is not kind for name, kind in kinds.items()):
        raise TypeError
    plain["known"] = tuple(map(str, facts.get("known", ())))
    changes = {name: str(value) for name, value in facts["parameters"].items()}
    method = named(Name(facts["method"]), changes=changes)
    return Recipe(theme=Theme(facts["theme"]), method=method, **plain)


def seal_of(text: str) -> str:
    """Return the seal of the text of a recipe: its SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def of_size(grids: tuple[str, ...], size: tuple[int, int]) -> tuple[str, ...]:
    """Return the grids of one size, (rows, columns), in their order; raises BadGrid."""
    parsed = ((text, Grid.parse(text)) for text in grids)
    return tuple(text for text, grid in parsed if (grid.rows, grid.cols) == size)
