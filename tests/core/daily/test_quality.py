"""Each reason why a grid is refused, and how hard grids are."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.daily import quality
from core.daily.quality import Fault, common_words, contract, difficulty, fault
from core.daily.themes import Theme
from core.grid import Grid
from core.languages import languages
from core.lexicon import Lexicon
from core.scoring import ruleset
from core.solver.solution import Solution
from core.solver.solver import solve

Open = Callable[[str], Lexicon]


@pytest.fixture(scope="module")
def french(lexicon: Open) -> Lexicon:
    return lexicon("fr")


@pytest.fixture(scope="module")
def solution(french: Lexicon) -> Solution:
    return solve(Grid.parse("CAILRMLSEIAESNTR"), french, ruleset("ruzzle", "fr"))


def test_a_good_grid_has_no_fault(solution: Solution, french: Lexicon) -> None:
    assert fault(solution, french, Theme.WORDS) is None


def test_each_fault_is_found(
    solution: Solution, french: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(words: object, word: str = "", theme: Theme = Theme.WORDS) -> Fault | None:
        return fault(replace(solution, words=tuple(words)), french, theme, word)  # type: ignore[arg-type]

    common = common_words(solution, french)
    limits = contract(Theme.WORDS)
    assert found(solution.words[: limits.least - 1]) is Fault.FEW_WORDS
    assert found(solution.words * 10) is Fault.MANY_WORDS
    assert found(w for w in solution if w not in common) is Fault.FEW_COMMON
    assert found(w for w in solution if 0 not in w.path) is Fault.DEAD_TILE
    assert found(solution, "zygomatique") is Fault.NOT_HIDDEN
    assert found(solution, common[0].word) is None
    monkeypatch.setattr(quality, "slurs", lambda language: frozenset({common[3].word, language}))
    assert found(solution) is Fault.SLUR
    rare = next(w for w in solution if w not in common)
    monkeypatch.setattr(quality, "slurs", lambda _: frozenset({rare.word}))
    assert found(solution) is None


def test_common_words_are_those_with_a_rank(solution: Solution, french: Lexicon) -> None:
    common = common_words(solution, french)
    assert 0 < len(common) < len(solution)
    assert [w for w in solution if french.rank(w.word) is not None] == common


def test_the_more_points_common_words_hold_the_easier(solution: Solution, french: Lexicon) -> None:
    common = common_words(solution, french)
    rare = [w for w in solution if w not in common]
    levels = [
        difficulty(replace(solution, words=(*common, *rare[:n])), french)
        for n in range(0, len(rare), 10)
    ]
    assert levels == sorted(levels)
    assert levels[0] == 1
    assert difficulty(replace(solution, words=tuple(rare)), french) == 5
    assert difficulty(replace(solution, words=()), french) == 5


@pytest.mark.parametrize("language", languages())
def test_a_grid_of_one_letter_is_refused(language: str, lexicon: Open) -> None:
    words = lexicon(language)
    poor = solve(Grid.parse("E" * 16), words, ruleset("ruzzle", language))
    assert fault(poor, words, Theme.ONLY_E) is Fault.FEW_WORDS
