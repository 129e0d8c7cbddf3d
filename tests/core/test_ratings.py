"""Ratings: what places do to them, and that they are not to be lifted at will."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import ThurstoneMostellerFull

from core.ratings import MU, SIGMA, Rating, is_late, rated, week_of

ratings = st.builds(Rating, st.floats(0, 50), st.floats(1, SIGMA), st.integers(0, 99))


def test_a_beginner_has_a_thousand() -> None:
    assert Rating().value == 1000
    assert Rating().is_provisional


@given(st.lists(ratings, min_size=2, max_size=8), st.data())
def test_all_become_surer_and_ties_move_alike(those: list[Rating], data: st.DataObject) -> None:
    ranks = data.draw(st.lists(st.integers(1, 8), min_size=len(those), max_size=len(those)))
    after = rated(those, ranks)
    assert [each.games for each in after] == [each.games + 1 for each in those]
    for before, now in zip(those, after, strict=True):
        assert now.sigma <= before.sigma + 0.1  # a little is added each game: players change


@given(ratings)
def test_who_wins_among_equals_rises_and_who_loses_falls(rating: Rating) -> None:
    first, last = rated([rating, rating], [1, 2])
    assert first.mu > rating.mu > last.mu
    one, other = rated([rating, rating], [1, 1])
    assert one == other


def test_it_is_what_the_library_says() -> None:
    model = ThurstoneMostellerFull(beta=MU / 5, gamma=lambda *_: 1.0)
    (one,), (other,) = model.rate([[model.rating()], [model.rating()]], ranks=[2, 1])
    assert rated([Rating()] * 2, [2, 1]) == [
        Rating(one.mu, one.sigma, 1), Rating(other.mu, other.sigma, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("players", [3, 10, 20, 100])
def test_a_game_counts_as_three_duels_at_most(players: int) -> None:
    winner, *_ = rated([Rating()] * players, list(range(1, players + 1)))
    beaten = rated([Rating()] * 2, [1, 2])[0]
    assert beaten.mu < winner.mu < MU + 3.01 * (beaten.mu - MU)
    assert SIGMA / 2 < winner.sigma < beaten.sigma


def test_ten_even_games_make_a_rating_sure() -> None:
    pair = [Rating(), Rating()]
    for number in range(10):
        pair = rated(pair, [1 + number % 2, 2 - number % 2])
    assert not any(each.is_provisional for each in pair)


def test_who_comes_late_is_not_rated() -> None:
    assert not is_late(1060, 1000, 1120)
    assert is_late(1061, 1000, 1120)


def test_weeks_begin_on_monday() -> None:
    days = (date(2026, 9, 20), date(2026, 9, 21), date(2027, 1, 3))
    assert [week_of(day) for day in days] == ["2026-W38", "2026-W39", "2026-W53"]
