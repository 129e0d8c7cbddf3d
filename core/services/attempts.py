"""The result of an attempt at a daily, stored when its round is finished."""

from collections.abc import Sequence
from dataclasses import replace

from core.daily.pace import hurry
from core.ports import UnitOfWork
from core.rounds.events import WordJudged
from core.rounds.record import RoundRecord
from core.rounds.result import Result
from core.standings import MILLION, scores


async def note_attempt(
    work: UnitOfWork,
    record: RoundRecord,
    result: Result,
    plays: Sequence[WordJudged],
    now: float,
) -> None:
    """Store what a ranked attempt brought.

    Shares are of what the puzzle holds, whatever became of the word list since.
    """
    player = record.started_by
    score = next((each for each in scores(result, plays) if each.player == player), None)
    if score:
        share = MILLION * score.points // record.points if record.points else 0
        score = replace(score, share=share)
    own = [play for play in plays if play.player == player]
    found = {play.verdict.word for play in own if play.verdict.accepted}
    await work.attempts.finish(record.id, score, found, hurry(own, record.starts_at), now)
