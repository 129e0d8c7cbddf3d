import pytest

from core.chats.players import Visibility
from core.ids import PlayerRef
from core.ports import NotYet, Store
from core.rounds.purpose import ForDaily
from core.standings import Period
from tests.contract.dailies import (
    END,
    LE_SET,
    SOLA,
    a_daily_board,
    attempt,
    begin,
    close,
    finish_attempt,
    join,
    keep_puzzle,
    lines,
)
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    ETE,
    QUIT,
    SQUARE,
    START,
    a_board,
    a_score,
    assert_conflict,
    meet,
    play,
    top,
)

LONG = (Period.WEEK, Period.MONTH, Period.ALL)


async def accounts(store: Store, *players: PlayerRef) -> list[list[PlayerRef]]:
    async with store.read() as work:
        return [await work.links.accounts(player) for player in players]


async def part(store: Store, account: PlayerRef) -> bool:
    async with store.write() as work:
        return await work.links.part(account)


async def owners(store: Store, *players: PlayerRef) -> list[list[tuple[int, PlayerRef]]]:
    """Return, for each player, the numbers of their attempts, and whose these are."""
    async with store.read() as work:
        return [
            [(each.number, each.player) for each in await work.attempts.by(player)]
            for player in players
        ]


async def test_a_code_tells_once_whose_it_is(store: Store) -> None:
    await meet(store, ANA)
    async with store.write() as work:
        await work.links.offer(ANA, "abc", START + 600)
    async with store.write() as work:
        assert await work.links.take("other", START) is None
        assert await work.links.take("abc", START + 599) == ANA
        assert await work.links.take("abc", START) is None


async def test_a_code_ends_and_is_used_up_by_trying(store: Store) -> None:
    await meet(store, ANA)
    async with store.write() as work:
        await work.links.offer(ANA, "abc", START + 600)
        assert await work.links.take("abc", START + 600) is None
        assert await work.links.take("abc", START) is None


async def test_a_new_code_takes_the_place_of_older_ones(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    await join(store, ANA, BEN)
    async with store.write() as work:
        await work.links.offer(ANA, "one", START + 600)
        await work.links.offer(CLO, "two", START + 600)
        await work.links.offer(BEN, "three", START + 600)
        assert await work.links.take("one", START) is None
        assert await work.links.take("two", START) == CLO
        assert await work.links.take("three", START) == BEN


async def test_a_code_is_a_seen_players_and_nobody_elses(store: Store) -> None:
    await meet(store, ANA, BEN)
    async with store.write() as work:
        await work.links.offer(ANA, "abc", START + 600)
    await assert_conflict(store, lambda work: work.links.offer(CLO, "new", START + 600))
    await assert_conflict(store, lambda work: work.links.offer(BEN, "abc", START + 600))


async def test_an_account_is_first_one_player_alone(store: Store) -> None:
    await meet(store, ANA, BEN)
    assert await accounts(store, ANA, BEN, CLO) == [[ANA], [BEN], [CLO]]
    assert not await part(store, ANA)


async def test_joined_accounts_are_one_player_in_order_of_first_being_seen(store: Store) -> None:
    await meet(store, CLO, ANA, BEN)
    await join(store, ANA, BEN)
    await join(store, BEN, CLO)
    assert await accounts(store, ANA, BEN, CLO) == [[CLO, ANA, BEN]] * 3
    async with store.write() as work:
        assert not await work.links.join(ANA, CLO)
        assert not await work.links.join(BEN, BEN)


async def test_only_who_was_seen_is_joined_or_parted(store: Store) -> None:
    await meet(store, ANA)
    await assert_conflict(store, lambda work: work.links.join(ANA, BEN))
    await assert_conflict(store, lambda work: work.links.join(BEN, ANA))
    assert not await part(store, BEN)


async def test_attempts_of_joined_accounts_are_one_players(store: Store) -> None:
    await meet(store, ANA, BEN)
    one, two, three = [await keep_puzzle(store, number) for number in (1, 2, 3)]
    await attempt(store, one, ANA, QUIT)
    await attempt(store, two, BEN, ETE)
    await close(store, one, two)
    await join(store, BEN, ANA)
    await attempt(store, three, BEN, LE_SET)
    assert await owners(store, ANA, BEN) == [[(1, ANA), (2, ANA), (3, ANA)]] * 2
    for period in LONG:
        assert await lines(store, a_daily_board(period)) == [(ANA, 420_000)]
    async with store.read() as work:
        first, second = await work.attempts.of(two.id, ANA), await work.attempts.of(two.id, BEN)
        assert first == second
        line = await work.attempts.get(a_daily_board(Period.ALL), BEN)
        assert line == await work.attempts.get(a_daily_board(Period.ALL), ANA)
        assert line
        assert (line.name, line.days, line.points, line.words) == ("Ana", 2, 42, 2)
    await assert_conflict(store, lambda work: work.attempts.begin(three, ANA, 1, START))


@pytest.mark.parametrize("first", [ANA, BEN])
async def test_of_two_attempts_the_one_that_began_first_counts(
    store: Store, first: PlayerRef
) -> None:
    await meet(store, ANA, BEN)
    puzzle = await keep_puzzle(store)
    began = {player: START + (player != first) for player in (ANA, BEN)}
    ana = await attempt(store, puzzle, ANA, QUIT, at=began[ANA])
    ben = await attempt(store, puzzle, BEN, QUIT, ETE, at=began[BEN], refused=[SOLA])
    await close(store, puzzle)
    await join(store, ANA, BEN)
    kept, points = (ana, 12) if first == ANA else (ben, 42)
    assert await lines(store, a_daily_board()) == [(ANA, points)]
    for period in LONG:
        assert await lines(store, a_daily_board(period)) == [(ANA, points * 10_000)]
    async with store.read() as work:
        found = await work.attempts.of(puzzle.id, BEN)
        assert found
        assert (found.round_id, found.player, found.points) == (kept.id, ANA, points)
        words = {"quit": 1} if first == ANA else {"quit": 1, "ete": 1}
        assert await work.attempts.finders(puzzle.id) == words
        for record in (ana, ben):
            stored = await work.rounds.get(record.id)
            assert stored
            assert stored.purpose == ForDaily(puzzle.id, ranked=record == kept)


async def test_of_attempts_that_began_at_once_the_first_round_counts(store: Store) -> None:
    await meet(store, ANA, BEN)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, BEN, ETE)
    await attempt(store, puzzle, ANA, QUIT)
    await join(store, ANA, BEN)
    assert await lines(store, a_daily_board()) == [(ANA, 30)]


async def test_an_attempt_under_way_may_count_or_be_none_any_more(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    puzzle = await keep_puzzle(store)
    running = await begin(store, puzzle, ANA, START)
    late = await begin(store, puzzle, BEN, START + 1)
    await attempt(store, puzzle, CLO, ETE, at=START + 2)
    await join(store, ANA, BEN)
    await join(store, ANA, CLO)
    assert await lines(store, a_daily_board()) == []
    async with store.write() as work:
        await finish_attempt(work, late, [ETE])
        await finish_attempt(work, running, [QUIT])
    assert await lines(store, a_daily_board()) == [(ANA, 12)]
    async with store.read() as work:
        assert await work.attempts.finders(puzzle.id) == {"quit": 1}
        assert await work.attempts.players(puzzle.id) == 1


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        (Visibility.WORLD, Visibility.CHAT, Visibility.CHAT),
        (Visibility.NOBODY, Visibility.CHAT, Visibility.NOBODY),
        (Visibility.WORLD, Visibility.WORLD, Visibility.WORLD),
        (Visibility.WORLD, Visibility.NOBODY, Visibility.NOBODY),
    ],
)
async def test_joined_players_are_shown_as_the_more_private_wants(
    store: Store, one: Visibility, other: Visibility, joined: Visibility
) -> None:
    await meet(store, ANA, BEN, CLO, chat=SQUARE)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, QUIT)
    await attempt(store, puzzle, BEN, ETE)
    await play(store, a_score(ANA, 9), a_score(BEN, 5), a_score(CLO, 1))
    await close(store, puzzle)
    async with store.write() as work:
        await work.players.set_visibility(ANA, one)
        await work.players.set_visibility(BEN, other)
    await join(store, ANA, BEN)
    async with store.read() as work:
        for player in (ANA, BEN):
            found = await work.players.get(player)
            assert found
            assert found.visibility is joined
    for chat in (None, SQUARE):
        shown = joined.shows(worldwide=chat is None)
        for period in Period:
            assert bool(await lines(store, a_daily_board(period, chat))) is shown
        assert len(await top(store, a_board(chat))) == (3 if shown else 1)


async def test_visibility_is_that_of_all_accounts(store: Store) -> None:
    await meet(store, ANA, BEN, CLO, chat=SQUARE)
    puzzle = await keep_puzzle(store)
    await join(store, ANA, BEN)
    await attempt(store, puzzle, BEN, QUIT)
    await play(store, a_score(ANA, 9), a_score(BEN, 5), a_score(CLO, 1))
    await close(store, puzzle)
    async with store.write() as work:
        await work.players.set_visibility(BEN, Visibility.NOBODY)
    async with store.read() as work:
        for player in (ANA, BEN):
            found = await work.players.get(player)
            assert found
            assert found.visibility is Visibility.NOBODY
    for period in Period:
        assert await lines(store, a_daily_board(period)) == []
    assert await top(store, a_board(None)) == [(CLO, 1)]


async def test_who_parts_leaves_what_was_played_with_the_others(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    one, two = await keep_puzzle(store), await keep_puzzle(store, 2)
    await join(store, ANA, BEN)
    await join(store, ANA, CLO)
    await attempt(store, one, CLO, QUIT)
    running = await begin(store, two, ANA)
    await close(store, one, two)
    assert await part(store, CLO)
    assert await accounts(store, ANA, BEN, CLO) == [[ANA, BEN], [ANA, BEN], [CLO]]
    assert await owners(store, ANA, CLO) == [[(1, ANA), (2, ANA)], []]
    assert await part(store, ANA)
    assert await accounts(store, ANA, BEN, CLO) == [[ANA], [BEN], [CLO]]
    assert await owners(store, ANA, BEN) == [[], [(1, BEN), (2, BEN)]]
    assert not await part(store, BEN)
    async with store.write() as work:
        await finish_attempt(work, running, [ETE])
    for period in LONG:
        assert await lines(store, a_daily_board(period)) == [(BEN, 420_000)]
    await attempt(store, await keep_puzzle(store, 3), ANA, QUIT)
    assert await owners(store, ANA) == [[(3, ANA)]]


@pytest.mark.parametrize("leaving", [ANA, BEN])
async def test_who_played_today_parts_when_the_day_is_closed(
    store: Store, leaving: PlayerRef
) -> None:
    await meet(store, ANA, BEN, CLO)
    puzzle = await keep_puzzle(store)
    await join(store, ANA, BEN)
    record = await begin(store, puzzle, BEN)
    for done in (False, True):
        if done:
            async with store.write() as work:
                await finish_attempt(work, record, [QUIT])
        with pytest.raises(NotYet):
            await part(store, leaving)
        assert await accounts(store, ANA) == [[ANA, BEN]]
    await attempt(store, puzzle, CLO, QUIT)
    assert not await part(store, CLO)
    await close(store, puzzle)
    assert await part(store, leaving)


async def test_the_first_account_may_leave_two_that_stay_one(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, QUIT)
    await close(store, puzzle)
    await join(store, BEN, CLO)
    await join(store, CLO, ANA)
    assert await part(store, ANA)
    assert await accounts(store, BEN, CLO) == [[BEN, CLO]] * 2
    assert await owners(store, ANA, CLO) == [[], [(1, BEN)]]
    assert await lines(store, a_daily_board(Period.ALL)) == [(BEN, 120_000)]


async def test_a_parted_account_stays_as_visible_as_it_was_and_may_join_again(
    store: Store,
) -> None:
    await meet(store, ANA, BEN)
    await join(store, ANA, BEN)
    async with store.write() as work:
        await work.players.set_visibility(ANA, Visibility.CHAT)
    assert await part(store, BEN)
    async with store.write() as work:
        await work.players.set_visibility(ANA, Visibility.WORLD)
        found = await work.players.get(BEN)
        assert found
        assert found.visibility is Visibility.CHAT
    await join(store, BEN, ANA)
    assert await accounts(store, BEN) == [[ANA, BEN]]


async def test_a_forgotten_account_leaves_its_player(store: Store) -> None:
    await meet(store, ANA, BEN)
    one, two = await keep_puzzle(store), await keep_puzzle(store, 2)
    await join(store, ANA, BEN)
    await attempt(store, one, ANA, QUIT)
    await close(store, one)
    async with store.write() as work:
        await work.links.offer(BEN, "abc", END + 600)
        await work.links.offer(ANA, "def", END + 600)
        left = await work.players.forget(ANA, 1.0)
        assert left
        assert await work.links.take("def", END) is None
    assert await accounts(store, ANA, BEN, left) == [[ANA], [BEN], [left]]
    assert await owners(store, BEN, left) == [[(1, BEN)], []]
    assert await lines(store, a_daily_board(Period.ALL)) == [(BEN, 120_000)]
    await attempt(store, two, BEN, QUIT)
    await close(store, two)
    async with store.write() as work:
        left = await work.players.forget(BEN, 1.0)
        assert left
        (line, *_) = await work.attempts.top(a_daily_board(), 9)
        assert (line.player, line.name) == (left, "")
    assert await owners(store, BEN, left) == [[], [(1, left), (2, left)]]
    assert await lines(store, a_daily_board(Period.ALL)) == [(left, 240_000)]


async def test_a_forgotten_account_leaves_todays_attempt_with_the_others(store: Store) -> None:
    await meet(store, ANA, BEN)
    puzzle = await keep_puzzle(store)
    await join(store, ANA, BEN)
    record = await attempt(store, puzzle, ANA, QUIT)
    async with store.write() as work:
        await work.players.forget(ANA, 1.0)
        stored = await work.rounds.get(record.id)
        assert stored
        assert stored.purpose == ForDaily(puzzle.id, ranked=True)
        assert await work.attempts.finders(puzzle.id) == {"quit": 1}
    assert await owners(store, BEN) == [[(1, BEN)]]
    assert await lines(store, a_daily_board()) == [(BEN, 12)]
