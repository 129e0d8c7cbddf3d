"""The news of rounds: a start or an end to announce, as it happens or after a restart."""

from dataclasses import dataclass, replace

from core.ports import Store
from core.rounds.events import RoundFinished, RoundStarted, Termination
from core.rounds.match import Match
from core.rounds.record import RoundRecord
from core.rounds.result import Result
from core.rounds.round import State
from core.services.live import LiveRounds


@dataclass(frozen=True, slots=True)
class RoundNews:
    """A start or an end to announce, with the rounds of the match that are over.

    `match` is None outside a match; `following` is the next round of it, which waits, once
    this one is over.
    """

    record: RoundRecord
    event: RoundStarted | RoundFinished
    match: Match | None
    following: RoundRecord | None = None


def end_of(record: RoundRecord, result: Result) -> RoundNews:
    """Return the end of a stored round that is finished, outside a match."""
    ending = record.termination or Termination.TIME_UP
    at = record.closes_at if record.finished_at is None else record.finished_at
    return RoundNews(record, RoundFinished(record.id, ending, at, record.stopped_by, result), None)


async def recall(
    record: RoundRecord, store: Store, live: LiveRounds, now: float
) -> RoundNews | None:
    """Recall the latest news of a stored round: its end, or its start while it runs."""
    match = await live.match_before(record)
    if record.termination is None or record.finished_at is None:
        started = RoundStarted(
            record.id, record.grid, record.law, record.starts_at, record.deadline
        )
        running = record.state is State.RUNNING and now < record.deadline
        return RoundNews(record, started, match) if running else None
    result = (await live.replay(record)).result()
    async with store.read() as work:
        rounds = await work.rounds.of_match(record.match_id or record.id)
    following = next((each for each in rounds if each.number == record.number + 1), None)
    return replace(
        end_of(record, result), match=match and match.with_result(result), following=following
    )
