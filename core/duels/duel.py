"""A duel as it is kept, and what follows from it.

Both play the same three grids, whose bonuses grow as in a match; each plays each of them alone,
with a clock of their own, from their own start. Nobody sees a round of the other's before they have
played it themselves.
"""

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from core.grid import Grid
from core.ids import PlayerRef, Room
from core.rounds.laws import Law
from core.rounds.match import LADDER
from core.rounds.record import PinnedLexicon, Terms
from core.scoring import Rules

ROUNDS = len(LADDER)
LIFETIME = 72 * 3600.0  # seconds from when it is made
REMINDED = 12 * 3600.0  # seconds before its end at which who has rounds left is reminded
MOST_OPEN = 10  # duels of a player at a time
# Seconds after its time in which a round that was begun before may still come to its end.
SETTLING = 60.0


class Side(IntEnum):
    """The two sides of a duel."""

    CHALLENGER = 0
    OPPONENT = 1

    @property
    def other(self) -> "Side":
        """Return the side across."""
        return Side(1 - self)


class State(StrEnum):
    """The states of a duel. While it is offered, the challenger may play already."""

    OFFERED = "offered"
    RUNNING = "running"
    OVER = "over"


class Ending(StrEnum):
    """The ways in which a duel ends."""

    PLAYED = "played"
    EXPIRED = "expired"  # what was played counts
    RESIGNED = "resigned"
    DECLINED = "declined"
    UNANSWERED = "unanswered"  # nobody accepted it in time
    WITHDRAWN = "withdrawn"  # by the challenger, before anybody accepted


@dataclass(frozen=True, slots=True)
class Run:
    """A round of a duel as one side plays it; `number` is 1 to ROUNDS.

    `round_id` is the round with its journal. A computer player's has none (0), but its `found`
    words, with the seconds from the start at which it found each. What it brought is 0 until
    `finished_at`.
    """

    number: int
    round_id: int
    started_at: float
    finished_at: float | None = None
    points: int = 0
    words: int = 0
    found: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DuelGrid:
    """A grid of a duel, with the words and points that it holds."""

    grid: Grid
    words: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """A duel as it is kept. `id` is 0 until it is stored.

    `code` opens it to whoever is told it, on any platform, and `room` is where it was made. The
    `opponent` is None until somebody accepts an open one. `seconds` are those of each round.
    `salt` keeps the seal from being guessed. `runs` are those of each side, in their order. Times
    are seconds of UTC epoch.
    """

    id: int = 0
    code: str
    room: Room
    challenger: PlayerRef
    opponent: PlayerRef | None = None
    ranked: bool = False
    lexicon: PinnedLexicon
    rules: Rules
    min_length: int
    seconds: int
    grids: tuple[DuelGrid, ...]
    salt: str
    made_at: float
    expires_at: float
    reminded_at: float | None = None
    state: State = State.OFFERED
    ending: Ending | None = None
    ended_at: float | None = None
    ended_by: Side | None = None
    runs: tuple[tuple[Run, ...], tuple[Run, ...]] = ((), ())

    @property
    def language(self) -> str:
        """Return the language that it is played in."""
        return self.lexicon.language

    @property
    def terms(self) -> Terms:
        """Return the terms of its rounds."""
        return Terms(
            lexicon=self.lexicon.name,
            rules=self.rules,
            min_length=self.min_length,
            size=(self.grids[0].grid.rows, self.grids[0].grid.cols),
            law=Law.EVERY_FINDER,
            seconds=self.seconds,
        )

    @property
    def level(self) -> int:
        """Return the level of the computer player across, 0 for a person."""
        return int(self.opponent.id) if self.opponent and self.opponent.is_computer else 0

    @property
    def players(self) -> tuple[PlayerRef, PlayerRef | None]:
        """Return the players by their sides."""
        return self.challenger, self.opponent

    @property
    def recipe(self) -> str:
        """Return the recipe that is sealed: JSON with keys in order, no spaces, ASCII only."""
        facts = {
            "code": self.code,
            "digest": self.lexicon.digest,
            "grids": [str(each.grid) for each in self.grids],
            "salt": self.salt,
        }
        return json.dumps(facts, sort_keys=True, separators=(",", ":"))

    @property
    def seal(self) -> str:
        """Return the SHA-256 of the recipe, 64 hexadecimal digits."""
        return hashlib.sha256(self.recipe.encode()).hexdigest()

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state is State.OVER

    @property
    def due_at(self) -> float:
        """Return when it is to be ended if nothing else ends it: no round is under way then."""
        under_way = [run for runs in self.runs for run in runs if run.finished_at is None]
        ends = (run.started_at + self.seconds + SETTLING for run in under_way)
        return max([self.expires_at, *ends])

    def side_of(self, accounts: Collection[PlayerRef]) -> Side | None:
        """Return the side of a player, by whichever account, None if it has none."""
        return next((side for side in Side if self.players[side] in accounts), None)

    def player(self, side: Side) -> PlayerRef | None:
        """Return the player of a side."""
        return self.players[side]

    def run(self, side: Side, number: int) -> Run | None:
        """Return a side's round of a number, None if it is not begun."""
        return next((run for run in self.runs[side] if run.number == number), None)

    def number_of(self, round_id: int) -> int:
        """Return the number of a round of this duel, by the id of its journal; 0 for none."""
        runs = (run for runs in self.runs for run in runs)
        return next((run.number for run in runs if run.round_id == round_id), 0)

    def finished(self, side: Side, number: int) -> bool:
        """Return whether a side has played a round to its end."""
        run = self.run(side, number)
        return run is not None and run.finished_at is not None

    def both_finished(self, number: int) -> bool:
        """Return whether both have played a round: then each may see the other's."""
        return all(self.finished(side, number) for side in Side)

    def is_shown(self, number: int, side: Side) -> bool:
        """Return whether the words of a round may be shown to a side.

        Once both have played it; when the duel is over, all that was played.
        """
        played = any(self.finished(each, number) for each in Side)
        return self.both_finished(number) or (self.is_over and played and not self._plays(side))

    def _plays(self, side: Side) -> bool:
        return any(run.finished_at is None for run in self.runs[side])

    def left(self, side: Side) -> list[int]:
        """Return the numbers of the rounds that a side has not begun."""
        return [number for number in range(1, ROUNDS + 1) if self.run(side, number) is None]

    def points(self, side: Side) -> int:
        """Return the sum of the points of a side's finished rounds."""
        return sum(run.points for run in self.runs[side] if run.finished_at is not None)

    @property
    def winner(self) -> Side | None:
        """Return the side that won, None for nobody, or while it goes on.

        Who resigns has lost. Else the points of the rounds that were finished are compared: who
        played none has 0, and where neither has a point more nobody wins.
        """
        if self.ending is Ending.RESIGNED and self.ended_by is not None:
            return self.ended_by.other
        if self.ending not in (Ending.PLAYED, Ending.EXPIRED) or self.opponent is None:
            return None
        mine, theirs = self.points(Side.CHALLENGER), self.points(Side.OPPONENT)
        if mine == theirs:
            return None
        return Side.CHALLENGER if mine > theirs else Side.OPPONENT
