"""The news of a duel: who is told of which change, in private."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from core.duels.duel import Duel, Ending, Side, State


class Topic(StrEnum):
    """The things that a player is told of a duel."""

    OFFERED = "offered"  # to who is challenged
    ACCEPTED = "accepted"
    PLAYED = "played"  # a round that the other has played, too, can be compared
    REMINDER = "reminder"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DuelNews:
    """A thing to tell a side; `number` is the round of PLAYED, else 0. `id` is 0 until stored."""

    side: Side
    topic: Topic
    number: int = 0
    id: int = 0


def news(before: Duel | None, now: Duel) -> Iterator[DuelNews]:
    """Yield the news of a change; computer players are told nothing.

    `before` is None where the duel was just made.
    """
    for each in _news(before, now):
        player = now.player(each.side)
        if player and not player.is_computer:
            yield each


def _news(before: Duel | None, now: Duel) -> Iterator[DuelNews]:
    if before is None:
        if now.state is State.OFFERED:
            yield DuelNews(Side.OPPONENT, Topic.OFFERED)
        return
    if before.state is State.OFFERED and now.state is State.RUNNING:
        yield DuelNews(Side.CHALLENGER, Topic.ACCEPTED)
    if now.state is State.OVER and before.state is not State.OVER:
        yield from _end(now)
        return
    for number in range(1, len(now.grids) + 1):
        if now.both_finished(number) and not before.both_finished(number):
            # Who has just finished sees it below their own round.
            first = next(side for side in Side if before.finished(side, number))
            yield DuelNews(first, Topic.PLAYED, number)
    if now.reminded_at is not None and before.reminded_at is None:
        for side in Side:
            if now.left(side) and (now.state is State.RUNNING or side is Side.OPPONENT):
                yield DuelNews(side, Topic.REMINDER)


def _end(now: Duel) -> Iterator[DuelNews]:
    for side in Side:
        # Who declines, resigns or takes an offer back knows it.
        if now.ended_by is side:
            continue
        if now.ending is Ending.UNANSWERED and side is Side.OPPONENT:
            continue
        yield DuelNews(side, Topic.OVER)
