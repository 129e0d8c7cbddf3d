"""The card at the end of a round."""

import pytest

from core.rounds.laws import Law
from core.rounds.result import rank, summarise
from core.solver.solution import Solution
from tests.core.rounds.boards import ANA, BEN, CLO, FOUND, GRID, SOLUTION, START, running


def test_a_card_says_what_was_found_and_what_was_missed() -> None:
    game = running()
    for text in ("tis", "rest", "tas", "zoo"):
        game.submit(ANA, text, START + 1)
    result = game.result()
    card = result.of(ANA)
    assert card.points == 15
    assert [found.word for found in card.words] == ["rest", "tas", "tis"]
    assert card.best == card.longest == FOUND["rest"]
    assert [found.word for found in result.missed] == ["quits", "quit", "est"]
    assert (result.found, result.left_out) == (3, 0)


def test_the_longest_word_need_not_be_the_best() -> None:
    dear = FOUND["tas"]._replace(points=99)
    solution = Solution(GRID, SOLUTION.rules, (dear, FOUND["quit"], FOUND["rest"]))
    game = running(solution=solution)
    for text in ("tas", "quit", "rest"):
        game.submit(ANA, text, START + 1)
    card = game.result().of(ANA)
    assert card.best == dear
    assert card.longest == FOUND["rest"]  # as long as "quit", and after it in the alphabet


def test_an_unfit_word_scores_and_the_next_one_is_told() -> None:
    unfit = FOUND["quits"]._replace(word="nazis", display="nazis", path=(0, 1, 2, 4, 3))
    missed = FOUND["quit"]._replace(word="merde", display="merde")
    words = (unfit, missed, FOUND["rest"], FOUND["tas"])
    game = running(solution=Solution(GRID, SOLUTION.rules, words), players=(ANA,))
    result = summarise(
        game.solution, game.law, 0.0, (ANA,), {"nazis": {ANA: 1.0}, "tas": {ANA: 2.0}},
        {"nazis", "merde"},
    )  # fmt: skip
    (card,) = result.standing
    assert (card.points, card.words) == (20, (unfit, FOUND["tas"]))
    assert card.best == card.longest == FOUND["tas"]
    assert result.missed == (FOUND["rest"],)
    assert (result.found, result.left_out) == (2, 1)
    assert [found.word for found in game.result().missed] == ["rest", "tas"]


def test_ties_share_a_rank() -> None:
    game = running(players=[CLO])
    for player, text in ((BEN, "tas"), (ANA, "rest"), (ANA, "zoo")):
        game.submit(player, text, START + 1)
    standing = [(card.rank, card.player, card.points) for card in game.result().standing]
    assert standing == [(1, BEN, 7), (1, ANA, 7), (3, CLO, 0)]
    assert [rank(n, [5, 9, 5, 1]) for n in (9, 5, 5, 1)] == [1, 2, 2, 4]


def test_a_shared_word_is_on_the_card_under_unique_only_but_scores_nothing() -> None:
    game = running(law=Law.UNIQUE_ONLY)
    for player in (ANA, BEN):
        game.submit(player, "tas", START + 1)
    game.submit(BEN, "tis", START + 2)
    result = game.result()
    assert (result.of(ANA).points, result.of(BEN).points) == (0, 1)
    assert result.of(ANA).words == (FOUND["tas"]._replace(points=0),)


def test_a_grid_without_words_has_a_card() -> None:
    game = running(solution=Solution(GRID, SOLUTION.rules, ()), players=[ANA])
    card = game.result().of(ANA)
    assert card.points == 0
    assert (card.best, card.longest) == (None, None)


def test_who_was_not_in_the_round_has_no_card() -> None:
    with pytest.raises(KeyError):
        running().result().of(ANA)
