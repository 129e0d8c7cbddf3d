from datetime import date, timedelta

import pytest

from core.chats.players import Visibility
from core.daily.puzzle import DailyLine
from core.ports import Store
from core.standings import Period
from tests.contract.dailies import join, see
from tests.contract.made import ANA, BEN, CLO, DAY, PARK, SQUARE, START, meet
from tests.contract.wordles import (
    CORNER,
    a_game,
    a_guess,
    a_wordle_board,
    end,
    keep_game,
    keep_word,
    solve,
    wordle_lines,
)

TODAY = a_wordle_board()
ALL = a_wordle_board(Period.ALL)


@pytest.mark.parametrize("tries", range(1, 8))
async def test_a_line_is_what_is_left_of_the_tries(store: Store, tries: int) -> None:
    await meet(store, ANA)
    await solve(store, ANA, await keep_word(store), tries)
    value, words = 7 - tries, min(tries, 6)
    line = DailyLine(ANA, "Ana", value=value, days=1, points=value, words=words)
    async with store.read() as work:
        assert await work.wordles.top(TODAY, 9) == [line]
        assert await work.wordles.get(TODAY, ANA) == line


async def test_only_finished_games_at_the_words_of_a_board_count(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    word, german = await keep_word(store), await keep_word(store, language="de")
    await keep_game(store, a_game(ANA, word), a_guess())
    given_up = await keep_game(store, a_game(BEN, word), a_guess(player=BEN))
    await end(store, given_up, given_up=True)
    await solve(store, CLO, german)
    await solve(store, CLO)
    await solve(store, CLO, room=CORNER)
    assert await wordle_lines(store, TODAY) == [(BEN, 0)]
    assert await wordle_lines(store, a_wordle_board(language="de")) == [(CLO, 6)]
    async with store.read() as work:
        assert await work.wordles.get(TODAY, ANA) is None


async def test_longer_boards_add_up_the_days_that_they_have(store: Store) -> None:
    await meet(store, ANA, BEN)
    # A Monday, the Sunday after it, the next Monday, and the first and the last of months.
    days = [
        DAY,
        DAY + timedelta(days=6),
        DAY + timedelta(days=7),
        date(2026, 9, 30),
        date(2026, 10, 1),
        date(2026, 12, 31),
        date(2027, 1, 1),
        date(2027, 2, 28),
        date(2027, 3, 1),
    ]
    for number, day in enumerate(days, 1):
        await solve(store, ANA, await keep_word(store, number, day=day), tries=1 + number % 6)
    values = {day: 6 - number % 6 for number, day in enumerate(days, 1)}
    for period in Period:
        for day in days:
            those = [each for each in days if period.start(each) == period.start(day)]
            value = sum(values[each] for each in those)
            board = a_wordle_board(period, day=day)
            async with store.read() as work:
                line = await work.wordles.get(board, ANA)
                assert line == DailyLine(
                    ANA, "Ana", value, len(those), value, sum(7 - values[each] for each in those)
                )
    assert await wordle_lines(store, a_wordle_board(day=DAY + timedelta(days=1))) == []


async def test_equal_lines_stand_as_their_players_came(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    word = await keep_word(store)
    await solve(store, CLO, word, tries=3)
    await solve(store, BEN, word, tries=2)
    await solve(store, ANA, word, tries=3)
    assert await wordle_lines(store, TODAY) == [(BEN, 5), (ANA, 4), (CLO, 4)]
    async with store.read() as work:
        top = await work.wordles.top(TODAY, 2)
        assert [each.player for each in top] == [BEN, ANA]
        assert [await work.wordles.ahead(TODAY, value) for value in (3, 4, 5)] == [3, 1, 0]
        assert await work.wordles.count(TODAY) == 3
        assert await work.wordles.get(TODAY, CLO) == DailyLine(CLO, "Clo", 4, 1, 4, 3)


async def test_chats_list_their_members_and_nobody_lists_who_hides(store: Store) -> None:
    await meet(store, ANA, BEN, CLO, chat=SQUARE)
    word = await keep_word(store)
    for player in (ANA, BEN, CLO):
        await solve(store, player, word)
    async with store.write() as work:
        await work.players.set_visibility(ANA, Visibility.CHAT)
        await work.players.set_visibility(BEN, Visibility.NOBODY)
    for period in Period:
        assert await wordle_lines(store, a_wordle_board(period)) == [(CLO, 6)]
        here = a_wordle_board(period, SQUARE)
        assert await wordle_lines(store, here) == [(ANA, 6), (CLO, 6)]
        assert await wordle_lines(store, a_wordle_board(period, PARK)) == []
        async with store.read() as work:
            assert await work.wordles.ahead(here, 5) == 2
            assert await work.wordles.get(here, BEN) == DailyLine(BEN, "Ben", 6, 1, 6, 1)


async def test_a_chat_knows_a_player_by_the_account_seen_there(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    await see(store, CLO, SQUARE)
    await solve(store, BEN, await keep_word(store), tries=2)
    await join(store, BEN, ANA)
    await join(store, CLO, ANA)
    here, there = a_wordle_board(chat=SQUARE), a_wordle_board(chat=PARK)
    assert await wordle_lines(store, here) == [(CLO, 5)]
    assert await wordle_lines(store, there) == []
    assert await wordle_lines(store, TODAY) == [(ANA, 5)]
    async with store.read() as work:
        for account in (ANA, BEN, CLO):
            for board, known in ((here, CLO), (there, ANA), (TODAY, ANA)):
                line = await work.wordles.get(board, account)
                assert line
                assert line.player == known


async def test_of_two_accounts_games_at_a_word_one_is_on_the_boards(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    one, two = await keep_word(store), await keep_word(store, 2)
    await solve(store, ANA, one, tries=1, at=START + 9)
    await solve(store, CLO, one, tries=2)
    await solve(store, BEN, one, tries=3, at=START + 8)
    await solve(store, ANA, two, tries=4)
    await join(store, ANA, BEN)
    assert await wordle_lines(store, TODAY) == [(CLO, 5), (ANA, 4)]
    assert await wordle_lines(store, ALL) == [(ANA, 7), (CLO, 5)]
    async with store.read() as work:
        assert await work.wordles.ahead(TODAY, 4) == 1
    async with store.write() as work:
        assert await work.links.part(ANA)
    assert await wordle_lines(store, TODAY) == [(ANA, 6), (CLO, 5), (BEN, 4)]
    assert await wordle_lines(store, ALL) == [(ANA, 9), (CLO, 5), (BEN, 4)]
