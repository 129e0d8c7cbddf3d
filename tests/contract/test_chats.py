from core.house_requests import Side
from core.ids import ChatRef, Room
from core.ports import Store
from tests.contract.made import (
    ANA,
    PARK,
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
