from dataclasses import replace
from datetime import timedelta

import pytest

from core.chats.players import Visibility
from core.ids import ChatRef, PlayerRef, Room
from core.ports import Store
from core.standings import Board, Measure, Period
from tests.contract.made import (
    A_DAY,
    ANA,
    BEN,
    DAY,
    ENGLISH,
    PARK,
    SQUARE,
    START,
    WORLD,
    a_board,
    a_score,
    meet,
    play,
    top,
)

HERE = a_board(SQUARE)


async def test_languages_are_never_added(store: Store) -> None:
    await meet(store, ANA)
    french = await play(store, a_score(ANA, 10))
    english = await play(store, a_score(ANA, 7), lexicon=ENGLISH)
    assert await top(store, HERE) == await top(store, WORLD) == [(ANA, 10)]
    for chat in (SQUARE, None):
        assert await top(store, a_board(chat, language="en")) == [(ANA, 7)]
        assert await top(store, a_board(chat, language="de")) == []
    async with store.read() as work:
        played = [each.round_id for each in await work.standings.played(ANA, "en")]
        assert played == [english.id]
        assert await work.standings.played(ANA, "de") == []
        both = [(each.round_id, each.language) for each in await work.standings.played(ANA)]
    assert both == [(french.id, "fr"), (english.id, "en")]


async def test_chats_are_apart_and_the_world_has_them_all(store: Store) -> None:
    elsewhere = ChatRef("elsewhere", SQUARE.id)
    await meet(store, ANA, BEN)
    await play(store, a_score(ANA, 10), a_score(BEN, 1))
    await play(store, a_score(ANA, 20), room=Room(SQUARE, "thread"))
    await play(store, a_score(ANA, 300), room=Room(PARK))
    await play(store, a_score(BEN, 4000), room=Room(elsewhere))
    assert await top(store, HERE) == [(ANA, 30), (BEN, 1)]
    assert await top(store, a_board(PARK)) == [(ANA, 300)]
    assert await top(store, a_board(elsewhere)) == [(BEN, 4000)]
    assert await top(store, a_board(ChatRef("test", "new"))) == []
    assert await top(store, WORLD) == [(BEN, 4001), (ANA, 330)]


async def test_periods_count_from_their_first_day(store: Store) -> None:
    await meet(store, ANA)
    for days, points in ((-1, 1), (0, 20), (6, 300), (7, 4000), (10, 50_000)):
        day, starts_at = DAY + timedelta(days=days), START + days * A_DAY
        await play(store, a_score(ANA, points), day=day, starts_at=starts_at)

    async def total(period: Period, days: int) -> int:
        board = a_board(period=period, day=DAY + timedelta(days=days))
        standings = await top(store, board)
        assert standings == await top(store, replace(board, chat=None))
        return dict(standings).get(ANA, 0)

    assert [await total(Period.DAY, days) for days in (-2, -1, 0, 6)] == [0, 1, 20, 300]
    assert [await total(Period.WEEK, days) for days in (-1, 0, 6, 7)] == [1, 320, 320, 54_000]
    assert [await total(Period.MONTH, days) for days in (-30, 0, 10)] == [0, 4321, 50_000]
    assert await total(Period.ALL, -999) == 54_321


async def test_a_chat_counts_by_its_own_day_and_the_world_by_utc(store: Store) -> None:
    await meet(store, ANA)
    tomorrow = DAY + timedelta(days=1)
    await play(store, a_score(ANA, 10), day=tomorrow)
    today = {chat: a_board(chat, period=Period.DAY) for chat in (SQUARE, None)}
    later = {chat: replace(board, start=tomorrow) for chat, board in today.items()}
    assert await top(store, today[None]) == await top(store, later[SQUARE]) == [(ANA, 10)]
    assert await top(store, today[SQUARE]) == await top(store, later[None]) == []


@pytest.mark.parametrize("before", Visibility)
@pytest.mark.parametrize(
    ("visibility", "here", "worldwide"),
    [
        (Visibility.WORLD, [ANA, BEN], [ANA, BEN]),
        (Visibility.CHAT, [ANA, BEN], [BEN]),
        (Visibility.NOBODY, [BEN], [BEN]),
    ],
)
async def test_visibility_shows_and_hides_at_once_on_past_and_future_boards(
    store: Store,
    before: Visibility,
    visibility: Visibility,
    here: list[PlayerRef],
    worldwide: list[PlayerRef],
) -> None:
    async def assert_shown(board: Board) -> None:
        for chat, shown in ((SQUARE, here), (None, worldwide)):
            asked = replace(board, chat=chat)
            assert [player for player, _ in await top(store, asked)] == shown
            async with store.read() as work:
                assert await work.standings.count(asked, 1) == len(shown)
                first, last = [await work.standings.get(asked, each) for each in (ANA, BEN)]
                assert first
                assert last
                ahead = await work.standings.ahead(asked, Measure.POINTS, 1, last.points)
                assert ahead == len(shown) - 1

    await meet(store, ANA, BEN)
    scores = a_score(ANA, 9), a_score(BEN, 5)
    past = DAY - timedelta(days=40)
    async with store.write() as work:
        await work.players.set_visibility(ANA, before)
    await play(store, *scores, day=past, starts_at=START - 40 * A_DAY)
    async with store.write() as work:
        await work.players.set_visibility(ANA, visibility)
    await assert_shown(a_board(period=Period.DAY, day=past))
    await assert_shown(HERE)
    await play(store, *scores)
    await assert_shown(a_board(period=Period.DAY))
    await assert_shown(HERE)
