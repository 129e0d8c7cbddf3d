"""A round as it is kept: all that makes it again, but for its plays."""

import hashlib
from dataclasses import dataclass, field, replace
from datetime import date

from core.grid import Grid
from core.ids import PlayerRef, Room
from core.lexicon.house import HouseWords
from core.rounds.events import Termination
from core.rounds.laws import Law
from core.rounds.purpose import ForMatch, Purpose
from core.rounds.round import State
from core.scoring import Rules, Ruleset, ruleset
from core.solver.solution import Solution


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a round: words of `lexicon`, rules, size (rows, columns), seconds, law.

    `min_length` 0 is the rules' own, `opponent` the level of a computer player who plays along,
    0 for none. Raises ValueError outside 1 to 3600 seconds, UnknownRules and BadGrid by what is
    made of it.
    """

    lexicon: str
    rules: Rules = Rules.RUZZLE
    min_length: int = 0
    size: tuple[int, int] = (4, 4)
    law: Law = Law.EVERY_FINDER
    seconds: int = 120
    opponent: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.seconds <= 3600:
            raise ValueError("a round lasts 1 to 3600 seconds")


@dataclass(frozen=True, slots=True)
class PinnedLexicon:
    """The words that a round is judged by, whatever becomes of the list or the house.

    `digest` is that of the list with the house words over it, as Lexicon.digest.
    """

    name: str
    language: str
    digest: str
    house: HouseWords


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A round as it is kept. `id` is 0 until it is stored.

    `number` is its place, from 1, in a match of `rounds`; `match_id` is the id of the
    first round of the match, 0 for that one itself. `words` and `points` are what the
    grid holds. `day` is the date on which it starts where it is played. Times are seconds
    of UTC epoch, planned ones while the round waits; the four before the last are None until
    it is finished, or announced. `board` is the message that shows it, "" if none is known.
    `purpose` is what it is for; `opponent` as in Terms.
    """

    id: int = 0
    room: Room
    started_by: PlayerRef
    rounds: int = 1
    number: int = 1
    match_id: int = 0
    grid: Grid
    lexicon: PinnedLexicon
    rules: Rules
    min_length: int
    law: Law
    words: int
    points: int
    starts_at: float
    deadline: float
    grace: float
    day: date
    state: State = State.WAITING
    termination: Termination | None = None
    finished_at: float | None = None
    stopped_by: PlayerRef | None = None
    announced_at: float | None = None
    board: str = ""
    purpose: Purpose = field(default_factory=ForMatch)
    opponent: int = 0

    @property
    def closes_at(self) -> float:
        """Return when a running round is to be finished."""
        return self.deadline + self.grace

    @property
    def seconds(self) -> int:
        """Return how long the round is, as it was asked for.

        It may begin at a whole second before: see core/services/rounds.py.
        """
        return int(self.deadline - self.starts_at + 0.001)

    @property
    def terms(self) -> Terms:
        """Return the terms of the round, so that another can be like it."""
        return Terms(
            lexicon=self.lexicon.name,
            rules=self.rules,
            min_length=self.min_length,
            size=(self.grid.rows, self.grid.cols),
            law=self.law,
            seconds=self.seconds,
            opponent=self.opponent,
        )

    def following(
        self, solution: Solution, lexicon: PinnedLexicon, starts_at: float
    ) -> "RoundRecord":
        """Return the next round of the match, on another grid; it waits until `starts_at`."""
        return replace(
            self,
            id=0,
            number=self.number + 1,
            match_id=self.match_id or self.id,
            grid=solution.grid,
            lexicon=lexicon,
            words=len(solution),
            points=solution.points,
            starts_at=starts_at,
            deadline=starts_at + self.seconds,
            state=State.WAITING,
            board="",
        )

    @property
    def token(self) -> str:
        """Return a token that proves that somebody was shown the round: nobody can guess it."""
        text = f"{self.id} {self.grid} {self.starts_at}"
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules that its words score by."""
        return ruleset(self.rules, self.lexicon.language).with_min_length(self.min_length)
