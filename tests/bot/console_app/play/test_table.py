"""Rounds at a table and in its store agree, whatever happens to either."""

from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest

from bot.console_app.play.seat import HERE, LEFT
from bot.console_app.play.session import Asked, NotKept, finish_left, sit_down
from bot.console_app.play.table import Table
from core.grid import Grid
from core.lexicon import Lexicon
from core.lexicon.catalogue import UnknownLexicon
from core.opponents.levels import opponent
from core.ports import Store, StoreError
from core.rounds.events import Termination
from core.rounds.record import RoundRecord, Terms
from core.rounds.round import State
from core.rounds.verdict import Cause
from core.standings import Played
from core.store.memory import MemoryStore
from core.store.sql.failures import LOCKED
from core.store.sql.store import open_store
from tests.bot.console_app.play.seats import FakeClock, Full, Written, a_table
from tests.core.rounds.boards import ANA, END, START
from tests.helpers.adapters import ThisGrid
from tests.helpers.fakes import Flaky, SameGrid

ENGLISH = Terms(lexicon="en", seconds=60)
Lexicons = Callable[[str], Lexicon]


async def rounds_of(store: Store) -> list[RoundRecord]:
    async with store.read() as work:
        kept = [await work.rounds.get(key) for key in range(1, 9)]
    return [record for record in kept if record]


async def results_of(store: Store) -> list[Played]:
    async with store.read() as work:
        return await work.standings.played(ANA)


async def untold_in(store: Store) -> int:
    async with store.read() as work:
        return len(await work.rounds.unannounced({HERE.platform}))


async def test_every_verdict_is_one_that_is_stored() -> None:
    there, store = Written(), MemoryStore()
    table = await a_table(there.seat, store)
    verdicts = [await table.submit(text) for text in ("quit", "zoo", "quit", "rest")]
    async with store.read() as work:
        assert [play.verdict for play in await work.plays.of(table.record.id)] == verdicts
    over = await table.stop()
    assert (over.termination, over.error, over.more) == (Termination.STOPPED, None, False)
    await table.told()
    (played,) = await results_of(store)
    assert (played.score.points, played.score.words, played.score.misses) == (19, 2, 1)
    assert await untold_in(store) == 0


async def test_a_round_without_words_leaves_no_result() -> None:
    there, store = Written(), MemoryStore()
    table = await a_table(there.seat, store)
    await table.submit("zoo")
    await table.stop()
    assert await results_of(store) == []


async def test_each_run_has_a_room_of_its_own() -> None:
    store = MemoryStore()
    one, other = [await a_table(Written().seat, store) for _ in range(2)]
    assert one.record.room.chat == other.record.room.chat == HERE
    assert one.record.room != other.record.room


async def test_time_ends_a_round_at_its_deadline_and_not_before() -> None:
    there = Written()
    table = await a_table(there.seat)
    there.clock.now = END - 0.01
    assert await table.tick() is None
    there.clock.now = END
    over = await table.tick()
    assert over
    assert over.termination is Termination.TIME_UP


async def test_an_end_that_cannot_be_kept_still_has_its_card() -> None:
    there, store = Written(), Full(MemoryStore())
    for end in ("tick", "stop"):
        store.full = False
        table = await a_table(there.seat, store)
        await table.submit("quit")
        store.full = True
        there.clock.now += 120
        over = await getattr(table, end)()
        assert isinstance(over.error, StoreError)
        assert over.result.of(ANA).points == 12
        assert over.termination is {"tick": Termination.TIME_UP, "stop": Termination.STOPPED}[end]


async def test_an_end_that_is_refused_once_is_kept_at_the_second_try() -> None:
    there, store = Written(), Flaky(MemoryStore())
    table = await a_table(there.seat, store)
    await table.submit("quit")
    there.clock.now = END
    store.fails = "before"
    over = await table.tick()
    assert over
    assert (over.termination, over.error) == (Termination.TIME_UP, None)
    assert len(await results_of(store)) == 1


async def test_a_clock_put_back_and_a_round_that_another_finished_take_no_words() -> None:
    there, store = Written(), MemoryStore()
    table = await a_table(there.seat, store)
    there.clock.now = START - 60
    assert (await table.submit("quit")).cause is Cause.NOT_STARTED
    there.clock.now = END + LEFT + 1
    await finish_left(store, SameGrid(), ANA, there.clock)
    assert (await table.submit("quit")).cause is Cause.TOO_LATE
    over = await table.tick()
    assert over
    assert (over.termination, over.error) == (Termination.TIME_UP, None)


async def test_a_round_cut_short_does_not_end_its_match() -> None:
    there, store = Written(), MemoryStore()
    table = await a_table(there.seat, store, rounds=3)
    for number in (1, 2, 3):
        assert table.record.number == number
        there.clock.now += 5
        await table.submit("quit")
        over = await table.cut()
        assert over.termination is Termination.STOPPED
        assert over.result.of(ANA).points == 12
        assert over.more == (number < 3)
        await table.told()
        if over.more:
            await table.begin()
            assert table.round.starts_at == there.clock.now
            assert table.round.deadline == there.clock.now + 120
    assert [record.state for record in await rounds_of(store)] == [State.FINISHED] * 3
    assert len(await results_of(store)) == 3
    assert await untold_in(store) == 0


async def test_who_leaves_between_rounds_leaves_nothing_waiting() -> None:
    there, store = Written(), MemoryStore()
    table = await a_table(there.seat, store, rounds=3)
    await table.cut()
    await table.told()
    await table.leave()
    assert [record.state for record in await rounds_of(store)] == [State.FINISHED] * 2
    assert await untold_in(store) == 0


@pytest.mark.parametrize("rounds", [1, 3])
async def test_what_a_killed_process_left_is_finished_a_minute_after_its_end(
    rounds: int, tmp_path: Path
) -> None:
    clock, place = FakeClock(), tmp_path / "seize.db"
    store = await open_store(place)
    table = await a_table(Written(clock).seat, store, rounds=rounds)
    await table.submit("quit")
    await table.submit("rest")
    await store.close()  # nothing else is left of the process

    store = await open_store(place)
    clock.now = END + LEFT
    await finish_left(store, SameGrid(), ANA, clock)
    assert await results_of(store) == []
    clock.now += 1
    await finish_left(store, SameGrid(), ANA, clock)
    (played,) = await results_of(store)
    assert (played.score.points, played.score.words) == (19, 2)
    assert {record.state for record in await rounds_of(store)} == {State.FINISHED}
    assert await untold_in(store) == 0
    await store.close()


async def test_a_round_that_waited_when_its_process_was_killed_is_called_off() -> None:
    there, store = Written(), MemoryStore()
    table = await a_table(there.seat, store, rounds=3)
    await table.cut()
    there.clock.now += 100_000
    await finish_left(store, SameGrid(), ANA, there.clock)
    assert {record.state for record in await rounds_of(store)} == {State.FINISHED}
    assert await untold_in(store) == 0


async def test_left_rounds_that_cannot_be_finished_keep_nobody_from_playing() -> None:
    there, store = Written(), Flaky(MemoryStore())
    await a_table(there.seat, store)
    there.clock.now = END + LEFT + 1
    store.fails = "before"
    await finish_left(store, SameGrid(), ANA, there.clock)
    assert [record.state for record in await rounds_of(store)] == [State.RUNNING]
    await finish_left(store, SameGrid(), ANA, there.clock)
    assert [record.state for record in await rounds_of(store)] == [State.FINISHED]


async def grid_of(asked: Asked, lexicon: Lexicons, store: Callable[[], Awaitable[Store]]) -> Grid:
    async with sit_down(asked, Written().seat, lexicon, store) as table:
        return table.round.solution.grid


async def test_a_seed_gives_its_grid_with_and_without_a_database(lexicon: Lexicons) -> None:
    async def memory() -> Store:
        return MemoryStore()

    async def refusing() -> Store:
        store = Flaky(MemoryStore())
        store.fails = "before"
        return store

    async def closed() -> Store:
        raise StoreError(LOCKED, place="here")

    asked = Asked(ENGLISH, seed=5)
    grid = await grid_of(asked, lexicon, memory)
    assert grid == await grid_of(asked, lexicon, memory)
    assert grid != await grid_of(Asked(ENGLISH, seed=6), lexicon, memory)
    with pytest.warns(NotKept, match="will not be kept: no room left"):
        assert grid == await grid_of(asked, lexicon, refusing)
    with pytest.warns(NotKept, match="will not be kept: the database here is locked"):
        assert grid == await grid_of(asked, lexicon, closed)


async def test_a_given_grid_is_played_as_it_is_in_every_round(lexicon: Lexicons) -> None:
    given = Grid.parse("SMATORGVTREIADPS .T..td.D....D...")

    async def memory() -> Store:
        return MemoryStore()

    assert await grid_of(Asked(ENGLISH, seed=1, grid=given), lexicon, memory) == given


async def test_what_no_database_is_to_blame_for_is_refused(lexicon: Lexicons) -> None:
    async def memory() -> Store:
        return MemoryStore()

    with pytest.raises(UnknownLexicon):
        await grid_of(Asked(Terms(lexicon="xx"), seed=1), lexicon, memory)


async def test_a_table_without_a_round_shows_none() -> None:
    table = Table(MemoryStore(), SameGrid(), ANA, FakeClock())
    for look in (lambda: table.round, lambda: table.record):
        with pytest.raises(Exception, match="no round is running here"):
            look()


async def test_a_computer_player_plays_along(lexicon: Lexicons) -> None:
    clock, store = FakeClock(), MemoryStore()
    table = Table(store, ThisGrid(lexicon, count(1)), ANA, clock)
    await table.start(Terms(lexicon="en", seconds=60, opponent=9))
    await table.submit("mat")
    clock.now += 30
    assert await table.tick() is None
    first = {card.player: len(card.words) for card in table.round.result().standing}
    assert first[opponent(9).ref] > 0
    clock.now += 31
    over = await table.tick()
    assert over
    words = {card.player: len(card.words) for card in over.result.standing}
    assert words[opponent(9).ref] > first[opponent(9).ref]
    assert words[ANA] == 1
    async with store.read() as work:
        assert await work.standings.played(opponent(9).ref) == []
    (played,) = await results_of(store)
    assert (played.score.rank, played.score.won) == (1, False)
