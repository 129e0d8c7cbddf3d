"""Points: the rules, spelt out."""

import pytest

from core.grid import Grid
from core.languages import UnknownLanguage, languages
from core.scoring import UnknownRules, ruleset


def points(line: str, path: tuple[int, ...], rules: str = "ruzzle", language: str = "en") -> int:
    return ruleset(rules, language).points(Grid.parse(line), path)


def test_letters_are_summed() -> None:
    assert points("ZOOSABCD 2x4", (0, 1, 2, 3)) == 10 + 1 + 1 + 1


def test_letter_bonuses_come_before_word_bonuses() -> None:
    assert points("ZOOSABCD d....... 2x4", (0, 1)) == 20 + 1
    assert points("ZOOSABCD t....... 2x4", (0, 1)) == 30 + 1
    assert points("ZOOSABCD tD...... 2x4", (0, 1)) == (30 + 1) * 2


def test_word_bonuses_multiply() -> None:
    assert points("ZOOSABCD DT...... 2x4", (0, 1)) == (10 + 1) * 6
    assert points("ZOOSABCD DD...... 2x4", (0, 1)) == (10 + 1) * 4


@pytest.mark.parametrize(
    ("length", "bonus"),
    [(2, 0), (3, 0), (4, 0), (5, 5), (6, 10), (7, 15), (8, 20), (9, 25), (10, 25), (16, 25)],
)
def test_the_length_bonus_comes_last_and_is_not_multiplied(length: int, bonus: int) -> None:
    snake = (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12)
    assert points("A" * 16 + " T" + "." * 15, snake[:length]) == 3 * length + bonus


@pytest.mark.parametrize(
    ("length", "worth"), [(2, 0), (3, 1), (4, 1), (5, 2), (6, 3), (7, 5), (8, 11), (16, 11)]
)
def test_boggle_counts_length_alone(length: int, worth: int) -> None:
    snake = (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12)
    assert points("Z" * 16 + " T" + "." * 15, snake[:length], "boggle") == worth


def test_qu_is_two_letters() -> None:
    assert ruleset("boggle", "en").tile_letters("q") == "qu"
    assert ruleset("ruzzle", "en").tile_letters("q") == "q"
    assert points("QuITE", (0, 1, 2), "boggle") == 1  # quit
    assert points("QuITE", (0, 1, 2, 3), "boggle") == 2  # quite
    assert points("QuITE d...", (0, 1, 2)) == (10 + 1) * 2 + 1 + 1


def test_words_that_are_too_short_score_nothing() -> None:
    assert points("ABCD", (0,)) == 0
    assert points("ABCD", (0, 1), "boggle") == 0
    assert ruleset("ruzzle", "en").with_min_length(3).points(Grid.parse("ABCD"), (0, 1)) == 0


def test_unknown_rules_and_languages_name_what_would_work() -> None:
    with pytest.raises(UnknownRules, match="use one of ruzzle, boggle"):
        ruleset("scrabble", "en")
    with pytest.raises(UnknownLanguage, match=", ".join(languages())):
        ruleset("ruzzle", "xx")
