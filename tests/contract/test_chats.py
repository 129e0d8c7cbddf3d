from dataclasses import replace

from core.chats.house import Side
from core.ids import ChatRef, Room
from core.ports import Store
from tests.contract.dailies import a_daily_board, attempt, begin, keep_puzzle, lines
from tests.contract.made import (
    ANA,
    PARK,
    QUIT,
    ROOM,
    SQUARE,
    a_board,
    a_record,
    a_request,
    a_score,
    meet,
    play,
)

NEW = ChatRef("test", "supergroup")


async def test_a_chat_takes_all_that_is_kept_of_it_to_its_new_reference(store: Store) -> None:
    await meet(store, ANA, chat=SQUARE)
    await play(store, a_score(ANA, 12))
    async with store.write() as work:
        await work.chats.set(SQUARE, "language", "fr")
        await work.house.put(SQUARE, "fr", "yolo", Side.ADD)
        asked = await work.house.add(a_request(chat=SQUARE))
        running = await work.rounds.add(a_record())
        assert await work.chats.move(SQUARE, NEW)
    async with store.read() as work:
        assert await work.chats.settings(SQUARE) == {}
        assert await work.chats.settings(NEW) == {"language": "fr"}
        assert "yolo" in (await work.house.words(NEW, "fr")).added
        assert [each.id for each in await work.house.open(NEW)] == [asked]
        assert list(await work.players.memberships(ANA)) == [NEW]
        active = await work.rounds.active(Room(NEW))
        assert active is not None
        assert active.id == running
        assert await work.rounds.active(Room(SQUARE)) is None
        own = await work.standings.get(a_board(NEW), ANA)
        assert own is not None
        assert own.points == 12
        assert await work.standings.get(a_board(SQUARE), ANA) is None


async def test_a_chat_that_nothing_is_kept_of_does_not_move(store: Store) -> None:
    async with store.write() as work:
        assert not await work.chats.move(SQUARE, NEW)


async def test_what_the_new_reference_has_set_gives_way(store: Store) -> None:
    await meet(store, ANA, chat=PARK)
    async with store.write() as work:
        await work.chats.set(SQUARE, "language", "fr")
        await work.chats.set(PARK, "language", "de")
        assert await work.chats.move(SQUARE, PARK)
    async with store.read() as work:
        assert await work.chats.settings(SQUARE) == {}
        assert await work.chats.settings(PARK) == {"language": "fr"}
        assert await work.players.memberships(ANA) == {}


async def test_a_chat_does_not_move_over_one_with_a_past(store: Store) -> None:
    await meet(store, ANA)
    async with store.write() as work:
        await work.chats.set(SQUARE, "language", "fr")
        await work.house.put(PARK, "fr", "yolo", Side.ADD)
        assert not await work.chats.move(SQUARE, PARK)
        await work.house.add(a_request(chat=ROOM.chat))
        assert not await work.chats.move(PARK, SQUARE)
    async with store.read() as work:
        assert await work.chats.settings(SQUARE) == {"language": "fr"}
        assert "yolo" in (await work.house.words(PARK, "fr")).added


async def test_chats_are_found_by_a_setting_with_all_that_they_have_set(store: Store) -> None:
    async with store.write() as work:
        await work.chats.set(SQUARE, "daily", "general")
        await work.chats.set(SQUARE, "language", "fr")
        await work.chats.set(PARK, "language", "de")
        await work.chats.set(NEW, "daily", "")
        await work.chats.set(NEW, "daily", None)
        assert await work.chats.having("daily") == {SQUARE: {"daily": "general", "language": "fr"}}
        assert set(await work.chats.having("language")) == {SQUARE, PARK}
        assert await work.chats.having("law") == {}


async def test_a_chat_is_told_of_the_end_of_each_language_by_number(store: Store) -> None:
    async with store.write() as work:
        assert await work.chats.told(SQUARE, "fr") == 0
        await work.chats.mark_told(SQUARE, "fr", 7)
        assert await work.chats.told_of("daily") == {}
        await work.chats.set(SQUARE, "daily", "8")
        await work.chats.mark_told(PARK, "de", 3)
        await work.chats.mark_told(SQUARE, "en", 2)
        assert await work.chats.told_of("daily") == {(SQUARE, "fr"): 7, (SQUARE, "en"): 2}
        await work.chats.mark_told(SQUARE, "fr", 8)
        await work.chats.mark_told(SQUARE, "fr", 7)
    async with store.read() as work:
        told = [await work.chats.told(SQUARE, language) for language in ("fr", "en", "de")]
        assert told == [8, 2, 0]
        assert await work.chats.told(PARK, "fr") == 0


async def test_a_chat_that_moves_stays_told(store: Store) -> None:
    async with store.write() as work:
        await work.chats.mark_told(SQUARE, "fr", 7)
        await work.chats.mark_told(PARK, "fr", 9)
        await work.chats.mark_told(PARK, "en", 9)
        assert await work.chats.move(SQUARE, PARK)
    async with store.read() as work:
        assert await work.chats.told(SQUARE, "fr") == 0
        assert await work.chats.told(PARK, "fr") == 7
        assert await work.chats.told(PARK, "en") == 0


async def test_a_board_of_dailies_moves_with_the_members_of_its_chat(store: Store) -> None:
    await meet(store, ANA, chat=SQUARE)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, QUIT)
    async with store.write() as work:
        assert await work.chats.move(SQUARE, NEW)
    assert await lines(store, a_daily_board(chat=NEW)) == [(ANA, 12)]
    assert await lines(store, a_daily_board(chat=SQUARE)) == []


async def test_a_private_chat_moves_with_the_rounds_of_its_attempts(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await begin(store, puzzle, ANA)
    async with store.write() as work:
        assert await work.chats.move(record.room.chat, NEW)
        moved = replace(record, room=replace(record.room, chat=NEW))
        assert await work.rounds.active(moved.room) == moved
