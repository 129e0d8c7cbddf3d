import pytest

from core.chats.players import Player, Visibility
from core.ids import ChatRef, Member, PlayerRef
from core.ports import Store
from tests.contract.made import ANA, BEN, PARK, SQUARE, START, assert_conflict, meet


async def get(store: Store, ref: PlayerRef) -> Player:
    async with store.read() as work:
        player = await work.players.get(ref)
    assert player is not None
    return player


async def test_nobody_is_known_who_was_not_seen(store: Store) -> None:
    await meet(store, ANA)
    async with store.read() as work:
        assert await work.players.get(BEN) is None
        assert await work.players.memberships(BEN) == {}


async def test_a_player_is_shown_to_the_world_until_they_say_otherwise(store: Store) -> None:
    async with store.write() as work:
        await work.players.see(Member(ANA, "Åna 🦊", frozenset({"mods"}), admin=True), None, START)
    assert await get(store, ANA) == Player(ANA, "Åna 🦊", START, Visibility.WORLD)


async def test_a_player_goes_by_the_name_last_seen_and_since_the_first_time(store: Store) -> None:
    async with store.write() as work:
        await work.players.see(Member(ANA, "Ana"), SQUARE, START)
        await work.players.see(Member(ANA, "Anna"), SQUARE, START + 1)
    assert await get(store, ANA) == Player(ANA, "Anna", START)


async def test_no_name_leaves_the_name_that_is_known(store: Store) -> None:
    async with store.write() as work:
        await work.players.see(Member(ANA, "Ana"), SQUARE, START)
        await work.players.see(Member(ANA, ""), SQUARE, START + 1)
        await work.players.see(Member(BEN, ""), SQUARE, START + 1)
    assert await get(store, ANA) == Player(ANA, "Ana", START)
    assert await get(store, BEN) == Player(BEN, "", START + 1)


async def test_a_first_name_is_taken_when_it_becomes_known(store: Store) -> None:
    async with store.write() as work:
        await work.players.see(Member(ANA, ""), None, START)
        await work.players.see(Member(ANA, "Ana"), None, START + 1)
    assert await get(store, ANA) == Player(ANA, "Ana", START)


async def test_memberships_are_the_chats_with_the_first_time_there(store: Store) -> None:
    async with store.write() as work:
        await work.players.see(Member(ANA, "Ana"), SQUARE, START)
        await work.players.see(Member(ANA, "Ana"), PARK, START + 1)
        await work.players.see(Member(ANA, "Ana"), SQUARE, START + 2)
        await work.players.see(Member(BEN, "Ben"), PARK, START + 3)
    async with store.read() as work:
        assert await work.players.memberships(ANA) == {SQUARE: START, PARK: START + 1}
        assert await work.players.memberships(BEN) == {PARK: START + 3}


async def test_a_player_seen_in_no_chat_is_a_member_of_none(store: Store) -> None:
    await meet(store, ANA, chat=None)
    async with store.read() as work:
        assert await work.players.memberships(ANA) == {}


async def test_the_same_id_on_two_platforms_is_two_players_and_two_chats(store: Store) -> None:
    other, there = PlayerRef("other", ANA.id), ChatRef("other", SQUARE.id)
    async with store.write() as work:
        await work.players.see(Member(ANA, "Ana"), SQUARE, START)
        await work.players.see(Member(other, "Otto"), there, START + 1)
        await work.players.set_visibility(other, Visibility.NOBODY)
    assert await get(store, ANA) == Player(ANA, "Ana", START)
    assert await get(store, other) == Player(other, "Otto", START + 1, Visibility.NOBODY)
    async with store.read() as work:
        assert await work.players.memberships(ANA) == {SQUARE: START}
        assert await work.players.memberships(other) == {there: START + 1}


@pytest.mark.parametrize("visibility", Visibility)
async def test_visibility_is_kept_whenever_a_player_is_seen_again(
    store: Store, visibility: Visibility
) -> None:
    await meet(store, ANA, BEN)
    async with store.write() as work:
        await work.players.set_visibility(ANA, visibility)
        await work.players.see(Member(ANA, "Anna"), SQUARE, START + 1)
    assert await get(store, ANA) == Player(ANA, "Anna", START, visibility)
    assert (await get(store, BEN)).visibility is Visibility.WORLD


async def test_nobody_can_be_hidden_who_was_not_seen(store: Store) -> None:
    await meet(store, ANA)
    await assert_conflict(store, lambda work: work.players.set_visibility(BEN, Visibility.CHAT))
