"""Cards: when a word comes again, by what became of it."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.practice.cards import Card, Outcome, Progress, due_words, outcomes, review

DAY = 86_400.0
NOW = 1_700_000_000.0


def test_a_word_found_at_once_each_time_it_is_due_comes_ever_later_and_is_learned() -> None:
    card, now, gaps = None, NOW, []
    for _ in range(6):
        card = review("fr", "ete", card, Outcome.FAST, now)
        gaps.append(card.due - now)
        now = card.due
    assert gaps[0] >= DAY
    assert all(later > sooner for sooner, later in pairwise(gaps))
    assert card
    assert card.is_learned


def test_a_missed_word_comes_again_the_same_day_and_before_one_found_late() -> None:
    missed = review("fr", "ete", None, Outcome.MISSED, NOW)
    late = review("fr", "ete", None, Outcome.LATE, NOW)
    fast = review("fr", "ete", None, Outcome.FAST, NOW)
    assert missed.due < NOW + DAY
    assert missed.due < late.due < fast.due


def test_the_same_history_gives_the_same_card() -> None:
    assert review("fr", "ete", None, Outcome.LATE, NOW) == review(
        "fr", "ete", None, Outcome.LATE, NOW
    )


def test_half_of_the_round_parts_fast_from_late() -> None:
    came = outcomes(("ete", "mer", "sel"), {"ete": NOW + 60, "mer": NOW + 61}, NOW + 60)
    assert came == {"ete": Outcome.FAST, "mer": Outcome.LATE, "sel": Outcome.MISSED}


histories = st.lists(
    st.tuples(
        st.text("abc", min_size=2, max_size=4),
        st.sampled_from(Outcome),
        st.floats(0, 40 * DAY),
    ),
    unique_by=lambda row: row[0],
    max_size=12,
)


@given(histories, st.floats(0, 60 * DAY))
def test_due_words_are_all_those_and_only_those_whose_time_has_come(
    history: list[tuple[str, Outcome, float]], later: float
) -> None:
    cards = [review("en", word, None, what, NOW + at) for word, what, at in history]
    now = NOW + later
    due = due_words(cards, now)
    assert sorted(due) == sorted(card.word for card in cards if card.due <= now)
    by_word: dict[str, Card] = {card.word: card for card in cards}
    recalls = [by_word[word].recall(now) for word in due]
    assert recalls == sorted(recalls)
    assert Progress.of(cards, now).due == len(due)
