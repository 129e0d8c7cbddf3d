"""The life of a duel: a table of which event leads from which state to which.

Events come from people, from rounds, and from the clock; what is not in the table is refused, and
changes nothing. After the design of the state machines of h11
(https://h11.readthedocs.io/en/latest/api.html#the-state-machine).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.duels.duel import REMINDED, ROUNDS, Duel, Ending, Run, Side, State
from core.errors import SeizeError, translatable
from core.ids import PlayerRef


class DuelRefused(SeizeError):
    """Raised when something cannot be done in a duel as it is."""

    @classmethod
    def over(cls) -> "DuelRefused":
        """Refuse what is done in a duel that has ended."""
        return cls(translatable("this duel is over: ask for a rematch"))

    @classmethod
    def taken(cls) -> "DuelRefused":
        """Refuse somebody who comes too late."""
        return cls(translatable("somebody else has accepted this duel already"))

    @classmethod
    def not_yours(cls) -> "DuelRefused":
        """Refuse a duel between others."""
        return cls(translatable("this duel is between others"))

    @classmethod
    def played(cls) -> "DuelRefused":
        """Refuse a round that was begun before."""
        return cls(translatable("you have played your three rounds: now wait for the other"))

    @classmethod
    def too_late(cls) -> "DuelRefused":
        """Refuse a round whose duel has no time left."""
        return cls(translatable("the time of this duel is up"))

    @classmethod
    def accepted(cls) -> "DuelRefused":
        """Refuse to decline what was accepted."""
        return cls(translatable("this duel has begun: you can resign"))


@dataclass(frozen=True, slots=True)
class Accepted:
    """Somebody takes the duel; `by` is who it was offered to, if it was offered to one person."""

    by: PlayerRef
    at: float


@dataclass(frozen=True, slots=True)
class Declined:
    """Who it was offered to does not want it."""

    at: float


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A side begins a round."""

    side: Side
    number: int
    round_id: int
    at: float


@dataclass(frozen=True, slots=True)
class RunFinished:
    """A side's round has come to its end, with what it brought."""

    side: Side
    round_id: int
    points: int
    words: int
    at: float


@dataclass(frozen=True, slots=True)
class Resigned:
    """A side gives up, or takes its offer back."""

    side: Side
    at: float


@dataclass(frozen=True, slots=True)
class Reminded:
    """The time has come to remind who has rounds left."""

    at: float


@dataclass(frozen=True, slots=True)
class Expired:
    """The time is up, and no round is under way."""

    at: float


Event = Accepted | Declined | RunStarted | RunFinished | Resigned | Reminded | Expired


def after(duel: Duel, event: Event) -> Duel:
    """Return a duel after an event; raises DuelRefused where the table has no way."""
    act = _TABLE.get((duel.state, type(event)))
    if act is None:
        raise _refusal(duel, event)
    changed: Duel = act(duel, event)
    return changed


def _accept(duel: Duel, event: Accepted) -> Duel:
    if event.by == duel.challenger:
        raise DuelRefused(translatable("this is your own duel: somebody else is to accept it"))
    if duel.opponent not in (None, event.by):
        raise DuelRefused.not_yours()
    if event.at >= duel.expires_at:
        raise DuelRefused.too_late()
    return replace(duel, opponent=event.by, state=State.RUNNING)


def _decline(duel: Duel, event: Declined) -> Duel:
    return _end(duel, Ending.DECLINED, event.at, Side.OPPONENT)


def _start(duel: Duel, event: RunStarted) -> Duel:
    if duel.state is State.OFFERED and event.side is not Side.CHALLENGER:
        raise DuelRefused.not_yours()
    if event.at >= duel.expires_at:
        raise DuelRefused.too_late()
    if event.number not in duel.left(event.side):
        raise DuelRefused.played()
    run = Run(event.number, event.round_id, event.at)
    return _with_runs(duel, event.side, (*duel.runs[event.side], run))


def _finish(duel: Duel, event: RunFinished) -> Duel:
    runs = tuple(
        replace(run, finished_at=event.at, points=event.points, words=event.words)
        if run.round_id == event.round_id and run.finished_at is None
        else run
        for run in duel.runs[event.side]
    )
    changed = _with_runs(duel, event.side, runs)
    finished = all(changed.both_finished(number) for number in range(1, ROUNDS + 1))
    if changed.state is State.RUNNING and finished:
        return _end(changed, Ending.PLAYED, event.at)
    return changed


def _note(duel: Duel, event: RunFinished) -> Duel:
    """Note a round that was under way when the duel ended: it changes nothing any more."""
    runs = tuple(
        replace(run, finished_at=event.at)
        if run.round_id == event.round_id and run.finished_at is None
        else run
        for run in duel.runs[event.side]
    )
    return _with_runs(duel, event.side, runs)


def _resign(duel: Duel, event: Resigned) -> Duel:
    return _end(duel, Ending.RESIGNED, event.at, event.side)


def _withdraw(duel: Duel, event: Resigned) -> Duel:
    if event.side is not Side.CHALLENGER:
        raise DuelRefused.not_yours()
    return _end(duel, Ending.WITHDRAWN, event.at, event.side)


def _remind(duel: Duel, event: Reminded) -> Duel:
    if duel.reminded_at is not None or event.at < duel.expires_at - REMINDED:
        raise DuelRefused.too_late()
    return replace(duel, reminded_at=event.at)


def _expire(duel: Duel, event: Expired) -> Duel:
    if event.at < duel.due_at:
        raise DuelRefused.too_late()
    offered = duel.state is State.OFFERED
    return _end(duel, Ending.UNANSWERED if offered else Ending.EXPIRED, event.at)


_TABLE: Mapping[tuple[State, type], Callable[..., Duel]] = MappingProxyType(
    {
        (State.OFFERED, Accepted): _accept,
        (State.OFFERED, Declined): _decline,
        (State.OFFERED, RunStarted): _start,
        (State.OFFERED, RunFinished): _finish,
        (State.OFFERED, Resigned): _withdraw,
        (State.OFFERED, Reminded): _remind,
        (State.OFFERED, Expired): _expire,
        (State.RUNNING, RunStarted): _start,
        (State.RUNNING, RunFinished): _finish,
        (State.RUNNING, Resigned): _resign,
        (State.RUNNING, Reminded): _remind,
        (State.RUNNING, Expired): _expire,
        (State.OVER, RunFinished): _note,
    }
)


def _refusal(duel: Duel, event: Event) -> DuelRefused:
    if duel.state is State.OVER:
        return DuelRefused.over()
    return DuelRefused.accepted() if isinstance(event, Declined) else DuelRefused.taken()


def _end(duel: Duel, ending: Ending, at: float, by: Side | None = None) -> Duel:
    return replace(duel, state=State.OVER, ending=ending, ended_at=at, ended_by=by)


def _with_runs(duel: Duel, side: Side, runs: tuple[Run, ...]) -> Duel:
    both = (runs, duel.runs[1]) if side is Side.CHALLENGER else (duel.runs[0], runs)
    return replace(duel, runs=both)
