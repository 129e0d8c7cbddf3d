"""Acts on a duel, each in one unit of work: its change, and the news of it."""

from core.duels.duel import Duel
from core.duels.news import news
from core.duels.transitions import DuelRefused, Event, RunFinished, RunStarted, after
from core.errors import SeizeError, translatable
from core.ports import Conflict, UnitOfWork
from core.rounds.record import RoundRecord
from core.rounds.result import Result
from core.services.rating_acts import rate_duel


class NoDuel(SeizeError):
    """Raised when there is no such duel."""

    template = translatable("there is no such duel: check the code")


async def act(work: UnitOfWork, duel_id: int, event: Event) -> Duel:
    """Let an event happen to a stored duel; return the duel after it.

    Raises NoDuel, DuelRefused.
    """
    before = await work.duels.get(duel_id)
    if before is None:
        raise NoDuel
    now = after(before, event)
    if now != before:
        await work.duels.put(now)
        await work.duels.tell(duel_id, news(before, now))
        if now.is_over and not before.is_over:
            await rate_duel(work, now)
    return now


async def begin_run(work: UnitOfWork, record: RoundRecord, duel_id: int) -> None:
    """Note that a stored round is one of a duel. Raises Conflict where it cannot be."""
    duel = await work.duels.get(duel_id)
    accounts = await work.links.accounts(record.started_by)
    side = duel.side_of(accounts) if duel else None
    if duel is None or side is None:
        raise Conflict(f"no duel {duel_id} of {record.started_by}")
    left = (each for each in duel.left(side) if duel.grids[each - 1].grid == record.grid)
    number = next(left, 0)
    try:
        await act(work, duel.id, RunStarted(side, number, record.id, record.starts_at))
    except DuelRefused as refused:
        raise Conflict(str(refused)) from None


async def note_run(
    work: UnitOfWork, record: RoundRecord, duel_id: int, result: Result, now: float
) -> None:
    """Note what a finished round of a duel brought."""
    duel = await work.duels.get(duel_id)
    side = duel.side_of(await work.links.accounts(record.started_by)) if duel else None
    if duel is None or side is None:  # forgotten since
        return
    card = result.of(record.started_by)
    event = RunFinished(side, record.id, card.points, len(card.words), now)
    await act(work, duel.id, event)
