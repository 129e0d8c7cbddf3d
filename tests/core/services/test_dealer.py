"""Grids dealt from real dictionaries, and solved again after a restart."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import count

import pytest

from core.grid import Bonus, Grid
from core.ids import ChatRef, PlayerRef, Room
from core.lexicon import HouseWords, Lexicon
from core.lexicon.catalogue import UnknownLexicon
from core.rounds.laws import Law
from core.rounds.match import LADDER
from core.rounds.record import RoundRecord, Terms
from core.scoring import Rules
from core.services.dealer import Dealer, Dealt
from core.solver.solution import FoundWord
from tests.core.rounds.boards import END, START


@pytest.fixture
def dealer(lexicon: Callable[[str], Lexicon]) -> Dealer:
    return Dealer(lexicon, count(7))


def record_of(dealt: Dealt) -> RoundRecord:
    return RoundRecord(
        room=Room(ChatRef("test", "chat")),
        started_by=PlayerRef("test", "ana"),
        grid=dealt.solution.grid,
        lexicon=dealt.lexicon,
        rules=Rules(dealt.solution.rules.name),
        min_length=dealt.solution.rules.min_length,
        law=Law.EVERY_FINDER,
        words=len(dealt.solution),
        points=dealt.solution.points,
        starts_at=START,
        deadline=END,
        grace=0.0,
        day=date(2026, 9, 21),
    )


async def test_the_same_seed_deals_the_same_grids(lexicon: Callable[[str], Lexicon]) -> None:
    async def dealt(seed: int) -> list[Grid]:
        dealer, terms = Dealer(lexicon, count(seed)), Terms(lexicon="fr")
        return [(await dealer.deal(terms, HouseWords(), LADDER[2])).solution.grid for _ in "12"]

    first = await dealt(3)
    assert first == await dealt(3)
    assert first[1] == (await dealt(4))[0] != first[0]


@pytest.mark.parametrize("language", ["fr", "en", "de", "es", "it"])
async def test_a_stored_round_is_solved_as_it_was_dealt(dealer: Dealer, language: str) -> None:
    terms = Terms(lexicon=language, min_length=3, size=(4, 5))
    dealt = await dealer.deal(terms, HouseWords(frozenset({"zzz"})), LADDER[1])
    grid = dealt.solution.grid
    bonuses = sorted(tile.bonus.name for tile in grid.tiles if tile.bonus is not Bonus.NONE)
    assert (grid.rows, grid.cols, bonuses) == (4, 5, ["DL", "DW", "TL"])
    assert min(len(found.word) for found in dealt.solution) >= 3
    record = replace(record_of(dealt), grid=Grid.parse(str(grid)))
    assert await dealer.solve(record, []) == dealt.solution


async def test_a_given_grid_is_played_with_house_words_over_the_list(dealer: Dealer) -> None:
    house = HouseWords(frozenset({"zzap"}), frozenset({"pet"}))
    grid = Grid.parse("ZZPETSARTSANIMOL")
    dealt = await dealer.deal(Terms(lexicon="fr", rules=Rules.BOGGLE), house, (), grid)
    assert dealt.solution.grid == grid
    assert not dealt.solution.get("pet")
    assert dealt.solution.get("zzap")
    assert dealt.lexicon.house == house
    assert (
        dealt.lexicon.digest
        != (await dealer.deal(Terms(lexicon="fr"), HouseWords(), (), grid))[1].digest
    )


async def test_what_was_accepted_outlives_its_list(dealer: Dealer) -> None:
    dealt = await dealer.deal(Terms(lexicon="fr"), HouseWords(), ())
    record = record_of(dealt)
    best = dealt.solution.words[0]
    path = (0, 1, 2, 3)
    invented = "".join(dealt.solution.grid.tiles[cell].letters for cell in path)
    points = dealt.solution.rules.points(dealt.solution.grid, path)
    found = FoundWord(invented, invented, points, path)
    changed = replace(record, lexicon=replace(record.lexicon, digest="0" * 64))
    solution = await dealer.solve(changed, [best, found])
    assert len(solution) == len(dealt.solution) + (dealt.solution.get(invented) is None)
    kept = solution.get(invented)
    assert kept
    assert kept.points >= points

    def gone(name: str) -> Lexicon:
        raise UnknownLexicon(name=name, known="fr")

    remaining = await Dealer(gone, count()).solve(record, [best])
    assert remaining.words == (best,)
