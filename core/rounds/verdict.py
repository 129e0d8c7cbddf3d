"""The verdict on a submitted word, as far as the grid and the dictionary can say."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Self

from core.grid import Grid
from core.ids import PlayerRef
from core.lexicon.alphabet import MAX_LETTERS, Alphabet, BadSpelling
from core.solver.solution import FoundWord, Solution
from core.texts import bare

# Letters with up to three combining marks each: nothing longer can be a word.
MAX_SPELLING = 4 * MAX_LETTERS
_MOST_TYPED = 1_000  # characters that are looked at, with all that is put around a word


class Trait(Enum):
    """The traits of a cause of refusal, by which all but its sentence is decided."""

    SHOWN = auto()
    """The board counts the word among a player's misses."""
    MISS = auto()
    """It was tried on the grid, and is no word there: it counts in statistics and as a guess."""
    ACCEPTABLE = auto()
    """It becomes a find if moderators accept the word later."""
    REPEAT = auto()
    """The word counts already, and its mark says so."""


class Cause(StrEnum):
    """The causes for which a word is refused: the first that applies, in this order.

    Each has its traits here, and its sentence in `bot.presenters.verdicts`.
    """

    NOT_STARTED = "not-started"
    TOO_LATE = "too-late"
    PAUSED = "paused"
    NOT_LETTERS = "not-letters", Trait.SHOWN
    TOO_SHORT = "too-short", Trait.SHOWN
    TOO_LONG = "too-long", Trait.SHOWN
    LETTER_NOT_ON_GRID = "letter-not-on-grid", Trait.SHOWN, Trait.MISS
    PATH_BREAKS = "path-breaks", Trait.SHOWN, Trait.MISS
    NOT_IN_DICTIONARY = "not-in-dictionary", Trait.SHOWN, Trait.MISS, Trait.ACCEPTABLE
    ALREADY_FOUND = "already-found", Trait.REPEAT

    traits: frozenset[Trait]

    def __new__(cls, code: str, *traits: Trait) -> Self:
        """Make the member of a code (at most 20 characters: a column has it) and its traits."""
        cause = str.__new__(cls, code)
        cause._value_, cause.traits = code, frozenset(traits)
        return cause


def causes(trait: Trait) -> list[Cause]:
    """Return the causes that have a trait."""
    return [cause for cause in Cause if trait in cause.traits]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Accepted, with `found`; or refused, with `cause` and the facts that it names.

    `word` is in small letters of the alphabet, empty where the text was not read.
    `letters`: the character of NOT_LETTERS, the letter of LETTER_NOT_ON_GRID, the
    prefix that PATH_BREAKS traces, never empty for these three. `limit`: the
    fewest letters of TOO_SHORT, the most of TOO_LONG, the misses of PAUSED. `taken_by`: whose word
    ALREADY_FOUND is, the player's own included.
    """

    word: str
    found: FoundWord | None = None
    cause: Cause | None = None
    letters: str = ""
    limit: int = 0
    taken_by: PlayerRef | None = None

    @property
    def accepted(self) -> bool:
        """Return whether the word counts."""
        return self.found is not None

    def has(self, trait: Trait) -> bool:
        """Return whether it is a refusal whose cause has a trait."""
        return self.cause is not None and trait in self.cause.traits


def judge(solution: Solution, alphabet: Alphabet, text: str) -> Verdict:
    """Judge one text, whoever sent it and whenever; any text gets a verdict."""
    typed = text.strip()[:_MOST_TYPED]
    text = bare(typed) or typed
    try:
        word = alphabet.read(text[:MAX_SPELLING]) if text else ""
    except BadSpelling as error:
        return Verdict("", cause=Cause.NOT_LETTERS, letters=error.char)
    if len(text) > MAX_SPELLING or len(word) > MAX_LETTERS:
        return Verdict(word[:MAX_LETTERS], cause=Cause.TOO_LONG, limit=MAX_LETTERS)
    found = solution.get(word)
    return Verdict(word, found) if found else _refuse(solution, word)


def _refuse(solution: Solution, word: str) -> Verdict:
    """Find out why `word` is not in the solution."""
    if len(word) < solution.rules.min_length:
        return Verdict(word, cause=Cause.TOO_SHORT, limit=solution.rules.min_length)
    letter = _missing_letter(solution.grid, word)
    if letter:
        return Verdict(word, cause=Cause.LETTER_NOT_ON_GRID, letters=letter)
    path, reached = solution.grid.trace(word)
    if path is None:
        return Verdict(word, cause=Cause.PATH_BREAKS, letters=word[:reached])
    return Verdict(word, cause=Cause.NOT_IN_DICTIONARY)


def _missing_letter(grid: Grid, word: str) -> str | None:
    """Return the first letter of `word` that no tile bears, or None.

    A digraph's letters count only together: beside a lone Qu tile, "qat" lacks a
    Q and "mud" a U. Too few copies of a letter are no matter here: the path breaks.
    """
    borne = {
        place
        for tile in {tile.letters for tile in grid.tiles}
        for start in range(len(word))
        if word.startswith(tile, start)
        for place in range(start, start + len(tile))
    }
    return next((letter for place, letter in enumerate(word) if place not in borne), None)
