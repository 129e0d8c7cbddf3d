from datetime import timedelta

from core.chats.players import Visibility
from core.daily.puzzle import DailyLine
from core.ids import ChatRef, Member, PlayerRef
from core.ports import Store
from core.standings import Board, Period
from tests.contract.dailies import (
    LE_SET,
    a_daily_board,
    attempt,
    begin,
    close,
    finish_attempt,
    join,
    keep_puzzle,
    lines,
    see,
)
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    DAY,
    ENGLISH,
    ETE,
    PARK,
    QUIT,
    SQUARE,
    START,
    a_board,
    a_score,
    meet,
    play,
)

LONG = (Period.WEEK, Period.MONTH, Period.ALL)
TODAY = a_daily_board()


async def test_a_day_is_ranked_by_points_as_attempts_come_in(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    puzzle = await keep_puzzle(store)
    assert await lines(store, TODAY) == []
    await attempt(store, puzzle, BEN, QUIT)
    await attempt(store, puzzle, CLO, QUIT, LE_SET)
    await begin(store, puzzle, ANA)
    assert await lines(store, TODAY) == [(CLO, 19), (BEN, 12)]
    async with store.read() as work:
        assert await work.attempts.top(TODAY, 1) == [DailyLine(CLO, "Clo", 19, 1, 19, 2)]
        assert await work.attempts.get(TODAY, BEN) == DailyLine(BEN, "Ben", 12, 1, 12, 1)
        assert await work.attempts.get(TODAY, ANA) is None
        assert [await work.attempts.ahead(TODAY, value) for value in (11, 12, 18, 19)] == [
            2,
            1,
            1,
            0,
        ]


async def test_equal_values_stand_in_the_order_of_their_first_being_seen(store: Store) -> None:
    await meet(store, CLO, ANA, BEN)
    puzzle = await keep_puzzle(store)
    for player in (ANA, BEN, CLO):
        await attempt(store, puzzle, player, QUIT)
    await close(store, puzzle)
    for period in Period:
        found = await lines(store, a_daily_board(period))
        assert [player for player, _ in found] == [CLO, ANA, BEN]


async def test_longer_boards_count_closed_days_by_their_shares(store: Store) -> None:
    await meet(store, ANA, BEN)
    one, two = await keep_puzzle(store), await keep_puzzle(store, 2, points=200)
    await attempt(store, one, ANA, QUIT)
    await attempt(store, two, ANA, QUIT, ETE)
    await attempt(store, two, BEN, ETE, LE_SET)
    for period in LONG:
        assert await lines(store, a_daily_board(period)) == []
    await close(store, one)
    for period in LONG:
        assert await lines(store, a_daily_board(period)) == [(ANA, 120_000)]
    await close(store, two)
    for period in LONG:
        board = a_daily_board(period)
        assert await lines(store, board) == [(ANA, 330_000), (BEN, 185_000)]
        async with store.read() as work:
            assert await work.attempts.get(board, ANA) == DailyLine(ANA, "Ana", 330_000, 2, 54, 3)
            assert await work.attempts.ahead(board, 185_000) == 1
            assert await work.attempts.ahead(board, 330_000) == 0
            assert await work.attempts.count(board) == 2
    assert await lines(store, a_daily_board(day=two.day)) == [(ANA, 42), (BEN, 37)]


async def test_weeks_months_and_languages_are_boards_of_their_own(store: Store) -> None:
    await meet(store, ANA)
    days = [
        DAY,
        DAY + timedelta(days=7),
        DAY + timedelta(days=10),
    ]  # 21 and 28 September, 1 October
    for number, day in enumerate(days, 1):
        puzzle = await keep_puzzle(store, number, day=day, points=1000)
        await attempt(store, puzzle, ANA, *(QUIT, ETE, LE_SET)[:number])
        await close(store, puzzle)
    english = await keep_puzzle(store, lexicon=ENGLISH)
    await attempt(store, english, ANA, LE_SET)
    await close(store, english)

    async def value(period: Period, day: int, language: str = "fr") -> int:
        board = a_daily_board(period, day=days[day], language=language)
        ((player, found),) = await lines(store, board)
        assert player == ANA
        return found

    assert [await value(Period.WEEK, day) for day in range(3)] == [12_000, 91_000, 91_000]
    assert [await value(Period.MONTH, day) for day in range(3)] == [54_000, 54_000, 49_000]
    assert await value(Period.ALL, 0) == 103_000
    assert [await value(period, 0, "en") for period in Period] == [7, 70_000, 70_000, 70_000]
    assert await lines(store, a_daily_board(language="de")) == []


async def test_an_attempt_that_ends_after_its_day_was_closed_counts_at_once(store: Store) -> None:
    await meet(store, ANA, BEN)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, BEN, ETE)
    late = await begin(store, puzzle, ANA)
    await close(store, puzzle)
    assert await lines(store, a_daily_board(Period.ALL)) == [(BEN, 300_000)]
    async with store.write() as work:
        await finish_attempt(work, late, [QUIT])
    for period in LONG:
        assert await lines(store, a_daily_board(period)) == [(BEN, 300_000), (ANA, 120_000)]
    assert await lines(store, TODAY) == [(BEN, 30), (ANA, 12)]


async def test_who_is_hidden_is_on_no_board_but_has_a_line(store: Store) -> None:
    await meet(store, ANA, BEN, CLO, chat=SQUARE)
    puzzle = await keep_puzzle(store)
    async with store.write() as work:
        await work.players.set_visibility(ANA, Visibility.NOBODY)
        await work.players.set_visibility(BEN, Visibility.CHAT)
    for player, word in ((ANA, ETE), (BEN, QUIT), (CLO, LE_SET)):
        await attempt(store, puzzle, player, word)
    await close(store, puzzle)
    for period, values in ((Period.DAY, (30, 12, 7)), *((each, None) for each in LONG)):
        ana, ben, clo = values or (300_000, 120_000, 70_000)
        world, square = a_daily_board(period), a_daily_board(period, SQUARE)
        assert await lines(store, world) == [(CLO, clo)]
        assert await lines(store, square) == [(BEN, ben), (CLO, clo)]
        async with store.read() as work:
            for board in (world, square, a_daily_board(period, PARK)):
                own = await work.attempts.get(board, ANA)
                assert own is not None
                assert own.value == ana
            assert await work.attempts.ahead(world, 0) == 1
            assert await work.attempts.ahead(square, clo) == 1


async def test_visibility_changes_boards_at_once_past_ones_too(store: Store) -> None:
    await meet(store, ANA, BEN, chat=SQUARE)
    puzzle, running = await keep_puzzle(store), await keep_puzzle(store, 2)
    for player in (ANA, BEN):
        await attempt(store, puzzle, player, QUIT)
    await close(store, puzzle)
    await begin(store, running, ANA)
    shown = {Visibility.NOBODY: (0, 0), Visibility.CHAT: (0, 1), Visibility.WORLD: (1, 1)}
    for visibility, (worldwide, there) in shown.items():
        async with store.write() as work:
            await work.players.set_visibility(ANA, visibility)
        for period in Period:
            assert len(await lines(store, a_daily_board(period))) == 1 + worldwide
            assert len(await lines(store, a_daily_board(period, SQUARE))) == 1 + there


async def test_an_attempt_under_way_ends_as_visible_as_its_player_is_then(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await begin(store, puzzle, ANA)
    async with store.write() as work:
        await work.players.set_visibility(ANA, Visibility.CHAT)
        await finish_attempt(work, record, [QUIT])
    assert await lines(store, TODAY) == []


async def test_a_chats_board_has_who_was_seen_there_by_any_account(store: Store) -> None:
    await meet(store, ANA, BEN)
    other = PlayerRef("other", "ben")
    await meet(store, other, chat=SQUARE)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, ETE)
    await attempt(store, puzzle, BEN, QUIT)
    await close(store, puzzle)
    for period in Period:
        assert await lines(store, a_daily_board(period, SQUARE)) == []
    await join(store, other, BEN)
    for period in Period:
        (line,) = await lines(store, a_daily_board(period, SQUARE))
        assert line[0] == other
    await see(store, BEN, SQUARE)
    await see(store, ANA, SQUARE)
    for period in Period:
        found = await lines(store, a_daily_board(period, SQUARE))
        assert [player for player, _ in found] == [ANA, BEN]
        assert await lines(store, a_daily_board(period, PARK)) == []


async def test_a_chats_board_shows_the_account_that_was_seen_there_and_no_other(
    store: Store,
) -> None:
    first, second, third = (PlayerRef(platform, "x") for platform in ("one", "two", "three"))
    async with store.write() as work:
        for ref, name, chat in ((first, "First", None), (second, "Second", PARK)):
            await work.players.see(Member(ref, name), chat, START)
        await work.players.see(Member(third, "Third"), SQUARE, START)
    await meet(store, ANA, chat=SQUARE)
    puzzle = await keep_puzzle(store)
    await join(store, first, third)
    await join(store, second, third)
    await attempt(store, puzzle, second, QUIT, hurry=2)
    await attempt(store, puzzle, ANA, QUIT)
    await close(store, puzzle)

    async def shown(board: Board) -> tuple[PlayerRef, str]:
        """Return who bears the line of these accounts; `get` says the same for each."""
        async with store.read() as work:
            own = {await work.attempts.get(board, ref) for ref in (first, second, third)}
            (line,) = own
            assert line
            top = await work.attempts.top(board, 9)
            assert top[:1] == [line] or line not in top
            assert (await work.attempts.top(board, 1))[:1] == top[:1]
        return line.player, line.name

    for period in Period:
        assert await shown(a_daily_board(period)) == (first, "First")
        assert await shown(a_daily_board(period, PARK)) == (second, "Second")
        assert await shown(a_daily_board(period, SQUARE)) == (third, "Third")
        assert await shown(a_daily_board(period, ChatRef("test", "elsewhere"))) == (first, "First")
    async with store.read() as work:
        (line,) = await work.attempts.hurried(puzzle.id, SQUARE)
        assert (line.player, line.name) == (third, "Third")
        (line,) = await work.attempts.hurried(puzzle.id, None)
        assert (line.player, line.name) == (first, "First")
    await see(store, second, SQUARE)
    for period in Period:
        assert await shown(a_daily_board(period, SQUARE)) == (second, "Second")


async def test_dailies_and_rounds_have_boards_of_their_own(store: Store) -> None:
    await meet(store, ANA, BEN)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, QUIT)
    await play(store, a_score(BEN, 5))
    await close(store, puzzle)
    for period in Period:
        board = a_daily_board(period)
        assert [player for player, _ in await lines(store, board)] == [ANA]
        async with store.read() as work:
            assert await work.attempts.get(board, BEN) is None
            assert await work.standings.get(a_board(None, period=period), ANA) is None
            assert await work.standings.get(a_board(None, period=period), BEN)
