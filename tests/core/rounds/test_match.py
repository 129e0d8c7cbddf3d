"""Three rounds and the ladder."""

import pytest

from core.grid import Bonus
from core.ids import PlayerRef
from core.rounds.events import IllegalEvent
from core.rounds.match import LADDER, Match, Place
from core.rounds.result import Result
from tests.core.rounds.boards import ANA, BEN, CLO, START, running


def after(**words: str) -> Result:
    """Return the result of a round in which each player found the words named."""
    game = running()
    for name, text in words.items():
        for word in text.split():
            game.submit(PlayerRef("test", name), word, START + 1)
    return game.result()


def test_the_ladder_of_bonuses() -> None:
    match, seen = Match(), []
    while not match.over:
        seen.append("".join(bonus.name for bonus in match.bonuses))
        match = match.with_result(after(ana="tis"))
    assert seen == ["DLTL", "DLTLDW", "DLTLDWDWTW"]
    assert all(Bonus.NONE not in bonuses for bonuses in LADDER)


def test_the_sum_wins() -> None:
    match = Match()
    for result in (after(ana="quit"), after(ben="tas", clo="tis"), after(ben="rest", ana="tis")):
        assert match.outcome is None
        match = match.with_result(result)
    assert match.standing == (Place(1, BEN, 14), Place(2, ANA, 13), Place(3, CLO, 1))
    assert match.outcome
    assert match.outcome.winners == (BEN,)
    assert match.outcome.standing == match.standing


@pytest.mark.parametrize(
    ("words", "winners"),
    [
        ({"ana": "tas", "ben": "rest", "clo": "tis"}, (ANA, BEN)),
        ({"ana": "zoo", "ben": "zoo"}, ()),
        ({}, ()),
    ],
)
def test_a_tie_has_several_winners_and_no_points_have_none(
    words: dict[str, str], winners: tuple[PlayerRef, ...]
) -> None:
    match = Match((after(**words),) * 3)
    assert match.outcome
    assert match.outcome.winners == winners


def test_there_is_no_fourth_round() -> None:
    match = Match((after(),) * 3)
    with pytest.raises(IllegalEvent, match="the match is finished"):
        match.with_result(after())
    with pytest.raises(IllegalEvent, match="the match is finished"):
        _ = match.bonuses
    assert len(match.results) == 3
