"""A daily is made within its budget, as its theme asks, and can be found again."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.daily import hidden, maker
from core.daily.hidden import LONGEST, SHORTEST, hidden_word
from core.daily.known import known_grids
from core.daily.maker import NoPuzzle, make
from core.daily.order import Made
from core.daily.quality import Fault, common_words, fault
from core.daily.recipe import APART, DISTANCE, BadRecipe, Recipe, of_size
from core.daily.themes import ASKED, Theme
from core.daily.verification import tiles_between
from core.grid import Grid
from core.languages import languages
from core.lexicon import Lexicon
from core.lexicon.catalogue import UnknownLexicon
from core.lexicon.unfit import slurs
from core.optimizer.legs import replay
from core.optimizer.objective import BadObjective
from core.optimizer.task import to_grid
from core.scoring import ruleset
from core.solver.solver import solve
from tests.core.daily.helpers import SHELF, made, order
from tests.core.optimizer.helpers import Clock, Desk

Open = Callable[[str], Lexicon]
EARLIER = ("SNOCATILIRAPSTUS", "SDMPLEEIAERNTRCTAEIANISSL", "RTNZAIEEPLRIDELA ...t.DT.d.D.....")
KNOWN = known_grids()
LANGUAGE = dict(zip(Theme, cycle(languages()), strict=False))


@pytest.mark.parametrize("theme", Theme)
def test_each_theme_gives_what_it_asks_for(theme: Theme, lexicon: Open) -> None:
    language = LANGUAGE[theme]
    daily = made(theme, language=language, lexicon=language, earlier=EARLIER, known=KNOWN)
    asked, recipe, grid = ASKED[theme], daily.recipe, daily.grid
    assert (grid.rows, grid.cols) == asked.size
    assert asked.without.upper() not in grid.letters or not asked.without
    if asked.only_vowel:
        assert not set(grid.letters) & set("AIOUYÄÖÜ")
    assert sorted(grid.bonuses) == sorted(asked.bonuses or "." * len(grid.tiles))
    assert bool(recipe.word) == asked.hides
    if recipe.word:
        assert grid.trace(recipe.word)[0] is not None
    assert (recipe.known, recipe.apart) == (of_size(KNOWN, asked.size), APART[asked.size])
    assert all(tiles_between(grid, Grid.parse(g)) >= recipe.apart for g in recipe.known)
    assert all(letter.upper() in grid.letters for letter in recipe.needed)
    kept = recipe.kept_from(EARLIER)
    assert all(tiles_between(grid, Grid.parse(g)) >= DISTANCE[asked.size] for g in kept)

    solution = solve(grid, lexicon(language), ruleset("ruzzle", language))
    assert fault(solution, lexicon(language), theme, recipe.word) is None
    assert (daily.words, daily.points) == (len(solution), solution.points)
    assert 0 < daily.common < daily.words
    assert 1 <= daily.difficulty <= 5


@pytest.mark.parametrize("theme", Theme)
def test_the_recipe_finds_the_grid_again(theme: Theme) -> None:
    daily = made(theme, earlier=EARLIER, known=KNOWN, seed=2**63 - 1)
    recipe = Recipe.from_json(daily.recipe.to_json())
    problem = recipe.problem(EARLIER)
    again = replay(problem, recipe.method, SHELF, recipe.seed, recipe.restart, recipe.evaluations)
    assert to_grid(problem, again.board) == daily.grid


def test_each_seed_leads_elsewhere() -> None:
    grids = [made(known=KNOWN, seed=seed).grid for seed in range(4)]
    pairs = [tiles_between(one, other) for one, other in combinations(grids, 2)]
    assert min(pairs) >= 4
    assert sum(pairs) >= 8 * len(pairs)


def test_the_same_order_gives_the_same_daily() -> None:
    sent = pickle.dumps((order(Theme.LONG_WORD, runs=2), SHELF))
    asked, shelf = pickle.loads(sent)  # noqa: S301 (just made)
    other = make(asked, shelf, Clock(0.5))
    answer = pickle.dumps(made(Theme.LONG_WORD, runs=2))
    one = pickle.loads(answer)  # noqa: S301 (just made)
    assert replace(one, seconds=other.seconds) == other
    assert made(Theme.LONG_WORD, seed=12).grid != one.grid


def test_more_runs_are_never_worse() -> None:
    points = [made(Theme.POINTS, runs=runs).points for runs in (1, 2, 4)]
    assert points == sorted(points)


def test_the_time_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "LEG", 200)
    clock = Clock(1.0)
    daily = made(clock=clock, runs=0, seconds=20.0)
    assert 20 <= daily.seconds <= clock.now <= 23
    assert made(clock=Clock(1.0), runs=0, seconds=40.0).evaluations > daily.evaluations
    assert made(clock=Clock(1.0), runs=0, seconds=0.0).evaluations <= maker.LEG + 400


def test_what_is_not_good_enough_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    best = made()
    seen: list[Grid] = []

    def refuse(solution: object, *_: object) -> Fault | None:
        seen.append(solution.grid.canonical())  # type: ignore[attr-defined]
        return Fault.SLUR if len(seen) <= 5 else None

    monkeypatch.setattr(maker, "fault", refuse)
    daily = made()
    assert daily.tried == len(seen) == len(set(seen)) == 6
    assert seen[0] == best.grid.canonical()
    assert best.words >= daily.words


def test_a_grid_with_a_slur_is_left_out_unexamined(
    lexicon: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = made()
    solution = solve(best.grid, lexicon("fr"), ruleset("ruzzle", "fr"))
    word = next(found.word for found in common_words(solution, lexicon("fr")))
    monkeypatch.setattr(hidden, "slurs", lambda _: frozenset({word}))
    daily = made()
    assert daily.tried == 1
    assert daily.grid.trace(word)[0] is None
    assert daily.words <= best.words


def test_where_nothing_is_good_enough_it_goes_on_as_long_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(maker, "fault", lambda *_: Fault.SLUR)
    monkeypatch.setattr(maker, "LEG", 200)
    clock = Clock(1.0)
    with pytest.raises(NoPuzzle, match=r"the daily 7 \(fr\): \d+ were examined"):
        made(clock=clock, runs=0, seconds=20.0)
    assert 40 <= clock.now <= 45
    once = made_after(monkeypatch, 40)  # more than one run has found
    assert once.evaluations > made().evaluations


def made_after(monkeypatch: pytest.MonkeyPatch, refused: int) -> Made:
    """Make a daily with a contract that refuses the first few grids."""
    left = iter(range(refused))
    monkeypatch.setattr(
        maker, "fault", lambda *_: Fault.SLUR if next(left, None) is not None else None
    )
    return made()


def test_a_list_without_common_words_gives_no_puzzle(tmp_path: Path) -> None:
    own = order(language="en", lexicon="small")
    with pytest.raises(BadObjective, match="which words are common"):
        make(own, Desk(tmp_path).shelf, Clock())


def test_a_bad_order_is_refused() -> None:
    with pytest.raises(UnknownLexicon):
        made(lexicon="xx")
    with pytest.raises(BadRecipe):
        made(seed=2**63)


@settings(max_examples=10)
@given(st.integers(0, 2**63 - 1), st.sampled_from([*languages()]))
def test_the_hidden_word_is_common_and_new(lexicon: Open, seed: int, language: str) -> None:
    words = lexicon(language)
    word = hidden_word(words, seed, frozenset())
    assert SHORTEST <= len(word) <= LONGEST
    assert words.rank(word)
    assert word == hidden_word(words, seed, frozenset({"other"}))
    other = hidden_word(words, seed, frozenset({word}))
    assert other != word
    assert SHORTEST <= len(other) <= LONGEST


@pytest.mark.parametrize("language", languages())
def test_no_slur_is_in_a_hidden_word(language: str, lexicon: Open) -> None:
    words = lexicon(language)
    offensive = [word for word in slurs(language) if words.rank(word)]
    for seed in range(30):
        word = hidden_word(words, seed, frozenset())
        assert not any(slur in word for slur in offensive)


def test_an_unfit_word_is_not_hidden(lexicon: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    words = lexicon("fr")
    word = hidden_word(words, 5, frozenset())
    monkeypatch.setattr(hidden, "unfit", lambda _: frozenset({word}))
    assert hidden_word(words, 5, frozenset()) != word


def test_a_slur_is_drawn_over(lexicon: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    words = lexicon("fr")
    word = hidden_word(words, 5, frozenset())
    part = next(other for other in (word[:n] for n in range(2, 99)) if words.rank(other))
    monkeypatch.setattr(hidden, "slurs", lambda _: frozenset({part}))
    assert part not in hidden_word(words, 5, frozenset())


@pytest.mark.slow
def test_where_all_words_were_used_one_is_used_again(
    lexicon: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden, "SHORTEST", 12)
    words = lexicon("it")
    long = frozenset(word for word in words if len(word) == 12)
    assert hidden_word(words, 1, long) == hidden_word(words, 1, frozenset())
