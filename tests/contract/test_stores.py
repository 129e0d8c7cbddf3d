import asyncio

import pytest

from core.chats.house import Side
from core.chats.players import Visibility
from core.ids import ChatRef, Member, Room
from core.ports import Store, UnitOfWork
from tests.contract.dailies import a_puzzle, add_attempt, finish_attempt
from tests.contract.made import (
    ANA,
    BEN,
    PARK,
    QUIT,
    SQUARE,
    START,
    a_find,
    a_record,
    a_request,
    a_score,
    finish,
    keep,
    meet,
    picture,
    play,
)
from tests.contract.wordles import a_game, a_guess, a_word


class Interruption(BaseException):
    pass


async def change_everything(work: UnitOfWork, round_id: int, finished_id: int) -> None:
    await work.players.see(Member(BEN, "Benedikt"), PARK, START)
    await work.players.set_visibility(ANA, Visibility.NOBODY)
    await work.plays.add([a_find(round_id, BEN)], 0)
    await work.rounds.add(a_record(room=Room(PARK)))
    await work.rounds.mark_announced(finished_id, START)
    finished = await work.rounds.get(finished_id)
    assert finished
    await work.standings.add(finished, [a_score(BEN)])
    await work.chats.set(SQUARE, "language", "fr")
    await work.house.put(SQUARE, "fr", "tira", Side.ADD)
    await work.house.add(a_request())
    await work.chats.mark_told(SQUARE, "fr", 3)
    puzzle = await work.puzzles.get(await work.puzzles.add(a_puzzle()))
    assert puzzle
    attempt = await work.rounds.get(await add_attempt(work, puzzle, BEN))
    assert attempt
    await finish_attempt(work, attempt, [QUIT])
    await work.puzzles.close(puzzle.id, START)
    await work.links.join(ANA, BEN)
    await work.players.set_visibility(BEN, Visibility.CHAT)
    await work.wordles.add_word(a_word())
    game = await work.wordles.add(a_game(BEN))
    await work.wordles.guess(game, a_guess(player=BEN), 0)
    await work.wordles.finish(game, START, given_up=True)
    await work.players.forget(ANA, 1.0)


@pytest.mark.parametrize("raised", [ValueError, Interruption])
async def test_whatever_raises_in_a_unit_of_work_changes_nothing(
    store: Store, raised: type[BaseException]
) -> None:
    await meet(store, ANA, BEN, chat=SQUARE)
    await play(store, a_score(ANA))
    finished = await finish(store, (await keep(store)).id)
    running = await keep(store)
    before = await picture(store)

    async def change_and_raise() -> None:
        async with store.write() as work:
            await change_everything(work, running.id, finished.id)
            raise raised

    with pytest.raises(raised):
        await change_and_raise()
    assert await picture(store) == before


async def test_a_closed_unit_of_work_has_changed_everything(store: Store) -> None:
    await meet(store, ANA, BEN, chat=SQUARE)
    finished = await finish(store, (await keep(store)).id)
    running = await keep(store)
    before = await picture(store)
    async with store.write() as work:
        await change_everything(work, running.id, finished.id)
    after = await picture(store)
    assert all(old != new for old, new in zip(before, after, strict=True))


async def test_a_cancelled_writer_changes_nothing_and_lets_the_next_one_in(store: Store) -> None:
    waiting = asyncio.Event()

    async def write_and_wait() -> None:
        async with store.write() as work:
            await work.chats.set(SQUARE, "language", "fr")
            waiting.set()
            await asyncio.Event().wait()

    writer = asyncio.create_task(write_and_wait())
    await waiting.wait()
    writer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writer
    async with store.write() as work:
        assert await work.chats.settings(SQUARE) == {}
        await work.chats.set(SQUARE, "law", "split")
    async with store.read() as work:
        assert await work.chats.settings(SQUARE) == {"law": "split"}


async def test_a_unit_of_work_reads_what_it_wrote(store: Store) -> None:
    async with store.write() as work:
        await work.players.see(Member(ANA, "Ana"), SQUARE, START)
        key = await work.rounds.add(a_record())
        assert await work.players.memberships(ANA) == {SQUARE: START}
        assert await work.rounds.active(a_record().room) == await work.rounds.get(key)


async def test_a_reader_sees_one_state_throughout(store: Store) -> None:
    await meet(store, ANA, chat=SQUARE)
    async with store.read() as work:
        assert await work.players.get(BEN) is None
        await meet(store, BEN, chat=SQUARE)
        await keep(store)
        await play(store, a_score(BEN), room=Room(PARK))
        async with store.write() as writing:
            await writing.chats.set(SQUARE, "language", "fr")
        assert await work.players.get(BEN) is None
        assert await work.rounds.active_on({"test"}) == []
        assert await work.standings.played(BEN) == []
        assert await work.chats.settings(SQUARE) == {}
    async with store.read() as work:
        assert len(await work.rounds.active_on({"test"})) == 1


async def test_nobody_sees_what_is_not_committed_yet(store: Store) -> None:
    async with store.write() as writing:
        await writing.players.see(Member(ANA, "Ana"), SQUARE, START)
        async with store.read() as work:
            assert await work.players.get(ANA) is None
    async with store.read() as work:
        assert await work.players.get(ANA)


async def test_writers_wait_for_one_another(store: Store) -> None:
    async def count_on() -> None:
        async with store.write() as work:
            before = await work.chats.settings(SQUARE)
            await asyncio.sleep(0)
            await work.chats.set(SQUARE, "count", str(int(before.get("count", "0")) + 1))

    await asyncio.gather(*(count_on() for _ in range(8)))
    async with store.read() as work:
        assert await work.chats.settings(SQUARE) == {"count": "8"}


async def test_settings_are_kept_by_chat_and_name(store: Store) -> None:
    elsewhere = ChatRef("elsewhere", SQUARE.id)
    async with store.write() as work:
        await work.chats.set(SQUARE, "language", "fr")
        await work.chats.set(SQUARE, "welcome", "« Bienvenue ! » ☺\n")
        await work.chats.set(SQUARE, "empty", "")
        await work.chats.set(PARK, "language", "de")
    async with store.read() as work:
        settings = {"language": "fr", "welcome": "« Bienvenue ! » ☺\n", "empty": ""}
        assert await work.chats.settings(SQUARE) == settings
        assert await work.chats.settings(PARK) == {"language": "de"}
        assert await work.chats.settings(elsewhere) == {}


async def test_a_setting_can_be_changed_and_taken_back(store: Store) -> None:
    async with store.write() as work:
        await work.chats.set(SQUARE, "language", "fr")
        await work.chats.set(SQUARE, "language", "en")
        assert await work.chats.settings(SQUARE) == {"language": "en"}
        await work.chats.set(SQUARE, "language", None)
        await work.chats.set(SQUARE, "law", None)
        await work.chats.set(PARK, "law", None)
    async with store.read() as work:
        assert await work.chats.settings(SQUARE) == {}
        assert await work.chats.settings(PARK) == {}
