"""The events of a round, in the past tense; times are seconds of UTC epoch."""

from dataclasses import dataclass
from enum import StrEnum

from core.errors import SeizeError
from core.grid import Grid
from core.ids import PlayerRef
from core.rounds.laws import Law
from core.rounds.result import Result
from core.rounds.verdict import Verdict


class IllegalEvent(SeizeError):
    """Raised when something cannot happen in this state; nothing is changed by trying."""

    template = "cannot {act}: the {subject} is {state}"


class Termination(StrEnum):
    """The reason why a round ended."""

    TIME_UP = "time-up"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The grid may be shown; words sent from `starts_at` to before `deadline` count."""

    round_id: int
    grid: Grid
    law: Law
    starts_at: float
    deadline: float


@dataclass(frozen=True, slots=True)
class WordJudged:
    """A word sent by a player got its verdict."""

    round_id: int
    player: PlayerRef
    verdict: Verdict
    at: float
    """The time at which it was sent: stamped by a platform, or believed of the sender."""
    message_id: str | None
    """The platform's name of the message."""
    arrived: float | None = None
    """The time at which a word that was held up arrived, later than `at`; else None."""

    @property
    def came(self) -> float:
        """The time at which it arrived, as far as the round is concerned."""
        return self.at if self.arrived is None else self.arrived


class WordAccepted(WordJudged):
    """The word counts, as far as is known: words sent earlier may still come in."""

    __slots__ = ()


class WordRefused(WordJudged):
    """The word does not count; its verdict says why."""

    __slots__ = ()


class WordIgnored(WordRefused):
    """The word came in a pause in which one was refused before; it leaves no trace."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RoundFinished:
    """No word comes in any more. `by` is who stopped the round, None when time was up."""

    round_id: int
    termination: Termination
    at: float
    by: PlayerRef | None
    result: Result


Event = RoundStarted | WordJudged | RoundFinished
