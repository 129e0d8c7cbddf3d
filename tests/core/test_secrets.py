"""The words told of secret grids: a bound for cheats, and nothing missed by others."""

from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.generator import generator, place_bonuses, random_grids
from core.grid import Grid
from core.languages import languages
from core.lexicon import Lexicon
from core.limits import Spent
from core.playable import playable_grids
from core.rounds.match import LADDER
from core.scoring import ruleset
from core.secrets import ALLOWANCE, Answer, Secret, Tally, Words, could_tell, tell
from core.solver.solution import FoundWord, Solution
from core.solver.solver import solve
from tests.helpers.cheat import Cheat, Table

MOST = 0.10  # of a secret's points more than by chance

WORDS = [first + rest for first in "abcdef" for rest in ("a", "ba", "cab", "dabc", "ebacd")]


def a_solution(words: list[str], points: list[int]) -> Solution:
    found = (FoundWord(word, word, of, ()) for word, of in zip(words, points, strict=False))
    return Solution(Grid.parse("ABCDEFABC"), ruleset("ruzzle", "fr"), tuple(found))


solutions = st.builds(
    a_solution,
    st.lists(st.sampled_from(WORDS), unique=True, min_size=1),
    st.lists(st.integers(1, 50), min_size=len(WORDS), max_size=len(WORDS)),
)
answers = st.lists(st.frozensets(st.sampled_from(WORDS)), max_size=12)


def chance_of(words: list[Solution], told: set[str], of: Solution) -> float:
    """Estimate what would be told of a grid by chance, word by word: slow and clear."""
    weights = [(f.word, f.points / each.points) for each in words for f in each]

    def rate(length: int | None) -> float:
        these = [(word, w) for word, w in weights if length is None or len(word) == length]
        whole = sum(w for _, w in these)
        return sum(w for word, w in these if word in told) / whole if whole else 0.0

    by_length = sum(f.points / of.points * rate(len(f.word)) for f in of)
    return min(rate(None), by_length)


@given(solutions, st.lists(solutions, min_size=1, max_size=4), answers)
def test_of_a_secret_no_more_is_told_than_of_others_and_the_allowance(
    solution: Solution, others: list[Solution], asked: list[frozenset[str]]
) -> None:
    secret = Secret(solution.grid, Words.of([solution]), Words.of(others))
    tally = Tally.none(secret)
    points = {found.word: found.points / solution.points for found in solution}
    told, heard = set[str](), set[str]()
    for words in asked:
        was_shut, before = tally.shut, told & points.keys()
        heard |= words
        left_out = tell(secret, tally, Answer(words))
        assert left_out <= words & points.keys() - told
        told |= words - left_out
        mine = told & points.keys()
        share = sum(map(points.__getitem__, mine))
        assert share <= chance_of(others, heard, solution) + ALLOWANCE + 1e-9 or mine == before
        if was_shut:
            assert mine == before
        else:
            assert tally.shut == bool(left_out)


@given(
    solutions,
    st.lists(solutions, min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.frozensets(st.sampled_from(WORDS)))),
)
def test_restarts_and_processes_bring_nobody_more(
    solution: Solution,
    others: list[Solution],
    asked: list[tuple[int, bool, frozenset[str]]],
) -> None:
    secret = Secret(solution.grid, Words.of([solution]), Words.of(others))
    processes: dict[int, Tally] = {}
    points = {found.word: found.points / solution.points for found in solution}
    stored, told, heard = Spent(), set[str](), set[str]()
    for process, restarts, words in asked:
        if restarts:
            processes.pop(process, None)
        tally = processes.setdefault(process, Tally.none(secret))
        tally.join(stored)
        assert tally.shut == stored.shut
        before = told & points.keys()
        told |= words - tell(secret, tally, Answer(words))
        heard |= words
        if added := tally.unkept(secret):
            tally.kept += added
            stored += added
        mine = told & points.keys()
        share = sum(map(points.__getitem__, mine))
        assert share <= stored.told + 1e-9
        assert share <= chance_of(others, heard, solution) + ALLOWANCE + 1e-9 or mine == before
        if stored.shut:
            assert tally.unkept(secret) is None


@given(solutions, answers)
def test_of_a_shut_secret_a_refusal_tells_nothing(
    solution: Solution, asked: list[frozenset[str]]
) -> None:
    secret = Secret(solution.grid, Words.of([solution]), Words.of(()))
    tally = Tally.none(secret)
    told = set[str]()
    for words in asked:
        told |= words - tell(secret, tally, Answer(words))
    for word in WORDS:
        traced = solution.grid.trace(word)[0] is not None or solution.get(word) is not None
        assert could_tell(secret, tally, word) == (
            tally.shut and traced and not (word in told and solution.get(word))
        )


def test_most_of_an_answer_about_a_secret_is_no_answer() -> None:
    solution = a_solution(WORDS[:20], [5] * 20)
    secret = Secret(solution.grid, Words.of([solution]), Words.of(()))
    beside = frozenset(f"x{n}" for n in range(30))
    words = frozenset(WORDS[:20])
    assert tell(secret, Tally.none(secret), Answer(words)) == words
    assert len(tell(secret, Tally.none(secret), Answer(words | beside))) == 19


def a_round(lexicon: Lexicon, rng: np.random.Generator, size: tuple[int, int] = (4, 4)) -> Table:
    """Deal a grid as rounds do."""
    rules = ruleset("ruzzle", lexicon.language)
    grid = next(playable_grids(lexicon, rules, rng, size))
    return Table.of(place_bonuses(grid, LADDER[-1], rng), lexicon, rules)


def check_cheat(lexicon: Lexicon, size: tuple[int, int], seed: int) -> None:
    """Play a cheat on each road, and on all together."""
    rng = generator(seed)
    table = a_round(lexicon, rng, size)
    secret = table.secret(rng)
    others = Words.of(a_round(lexicon, rng, size).solution for _ in range(40))
    ways = {road: ask() for road, ask in table.roads().items()}
    ways["all"] = {question: words for asked in ways.values() for question, words in asked.items()}
    for road, asked in ways.items():
        cheat = Cheat(secret, others)
        cheat.play(asked)
        assert cheat.excess <= MOST, road
        for words in asked.values():  # more of the same brings nothing
            cheat.ask(words)
        assert cheat.tally.shut, road
        assert cheat.excess <= MOST, road


def test_a_cheat_learns_no_more_than_a_tenth(lexicon: Callable[[str], Lexicon]) -> None:
    check_cheat(lexicon("en"), (4, 4), 1)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(4, 4), (5, 5)])
@pytest.mark.parametrize("language", languages())
def test_no_cheat_learns_more_in_any_language(
    lexicon: Callable[[str], Lexicon], language: str, size: tuple[int, int]
) -> None:
    for seed in (1, 2):
        check_cheat(lexicon(language), size, seed)


def honest_answers(lexicon: Callable[[str], Lexicon], count: int) -> tuple[int, int, int]:
    """Return how many of random grids are refused, and how many words there are and miss.

    Five grids of rounds are open, and the rich one of a daily of each language.
    """
    rng, french = generator(1), lexicon("fr")
    tables = [a_round(french, rng) for _ in range(5)]
    for language in languages():
        drawn = (a_round(lexicon(language), rng) for _ in range(5))
        tables.append(max(drawn, key=lambda table: len(table.solution)))
    secrets = [table.secret(rng) for table in tables]
    refused = words = missed = 0
    rules = ruleset("ruzzle", "fr")
    for grid in islice(random_grids(french, rules, rng), count):
        asked = answer = Answer(frozenset(found.word for found in solve(grid, french, rules)))
        for secret in secrets:
            answer = answer.without(tell(secret, Tally.none(secret), answer))
        words += len(asked.words)
        missed += len(asked.words) - len(answer.words)
        refused += 2 * len(answer.words) < len(asked.words)
    return refused, words, missed


@pytest.mark.slow
def test_who_asks_for_another_grid_misses_next_to_nothing(
    lexicon: Callable[[str], Lexicon],
) -> None:
    refused, words, missed = honest_answers(lexicon, 200)
    # Of 10,000 some ten are refused: more than 4 of 200 would be one chance in thousands.
    assert refused <= 4
    assert missed < 0.015 * words


@pytest.mark.slow
def test_less_than_half_a_percent_of_honest_questions_are_refused(
    lexicon: Callable[[str], Lexicon],
) -> None:
    refused, words, missed = honest_answers(lexicon, 10_000)
    assert refused < 50
    assert missed < 0.01 * words
