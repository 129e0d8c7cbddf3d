from dataclasses import replace
from datetime import timedelta

import pytest

from core.ids import PlayerRef, Room
from core.ports import Store
from core.standings import Measure, Played, Standing
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    DAY,
    PARK,
    SQUARE,
    START,
    WORLD,
    a_board,
    a_score,
    assert_conflict,
    finish,
    keep,
    meet,
    play,
    top,
)

HERE = a_board(SQUARE)


async def counted(store: Store, minimum: int = 1) -> tuple[int, int]:
    async with store.read() as work:
        return await work.standings.count(HERE, minimum), await work.standings.count(WORLD, minimum)


async def test_rounds_add_up(store: Store) -> None:
    await meet(store, ANA, BEN)
    await play(store, a_score(ANA, 30, won=True, best="été", best_points=20, share=500_001))
    await play(store, a_score(ANA, 12, best="quit", best_points=12, share=250_000))
    await play(store, a_score(ANA, 50, won=True, best="œuvré", best_points=25, share=250_000))
    expected = Standing(ANA, "Ana", 3, 92, 2, "œuvré", 25, 1_000_001)
    assert expected.average == 333_333
    async with store.read() as work:
        assert await work.standings.get(HERE, ANA) == expected
        assert await work.standings.get(WORLD, ANA) == expected
        assert await work.standings.get(HERE, BEN) is None
        assert await work.standings.get(HERE, CLO) is None
        assert await work.standings.top(HERE, Measure.POINTS, 1, 10) == [expected]


async def test_a_round_in_which_the_law_left_nothing_is_a_round_played(store: Store) -> None:
    await meet(store, ANA)
    nothing = a_score(ANA, 0, best="", longest="", misses=4)
    await play(store, nothing)
    async with store.read() as work:
        expected = Standing(ANA, "Ana", 1, 0, 0, "", 0, 0)
        assert await work.standings.get(HERE, ANA) == expected
        assert [played.score for played in await work.standings.played(ANA)] == [nothing]
    assert await top(store, HERE) == [(ANA, 0)]


async def test_nobody_stands_on_a_board_without_rounds(store: Store) -> None:
    await meet(store, ANA)
    await play(store)
    assert await top(store, HERE) == []
    assert await counted(store) == (0, 0)


async def test_of_equally_good_words_the_first_added_is_the_best(store: Store) -> None:
    await meet(store, ANA)
    for best, starts_at in (("tas", START + 200), ("rest", START), ("mot", START + 400)):
        await play(store, a_score(ANA, best=best, best_points=7), starts_at=starts_at)
    async with store.read() as work:
        standing = await work.standings.get(HERE, ANA)
    assert standing
    assert standing.best == "tas"


async def test_each_measure_ranks_by_its_own(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    await play(
        store,
        a_score(ANA, 40, best_points=5, share=10),
        a_score(BEN, 30, best_points=30, share=30),
        a_score(CLO, 20, best_points=20, share=900, won=True),
    )
    await play(store, a_score(CLO, 1, best_points=1, share=0), a_score(BEN, 1, won=True))
    await play(store, a_score(BEN, 0, won=True, best_points=0, share=0))
    assert await top(store, HERE) == [(ANA, 40), (BEN, 31), (CLO, 21)]
    assert await top(store, HERE, Measure.WINS) == [(BEN, 2), (CLO, 1), (ANA, 0)]
    assert await top(store, HERE, Measure.BEST) == [(BEN, 30), (CLO, 20), (ANA, 5)]
    assert await top(store, HERE, Measure.AVERAGE) == [(CLO, 450), (BEN, 343), (ANA, 10)]


@pytest.mark.parametrize("measure", Measure)
async def test_equal_values_stand_in_the_order_first_seen(store: Store, measure: Measure) -> None:
    await meet(store, CLO, ANA, BEN)
    await meet(store, BEN, ANA)
    await play(store, *(a_score(player, 7) for player in (BEN, ANA, CLO)))
    assert [player for player, _ in await top(store, HERE, measure)] == [CLO, ANA, BEN]
    assert [player for player, _ in await top(store, HERE, measure, limit=2)] == [CLO, ANA]
    async with store.read() as work:
        value = dict(await top(store, HERE, measure))[ANA]
        assert await work.standings.ahead(HERE, measure, 1, value) == 0
        assert await work.standings.ahead(HERE, measure, 1, value - 1) == 3


async def test_a_board_is_as_long_as_asked(store: Store) -> None:
    players = [PlayerRef("test", str(number)) for number in range(12)]
    await meet(store, ANA, *players)
    await play(store, *(a_score(player, points) for points, player in enumerate(players)))
    assert await top(store, HERE, limit=3) == [(players[each], each) for each in (11, 10, 9)]
    assert await top(store, HERE, limit=0) == []
    assert len(await top(store, HERE, limit=100)) == 12
    async with store.read() as work:
        ahead = [await work.standings.ahead(HERE, Measure.POINTS, 1, each) for each in (-1, 5, 11)]
    assert ahead == [12, 6, 0]


async def test_only_who_has_played_enough_is_ranked(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    await play(store, a_score(ANA, 90), a_score(BEN, 10))
    await play(store, a_score(BEN, 10), a_score(CLO, 50))
    await play(store, a_score(BEN, 10), a_score(CLO, 50))
    average = Measure.AVERAGE
    assert await top(store, HERE, average, 1) == [(ANA, 90_000), (CLO, 50_000), (BEN, 10_000)]
    assert await top(store, HERE, average, 2) == [(CLO, 50_000), (BEN, 10_000)]
    assert await top(store, HERE, average, 3) == [(BEN, 10_000)]
    assert [await counted(store, minimum) for minimum in (1, 2, 3, 4)] == [
        (3, 3),
        (2, 2),
        (1, 1),
        (0, 0),
    ]
    async with store.read() as work:
        ahead = [await work.standings.ahead(HERE, average, each, 10_000) for each in (1, 2, 3)]
        assert ahead == [2, 1, 0]
        assert await work.standings.get(HERE, ANA)


async def test_a_round_is_played_with_all_that_it_brought(store: Store) -> None:
    await meet(store, ANA, BEN)
    score = a_score(ANA, 31, rank=2, won=True, words=5, misses=3, best="été", longest="œuvrés")
    other = a_score(BEN, 40, rank=1)
    day = DAY + timedelta(days=1)
    record = await play(store, score, other, room=Room(PARK, "thread"), day=day)
    async with store.read() as work:
        expected = [Played(record.id, PARK, "fr", START, day, score)]
        assert (
            await work.standings.played(ANA) == await work.standings.played(ANA, "fr") == expected
        )
        assert [each.score for each in await work.standings.played(BEN)] == [other]
        assert await work.standings.played(CLO) == []


async def test_rounds_of_a_player_come_the_oldest_first(store: Store) -> None:
    await meet(store, ANA)
    last = await play(store, a_score(ANA), starts_at=START + 900)
    first = await finish(store, (await keep(store)).id)
    tied = await play(store, a_score(ANA), room=Room(PARK))
    async with store.write() as work:
        await work.standings.add(first, [a_score(ANA)])
    async with store.read() as work:
        played = [each.round_id for each in await work.standings.played(ANA)]
    assert played == [first.id, tied.id, last.id]


async def test_a_renamed_player_stands_by_the_name_they_go_by_now(store: Store) -> None:
    await meet(store, PlayerRef("test", "x"), ANA)
    await play(store, a_score(ANA))
    await meet(store, ANA)
    async with store.read() as work:
        assert [each.name for each in await work.standings.top(HERE, Measure.POINTS, 1, 9)] == [
            "Ana"
        ]


async def test_a_round_brings_its_scores_once_and_to_who_was_seen(store: Store) -> None:
    await meet(store, ANA, BEN)
    record = await play(store, a_score(ANA, 12))
    fresh = await finish(store, (await keep(store)).id)
    unknown = replace(fresh, id=fresh.id + 1)
    await assert_conflict(store, lambda work: work.standings.add(record, [a_score(ANA, 12)]))
    scores = [a_score(ANA), a_score(CLO)]
    await assert_conflict(store, lambda work: work.standings.add(fresh, scores))
    await assert_conflict(store, lambda work: work.standings.add(unknown, [a_score(ANA)]))
