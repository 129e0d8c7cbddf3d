"""The points of a word for each finder under each law."""

import pytest

from core.ids import PlayerRef
from core.rounds.laws import TIE_WINDOW, Law
from tests.core.rounds.boards import ANA, BEN, CLO, START


def at(**seconds: float) -> dict[PlayerRef, float]:
    names = {"ana": ANA, "ben": BEN, "clo": CLO}
    return {names[name]: START + offset for name, offset in seconds.items()}


@pytest.mark.parametrize("law", Law)
def test_a_word_that_nobody_found_scores_nothing(law: Law) -> None:
    assert law.shares(10, {}, TIE_WINDOW) == {}


@pytest.mark.parametrize("law", Law)
@pytest.mark.parametrize("points", [0, 1, 10])
def test_an_only_finder_scores_in_full(law: Law, points: int) -> None:
    assert law.shares(points, at(ana=3), TIE_WINDOW) == {ANA: points}


def test_every_finder_scores_in_full() -> None:
    assert Law.EVERY_FINDER.shares(10, at(ana=3, ben=90), 1.5) == {ANA: 10, BEN: 10}


def test_unique_only_shared_words_are_kept_for_nothing() -> None:
    assert Law.UNIQUE_ONLY.shares(10, at(ana=3, ben=90), 1.5) == {ANA: 0, BEN: 0}


@pytest.mark.parametrize(("points", "each"), [(10, 3), (3, 1), (2, 1), (1, 1), (0, 0)])
def test_split_rounds_down_to_no_less_than_one(points: int, each: int) -> None:
    finders = at(ana=3, ben=4, clo=5)
    assert Law.SPLIT.shares(points, finders, 1.5) == dict.fromkeys(finders, each)


def test_first_finder_is_the_first_to_send_not_the_first_to_arrive() -> None:
    assert Law.FIRST_FINDER.shares(10, at(ana=9, ben=4, clo=6), 1.5) == {BEN: 10}


@pytest.mark.parametrize(
    ("gap", "tied"), [(0, True), (1.499, True), (1.5, True), (1.501, False), (2, False)]
)
@pytest.mark.parametrize("offset", [0, 0.1, 0.123, 17.77])
def test_the_tie_window_is_inclusive_to_the_millisecond(
    gap: float, tied: bool, offset: float
) -> None:
    finders = at(ana=offset, ben=offset + gap)
    assert Law.FIRST_FINDER.shares(10, finders, 1.5) == ({ANA: 10, BEN: 10} if tied else {ANA: 10})
    assert Law.FIRST_FINDER.taken_by(at(ana=offset), finders[BEN], 1.5) == (None if tied else ANA)


@pytest.mark.parametrize("ms", range(0, 1000, 37))
def test_any_window_is_inclusive_at_any_time(ms: int) -> None:
    finders = {ANA: START + ms / 1000, BEN: START + (ms + 300) / 1000}
    assert set(Law.FIRST_FINDER.shares(10, finders, 0.3)) == {ANA, BEN}
    assert set(Law.FIRST_FINDER.shares(10, finders, 0.299)) == {ANA}


def test_ties_do_not_chain() -> None:
    finders = at(ana=0, ben=1.4, clo=2.8)
    assert Law.FIRST_FINDER.shares(10, finders, 1.5) == {ANA: 10, BEN: 10}
    assert Law.FIRST_FINDER.taken_by(finders, START + 2.8, 1.5) == ANA


def test_the_first_to_arrive_is_named_where_two_sent_at_once() -> None:
    assert Law.FIRST_FINDER.taken_by(at(ben=1, ana=1), START + 9, 1.5) == BEN
    assert Law.FIRST_FINDER.taken_by({}, START, 0) is None
