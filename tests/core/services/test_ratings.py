"""Ratings after rounds and duels: who is rated, and who is not."""

import pytest

from core.duels.duel import Duel
from core.ids import Member
from core.ratings import MOST_OF_A_PAIR, Rating
from core.services.ratings import RatingsService
from tests.core.services.table import CLOSED, ROOM, TERMS, Table, ana, ben
from tests.core.services.test_duels import Arena


async def games(table: Table | Arena, *members: Member) -> list[int]:
    """Return how many rated games each has."""
    service = RatingsService(table.store)
    found = [await service.of(each.ref, "fr") for each in members]
    return [rating.games if rating else 0 for rating in found]


async def play(table: Table, late: float = 2.0) -> None:
    """Play a round in which Ana has more than Ben, whose word comes late perhaps."""
    began = table.clock.now
    await table.rounds.start(ROOM, ana, TERMS)
    for who, word, after in ((ana, "quits", 1.0), (ben, "tis", late)):
        await table.rounds.submit(ROOM, who, word, began + after)
    await table.tick(began + CLOSED - 1_790_000_000)


async def test_a_round_of_two_rates_both() -> None:
    table = Table()
    await play(table)
    assert await games(table, ana, ben) == [1, 1]
    service = RatingsService(table.store)
    first, second = await service.of(ana.ref, "fr"), await service.of(ben.ref, "fr")
    assert first
    assert second
    assert first.mu > Rating().mu > second.mu
    assert await service.of(ana.ref, "en") is None


async def test_who_comes_late_plays_alone_or_leaves_early_is_not_rated() -> None:
    table = Table()
    await play(table, late=90)
    await table.rounds.start(ROOM, ana, TERMS)
    for who in (ana, ben):
        await table.rounds.submit(ROOM, who, "tis", table.clock.now + 1)
    await table.rounds.stop(ROOM, ana)
    assert await games(table, ana, ben) == [0, 0]


async def test_two_alone_are_rated_so_often_a_week() -> None:
    table = Table()
    for _ in range(MOST_OF_A_PAIR + 2):
        await play(table)
    assert await games(table, ana, ben) == [MOST_OF_A_PAIR] * 2
    table.clock.now += 7 * 86_400
    await play(table)
    assert await games(table, ana, ben) == [MOST_OF_A_PAIR + 1] * 2


async def test_accounts_of_one_player_are_not_rated_against_each_other() -> None:
    table = Table()
    async with table.store.write() as work:
        for each in (ana, ben):
            await work.players.see(each, None, 0.0)
        await work.links.join(ana.ref, ben.ref)
    await play(table)
    assert await games(table, ana, ben) == [0, 0]


@pytest.mark.parametrize(("ranked", "count"), [(True, 1), (False, 0)])
async def test_ranked_duels_are_rated(ranked: bool, count: int) -> None:
    arena = Arena()

    async def begin() -> Duel:
        made = await arena.duels.offer(ROOM, ana, TERMS, ben, ranked=ranked)
        return await arena.duels.accept(made.code, ben)

    await arena.duels.resign((await begin()).code, ana)
    assert await games(arena, ana, ben) == [0, 0]  # nobody played
    duel = await begin()
    await arena.play(duel, ana, "quits")
    await arena.duels.resign(duel.code, ana)
    assert await games(arena, ana, ben) == [count, count]
    if ranked:
        service = RatingsService(arena.store)
        ratings = [await service.of(each.ref, "fr") for each in (ana, ben)]
        assert ratings[0]
        assert ratings[1]
        assert ratings[1].mu > ratings[0].mu
