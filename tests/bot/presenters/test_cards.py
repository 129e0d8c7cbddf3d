"""The end card, line by line."""

import pytest

from bot.presenters.cards import card_lines, match_lines
from bot.presenters.wording import wording
from core.languages import languages
from core.rounds.lessons import KNOWN, Lessons
from core.rounds.match import Match
from core.rounds.result import Result
from core.solver.solution import Solution, longest
from tests.core.rounds.boards import ANA, CLO, FOUND, GRID, SOLUTION, START, running


def result_of(*words: str) -> Result:
    game = running(players=(ANA,))
    for word in words:
        game.submit(ANA, word, START + 1)
    return game.stop(START + 2).result


def texts(result: Result, language: str) -> list[str]:
    words = wording(language)
    best = next(iter(result.missed[KNOWN:]), None)
    lessons = Lessons(result.missed[:KNOWN], best=best, longest=longest(result.fit))
    return [line.text(words) for line in card_lines(result, lessons, ANA, words)]


def test_a_card_in_english() -> None:
    assert texts(result_of("rest", "est", "quit"), "en") == [
        "Points: 22 of 43 (51%)",
        "Words: 3 of 6 (50%)",
        "Best word: quit +12",
        "Longest found: rest (4 letters)",
        "Longest possible: quits (5 letters)",
        "Within reach: quits +13, tas +7, tis +1",
    ]


def test_a_card_in_french() -> None:
    assert texts(result_of("est"), "fr") == [
        "Points\u202f: 3 sur 43 (6\u00a0%)",
        "Mots\u202f: 1 sur 6 (16\u00a0%)",
        "Meilleur mot\u202f: èst +3",
        "Plus long trouvé\u202f: èst (3 lettres)",
        "Plus long possible\u202f: quits (5 lettres)",
        "À ta portée\u202f: quits +13, quit +12, rest +7",
        "Meilleur mot de la grille\u202f: tas +7",
    ]


@pytest.mark.parametrize("language", languages())
def test_a_card_without_words_leaves_lines_out(language: str) -> None:
    result = result_of()
    lines = card_lines(
        result, Lessons(result.missed[:KNOWN], longest=FOUND["quits"]), ANA, wording(language)
    )
    assert [len(line.values) for line in lines] == [1, 1, 1, KNOWN]
    assert "0 " in lines[0].values[0]


def test_a_card_of_everything_misses_nothing() -> None:
    lines = texts(result_of(*(found.word for found in SOLUTION)), "en")
    assert lines[:2] == ["Points: 43 of 43 (100%)", "Words: 6 of 6 (100%)"]
    assert not any(line.startswith("Within reach") for line in lines)


def test_a_grid_without_words_has_a_card() -> None:
    game = running(solution=Solution(GRID, SOLUTION.rules, ()), players=(ANA,))
    assert texts(game.stop(START).result, "en") == ["Points: 0 of 0 (0%)", "Words: 0 of 0 (0%)"]


def test_a_card_is_for_those_who_played() -> None:
    with pytest.raises(KeyError):
        card_lines(result_of(), Lessons(), CLO, wording("en"))


def test_the_sums_of_a_match() -> None:
    match = Match((result_of("quit"), result_of("est", "tas")))
    words = wording("de")
    assert [line.text(words) for line in match_lines(match, ANA, words)] == [
        "Runde 1 von 3: 12",
        "Runde 2 von 3: 10",
        "Gesamt: 22",
    ]
