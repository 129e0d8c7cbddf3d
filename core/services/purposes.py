"""The effects of a round's purpose on the store, and when the words of its grid may be shown."""

from collections.abc import Sequence
from typing import assert_never

from core.ports import Conflict, UnitOfWork
from core.rounds.events import Termination, WordJudged
from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace
from core.rounds.record import RoundRecord
from core.rounds.result import Result
from core.services.attempts import note_attempt
from core.services.cards import note_cards
from core.services.duel_acts import begin_run, note_run
from core.services.rating_acts import rate_round
from core.standings import scores


async def begun(work: UnitOfWork, record: RoundRecord) -> None:
    """Store what belongs to a round that begins; `record` is stored already.

    Raises Conflict where its purpose forbids it: a second ranked attempt at a daily, a round of a
    duel that is not its player's to begin.
    """
    match record.purpose:
        case ForDaily(puzzle_id, ranked=True):
            puzzle = await work.puzzles.get(puzzle_id)
            if puzzle is None:
                raise Conflict(f"no puzzle {puzzle_id}")
            await work.attempts.begin(puzzle, record.started_by, record.id, record.starts_at)
        case ForDuel(duel_id):
            await begin_run(work, record, duel_id)
        case ForMatch() | ForDaily() | ForPractice() | ForRace():
            pass
        case _ as never:
            assert_never(never)


async def ended(
    work: UnitOfWork,
    record: RoundRecord,
    result: Result,
    plays: Sequence[WordJudged],
    termination: Termination,
    now: float,
) -> None:
    """Store what a round counts for, in the unit of work that finishes it."""
    match record.purpose:
        case ForMatch():
            scored = scores(result, plays)
            await work.standings.add(record, scored)
            if termination is Termination.TIME_UP:
                await rate_round(work, record, scored, plays)
        case ForDaily(ranked=True):
            await note_attempt(work, record, result, plays, now)
        case ForDuel(duel_id):
            await note_run(work, record, duel_id, result, now)
        case ForPractice(words):
            await note_cards(work, record, words, plays, now)
        case ForDaily() | ForRace():
            pass
        case _ as never:
            assert_never(never)


async def shows_words(work: UnitOfWork, record: RoundRecord, now: float) -> bool:
    """Return whether a round that is over may show all words of its grid to its players.

    The one answer for chats, page and terminal. While it is "no", others still play that grid, and
    `SecretsService` keeps its words; what little a daily shows even then is `while_open`.
    """
    match record.purpose:
        case ForMatch() | ForPractice() | ForRace():
            return True
        case ForDaily(puzzle_id):
            puzzle = await work.puzzles.get(puzzle_id)
            return puzzle is not None and puzzle.is_over(now)
        case ForDuel(duel_id):
            duel = await work.duels.get(duel_id)
            accounts = await work.links.accounts(record.started_by)
            side = duel.side_of(accounts) if duel else None
            if duel is None or side is None:  # its player was forgotten
                return False
            return duel.is_shown(duel.number_of(record.id), side)
        case _ as never:
            assert_never(never)
