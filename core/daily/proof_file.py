"""The proof of a daily as a file: all that verifying it takes, for those without the database.

Whatever it says of itself proves nothing: the seal to compare is the one that was published.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from core.daily.puzzle import Puzzle
from core.daily.recipe import YEAR, Recipe
from core.errors import SeizeError, translatable
from core.grid import Grid
from core.languages import languages
from core.lexicon import HouseWords, alphabet

MOST_CHARACTERS = 100_000  # of a file: a year of grids takes a fifth of that
_MOST_NUMBER = 2**31
_MOST_ACCEPTED = 1000
_SEAL = re.compile(r"[0-9a-f]{64}")
_DAMAGE = (KeyError, TypeError, ValueError, AttributeError, RecursionError, SeizeError)


class BadProofFile(SeizeError):
    """Raised when a text is no proof file."""

    template = translatable("this is not the proof file of a daily, or it was changed")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofFile:
    """The claims about a daily, and all that it takes to find its grid again.

    `recipe` is its JSON text, `seal` what is said to have been published. `words` and `points`
    are what the grid holds with the (normalised) words `accepted` since, in their order.
    `earlier` are the grids before it, oldest first, as far as the recipe asks for them. `late`:
    it was made on its own day, so that its seal was not published before.
    """

    number: int
    language: str
    day: date
    grid: str
    words: int
    points: int
    accepted: tuple[str, ...]
    late: bool
    seal: str
    recipe: str
    earlier: tuple[str, ...]

    @property
    def house(self) -> HouseWords:
        """Return the words accepted since, as house words."""
        return HouseWords(frozenset(self.accepted))

    def to_json(self) -> str:
        """Return the proof as JSON that people can read, which ends with a line break."""
        facts = asdict(self) | {"day": self.day.isoformat()}
        return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "ProofFile":
        """Read what `to_json` wrote, however it is indented; raises BadProofFile for others."""
        try:
            if len(text) <= MOST_CHARACTERS:
                return _read(json.loads(text))
        except _DAMAGE:
            pass
        raise BadProofFile


def proof_of(puzzle: Puzzle, before: Iterable[Puzzle]) -> ProofFile:
    """Return the proof of a puzzle, given those before it, oldest first.

    Where the recipe cannot be read, or asks for more than there are, all earlier grids are in
    it: what is wrong is then found by whoever verifies it.
    """
    earlier = tuple(str(each.grid) for each in before)
    try:
        earlier = Recipe.from_json(puzzle.recipe).kept_from(earlier)
    except SeizeError:
        earlier = earlier[-YEAR:]
    return ProofFile(
        number=puzzle.number,
        language=puzzle.language,
        day=puzzle.day,
        grid=str(puzzle.grid),
        words=puzzle.words,
        points=puzzle.points,
        accepted=tuple(sorted(puzzle.lexicon.house.added)),
        late=puzzle.made_at >= puzzle.opens_at,
        seal=puzzle.seal,
        recipe=puzzle.recipe,
        earlier=earlier,
    )


def _read(facts: dict[str, Any]) -> ProofFile:
    """Make a proof of JSON; raises one of _DAMAGE."""
    if facts.keys() != _FORMS.keys():
        raise KeyError
    for name, (kind, holds) in _FORMS.items():
        if type(facts[name]) is not kind or not holds(facts[name]):
            raise ValueError(name)
    letters = set(alphabet(facts["language"]).letters)
    if not all(set(word) <= letters for word in facts["accepted"]):
        raise ValueError("accepted")
    lists = {name: tuple(facts[name]) for name in ("accepted", "earlier")}
    proof = ProofFile(**(facts | lists | {"day": date.fromisoformat(facts["day"])}))
    _ = proof.house  # of a length that words have
    return proof


def _is_grid(text: object) -> bool:
    """Return whether a grid is written so, to the letter; raises BadGrid."""
    return type(text) is str and str(Grid.parse(text)) == text


_FORMS: Mapping[str, tuple[type, Callable[[Any], bool]]] = MappingProxyType(
    {
        "number": (int, lambda number: 1 <= number < _MOST_NUMBER),
        "language": (str, lambda language: language in languages()),
        "day": (str, lambda day: date.fromisoformat(day).isoformat() == day),
        "grid": (str, _is_grid),
        "words": (int, lambda words: 0 <= words < _MOST_NUMBER),
        "points": (int, lambda points: 0 <= points < _MOST_NUMBER),
        "accepted": (
            list,
            lambda words: (
                len(words) <= _MOST_ACCEPTED
                and all(type(word) is str for word in words)
                and words == sorted(set(words))
            ),
        ),
        "late": (bool, lambda _: True),
        "seal": (str, lambda seal: bool(_SEAL.fullmatch(seal))),
        "recipe": (str, lambda _: True),
        "earlier": (list, lambda grids: len(grids) <= YEAR and all(map(_is_grid, grids))),
    }
)
