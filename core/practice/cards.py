"""The cards of a player: words that were practised, each with when it comes again.

The dates are those of FSRS, by what a player does, not by what they say: found in the first half
of a round is Good, found later is Hard, not found though present is Again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import fsrs

LEARNED = 21.0  # days of stability from which a word counts as learned
# FSRS is made for days and more: a word that was missed comes back the same day, then the next.
_STEPS = (timedelta(minutes=10), timedelta(days=1))
_SCHEDULER = fsrs.Scheduler(
    learning_steps=_STEPS, relearning_steps=_STEPS[:1], enable_fuzzing=False
)


class Outcome(StrEnum):
    """The outcome of a word in a round."""

    FAST = "fast"
    LATE = "late"
    MISSED = "missed"


_RATINGS = {
    Outcome.FAST: fsrs.Rating.Good,
    Outcome.LATE: fsrs.Rating.Hard,
    Outcome.MISSED: fsrs.Rating.Again,
}


@dataclass(frozen=True, slots=True)
class Card:
    """A normalised word of a language, and what FSRS knows of a player's memory of it.

    `stability`: days until it is recalled with 90 %; `difficulty`: 1 to 10; `phase`, `step`: of
    the scheduler. `due`, `reviewed_at`: seconds of UTC epoch.
    """

    language: str
    word: str
    phase: int
    step: int | None
    stability: float
    difficulty: float
    due: float
    reviewed_at: float

    @property
    def is_learned(self) -> bool:
        """Return whether it is remembered for weeks."""
        return self.stability >= LEARNED

    def recall(self, now: float) -> float:
        """Return the probability that the word is recalled now, as FSRS has it."""
        return _SCHEDULER.get_card_retrievability(_loaded(self), _moment(now))


@dataclass(frozen=True, slots=True)
class Progress:
    """How many words a player has practised in a language, has learned, and has due now."""

    practised: int = 0
    learned: int = 0
    due: int = 0

    @classmethod
    def of(cls, cards: Sequence[Card], now: float) -> "Progress":
        """Count cards of one language."""
        learned, due = sum(card.is_learned for card in cards), sum(c.due <= now for c in cards)
        return cls(len(cards), learned, due)


def review(language: str, word: str, before: Card | None, outcome: Outcome, now: float) -> Card:
    """Return the card of a word after a round that ended now; `before`: None for a new word."""
    loaded = _loaded(before) if before else fsrs.Card(card_id=0, due=_moment(now))
    after, _ = _SCHEDULER.review_card(loaded, _RATINGS[outcome], _moment(now))
    assert after.stability is not None and after.difficulty is not None  # noqa: S101, PT018
    return Card(
        language=language,
        word=word,
        phase=after.state.value,
        step=after.step,
        stability=after.stability,
        difficulty=after.difficulty,
        due=after.due.timestamp(),
        reviewed_at=now,
    )


def outcomes(
    words: Sequence[str], found_at: Mapping[str, float], half: float
) -> dict[str, Outcome]:
    """Return the outcome of practised words: `found_at` is when each was first found."""
    return {
        word: Outcome.MISSED
        if word not in found_at
        else Outcome.FAST
        if found_at[word] <= half
        else Outcome.LATE
        for word in words
    }


def due_words(cards: Sequence[Card], now: float) -> list[str]:
    """Return the words that are due, those first that are most likely forgotten."""
    due = [card for card in cards if card.due <= now]
    return [card.word for card in sorted(due, key=lambda card: (card.recall(now), card.word))]


def _loaded(card: Card) -> fsrs.Card:
    return fsrs.Card(
        card_id=0,  # else it would wait a millisecond for one of its own
        state=fsrs.State(card.phase),
        step=card.step,
        stability=card.stability,
        difficulty=card.difficulty,
        due=_moment(card.due),
        last_review=_moment(card.reviewed_at),
    )


def _moment(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
