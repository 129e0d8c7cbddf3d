"""The cards of a practice, stored when its round is finished."""

from collections.abc import Iterable, Sequence

from core.ports import UnitOfWork
from core.practice.cards import Outcome, outcomes, review
from core.rounds.events import WordJudged
from core.rounds.record import RoundRecord


async def note_cards(
    work: UnitOfWork,
    record: RoundRecord,
    words: Sequence[str],
    plays: Iterable[WordJudged],
    now: float,
) -> None:
    """Store when the words of a practice come again; of one without a word found, nothing."""
    plays = list(plays)
    if not any(play.verdict.accepted for play in plays):
        return
    player, language = record.started_by, record.lexicon.language
    known = {card.word: card for card in await work.cards.of(player, language)}
    came = came_to(record, words, plays)
    await work.cards.put(
        player,
        [review(language, word, known.get(word), what, now) for word, what in came.items()],
    )


def came_to(
    record: RoundRecord, words: Sequence[str], plays: Iterable[WordJudged]
) -> dict[str, Outcome]:
    """Return the outcome of each of the words of a practice, in their order."""
    found: dict[str, float] = {}
    for play in plays:
        if play.verdict.accepted and play.player == record.started_by:
            found.setdefault(play.verdict.word, play.at)
    half = (record.starts_at + record.deadline) / 2
    return outcomes(words, found, half)
