import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from core.errors import SeizeError
from core.ids import ChatRef, PlayerRef, Room
from core.ports import Conflict, Store, UnitOfWork
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from core.wordle.record import Guess, WordleRecord, wordle_room
from tests.contract.dailies import join
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    DAY,
    PARK,
    SQUARE,
    START,
    assert_conflict,
    meet,
)
from tests.contract.wordles import (
    ANSWER,
    CORNER,
    WRONG,
    a_game,
    a_guess,
    a_word,
    end,
    keep_game,
    keep_word,
    kept_game,
    solve,
)

A_DAY = timedelta(days=1)


async def test_a_word_of_the_day_is_kept_as_it_was(store: Store) -> None:
    word = a_word(answer="äpfel", language="de")
    async with store.write() as work:
        assert await work.wordles.word_on("de", DAY) is None
        key = await work.wordles.add_word(word)
    async with store.read() as work:
        assert await work.wordles.word_on("de", DAY) == replace(word, id=key)
        assert await work.wordles.word_on("en", DAY) is None
        assert await work.wordles.word_on("de", DAY + A_DAY) is None


async def test_the_last_words_of_a_language_come_the_latest_first(store: Store) -> None:
    words = [await keep_word(store, number) for number in (1, 2, 3)]
    german = await keep_word(store, language="de")
    async with store.read() as work:
        assert await work.wordles.words("en", 2) == [words[2], words[1]]
        assert await work.wordles.words("en", 9) == words[::-1]
        assert await work.wordles.words("de", 9) == [german]
        assert await work.wordles.words("fr", 9) == []


@pytest.mark.parametrize(
    ("number", "day"), [(1, 2), (3, 2), (0, 2), (2, 0), (2, -1)], ids=lambda each: f"at{each}"
)
async def test_numbers_and_days_of_words_follow_one_another(
    store: Store, number: int, day: int
) -> None:
    await keep_word(store)
    word = a_word(number, day=DAY + day * A_DAY)
    await assert_conflict(store, lambda work: work.wordles.add_word(word))


async def test_the_first_word_has_number_one(store: Store) -> None:
    await assert_conflict(store, lambda work: work.wordles.add_word(a_word(2)))


async def test_of_two_processes_one_adds_the_word_of_the_day(place: str | None) -> None:
    stores: list[Store] = [MemoryStore()] * 2
    if place:
        stores = [await open_store(place) for _ in range(2)]

    async def add(store: Store, answer: str) -> object:
        try:
            async with store.write() as work:
                return await work.wordles.add_word(a_word(answer=answer))
        except Conflict as conflict:
            return type(conflict)

    said = await asyncio.gather(*map(add, stores, (ANSWER, WRONG[0])))
    async with stores[0].read() as work:
        assert len(await work.wordles.words("en", 9)) == 1
    assert sorted(map(str, said)) == sorted(map(str, (1, Conflict)))
    for store in stores:
        await store.close()


async def test_a_game_is_kept_as_it_was(store: Store) -> None:
    await meet(store, ANA)
    record = a_game(language="de", answer="größe", hard=True, tries=7, touched_at=START + 0.25)
    async with store.write() as work:
        key = await work.wordles.add(record)
    async with store.read() as work:
        kept = await work.wordles.record(key)
        assert kept == replace(record, id=key)
        assert kept.is_own
        assert await work.wordles.record(key + 1) is None


async def test_a_game_at_a_word_of_the_day_knows_its_number(store: Store) -> None:
    await meet(store, ANA)
    words = [await keep_word(store, number) for number in (1, 2)]
    record = await keep_game(store, a_game(ANA, words[1]))
    assert (record.daily, record.number) == (words[1].id, 2)


async def test_a_shared_game_stays_in_its_room(store: Store) -> None:
    await meet(store, ANA, BEN)
    record = await keep_game(store, a_game(room=CORNER), a_guess(), a_guess(WRONG[1], BEN))
    assert (record.room, record.is_own, record.started_by) == (CORNER, False, ANA)
    assert [each.player for each in record.guesses] == [ANA, BEN]


@pytest.mark.parametrize("kind", ["own", "shared"])
async def test_who_begins_a_game_must_have_been_seen(store: Store, kind: str) -> None:
    record = a_game() if kind == "own" else a_game(room=CORNER)
    await assert_conflict(store, lambda work: work.wordles.add(record))


async def test_a_game_is_at_a_word_that_is_stored(store: Store) -> None:
    await meet(store, ANA)
    await assert_conflict(store, lambda work: work.wordles.add(a_game(daily=7, number=7)))


async def test_one_game_is_shared_in_a_room_at_a_time(store: Store) -> None:
    await meet(store, ANA, BEN)
    first = await keep_game(store, a_game(room=CORNER))
    await keep_game(store, a_game(BEN, room=replace(CORNER, topic="other")))
    await keep_game(store, a_game(BEN, room=Room(PARK, CORNER.topic)))
    await assert_conflict(store, lambda work: work.wordles.add(a_game(BEN, room=CORNER)))
    await end(store, first)
    second = await keep_game(store, a_game(BEN, room=CORNER))
    async with store.read() as work:
        assert await work.wordles.active(CORNER) == second


async def test_several_own_games_go_on_and_the_one_touched_last_is_active(store: Store) -> None:
    await meet(store, ANA, BEN)
    room, word = wordle_room(ANA), await keep_word(store)
    async with store.read() as work:
        assert await work.wordles.active(room) is None
    first = await keep_game(store, a_game(touched_at=START + 5))
    second = await keep_game(store, a_game(ANA, word))
    await keep_game(store, a_game(BEN, touched_at=START + 99))
    async with store.write() as work:
        assert await work.wordles.active(room) == first
        await work.wordles.touch(second.id, START + 6)
        assert await work.wordles.active(room) == replace(second, touched_at=START + 6)
        await work.wordles.guess(first.id, a_guess(at=START + 7), 0)
        assert await work.wordles.active(room) == await kept_game(work, first.id)
        await work.wordles.finish(first.id, START + 8)
        assert await work.wordles.active(room) == replace(second, touched_at=START + 6)


async def test_a_player_has_one_game_at_a_word_of_the_day(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    await join(store, ANA, BEN)
    word, other = await keep_word(store), await keep_word(store, 2)
    async with store.read() as work:
        assert await work.wordles.at_word(word.id, ANA) is None
    record = await keep_game(store, a_game(BEN, word), a_guess(player=BEN))
    async with store.read() as work:
        for account in (ANA, BEN):
            assert await work.wordles.at_word(word.id, account) == record
        assert await work.wordles.at_word(word.id, CLO) is None
        assert await work.wordles.at_word(other.id, BEN) is None
    for again in (a_game(ANA, word), a_game(BEN, word)):
        await assert_conflict(store, partial(_add, again))
    await keep_game(store, a_game(CLO, word))
    await keep_game(store, a_game(ANA, other))


async def _add(record: WordleRecord, work: UnitOfWork) -> None:
    await work.wordles.add(record)


async def test_guesses_are_kept_in_order_and_touch_the_game(store: Store) -> None:
    await meet(store, ANA, BEN)
    guesses = [
        a_guess(WRONG[0], ANA, at=START + 2.5, message_id="m1"),
        a_guess(WRONG[1], BEN, at=START + 3.5, message_id="m1"),
        a_guess(WRONG[0], ANA, at=START + 4.5),
        a_guess(WRONG[0], ANA, at=START + 5.5),
    ]
    record = await keep_game(store, a_game(room=CORNER), *guesses)
    assert record.guesses == tuple(guesses)
    assert record.touched_at == START + 5.5


@pytest.mark.parametrize("number", [0, 2])
async def test_a_guess_has_the_next_number(store: Store, number: int) -> None:
    await meet(store, ANA)
    record = await keep_game(store, a_game(), a_guess())
    guess = a_guess(WRONG[1])
    await assert_conflict(store, lambda work: work.wordles.guess(record.id, guess, number))


async def test_a_message_is_one_guess_of_a_game(store: Store) -> None:
    await meet(store, ANA)
    guess = a_guess(message_id="m1")
    record = await keep_game(store, a_game(), guess)
    await assert_conflict(store, lambda work: work.wordles.guess(record.id, guess, 1))
    assert (await keep_game(store, a_game(), guess)).guesses == (guess,)


async def test_a_guess_is_of_a_player_who_was_seen_in_a_game_that_is_there(store: Store) -> None:
    await meet(store, ANA)
    record = await keep_game(store, a_game(room=CORNER))
    stranger = a_guess(player=BEN)
    await assert_conflict(store, lambda work: work.wordles.guess(record.id, stranger, 0))
    await assert_conflict(store, lambda work: work.wordles.guess(record.id + 1, a_guess(), 0))


async def test_of_two_guesses_at_once_one_is_taken(store: Store) -> None:
    await meet(store, ANA, BEN)
    record = await keep_game(store, a_game(room=CORNER))

    async def make(guess: Guess) -> type[SeizeError] | None:
        try:
            async with store.write() as work:
                await work.wordles.guess(record.id, guess, 0)
        except Conflict as conflict:
            return type(conflict)
        return None

    said = await asyncio.gather(make(a_guess()), make(a_guess(WRONG[1], BEN)))
    assert set(said) == {None, Conflict}
    async with store.read() as work:
        assert len((await kept_game(work, record.id)).guesses) == 1


async def test_a_game_that_has_ended_stays_as_it_is(store: Store) -> None:
    await meet(store, ANA)
    record = await solve(store, tries=3)
    assert (record.finished_at, record.given_up, record.points) == (START + 60, False, 4)
    async with store.read() as work:
        assert await work.wordles.active(record.room) is None
    for act in (
        lambda work: work.wordles.guess(record.id, a_guess(), 3),
        lambda work: work.wordles.finish(record.id, START + 61),
        lambda work: work.wordles.finish(record.id + 1, START + 61),
        lambda work: work.wordles.set_hard(record.id, True),
    ):
        await assert_conflict(store, act)


async def test_a_game_may_be_given_up(store: Store) -> None:
    await meet(store, ANA)
    record = await end(store, await keep_game(store, a_game(), a_guess()), given_up=True)
    assert (record.given_up, record.points, record.finished_at) == (True, 0, START + 60)


async def test_the_mode_changes_before_the_first_guess_alone(store: Store) -> None:
    await meet(store, ANA)
    record = await keep_game(store, a_game())
    async with store.write() as work:
        await work.wordles.set_hard(record.id, True)
        assert await work.wordles.record(record.id) == replace(record, hard=True)
        await work.wordles.set_hard(record.id, False)
        await work.wordles.guess(record.id, a_guess(), 0)
    await assert_conflict(store, lambda work: work.wordles.set_hard(record.id, True))


async def test_nothing_comes_of_touching_a_game_that_is_not_there(store: Store) -> None:
    await meet(store, ANA)
    record = await keep_game(store, a_game())
    async with store.write() as work:
        await work.wordles.touch(record.id + 1, START + 9)
        assert await work.wordles.record(record.id) == record


async def test_finished_games_of_ones_own_were_played_by_whichever_account(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    word = await keep_word(store)
    games = [
        await solve(store, BEN, tries=2),
        await solve(store, ANA, word, tries=7),
        await solve(store, ANA, at=START + 5),
    ]
    await solve(store, CLO)
    await solve(store, ANA, language="de")
    await solve(store, ANA, room=CORNER)
    await keep_game(store, a_game(), a_guess())
    await join(store, ANA, BEN)
    async with store.read() as work:
        for account in (ANA, BEN):
            assert await work.wordles.played(account, "en") == games
        assert await work.wordles.played(PlayerRef("test", "nobody"), "en") == []


async def test_of_two_accounts_games_at_a_word_the_one_finished_first_counts(store: Store) -> None:
    await meet(store, ANA, BEN)
    word, other = await keep_word(store), await keep_word(store, 2)
    await solve(store, ANA, word, at=START + 61)
    first = await solve(store, BEN, word, tries=4, at=START + 60)
    at_once = await solve(store, BEN, other, at=START + 70)
    await solve(store, ANA, other, tries=2, at=START + 70)
    await join(store, ANA, BEN)
    async with store.read() as work:
        assert await work.wordles.played(ANA, "en") == [first, at_once]
        assert await work.wordles.at_word(word.id, ANA) == first
        assert await work.wordles.at_word(other.id, ANA) == at_once
    async with store.write() as work:
        assert await work.links.part(BEN)
        assert [each.started_by for each in await work.wordles.played(ANA, "en")] == [ANA, ANA]
        assert await work.wordles.played(BEN, "en") == [first, at_once]


async def test_a_game_that_is_finished_counts_before_one_that_goes_on(store: Store) -> None:
    await meet(store, ANA, BEN)
    word = await keep_word(store)
    going = await keep_game(store, a_game(ANA, word))
    finished = await solve(store, BEN, word)
    await join(store, ANA, BEN)
    async with store.read() as work:
        assert await work.wordles.at_word(word.id, ANA) == finished
        assert await work.wordles.played(ANA, "en") == [finished]
        assert await work.wordles.active(going.room) == going


async def test_games_by_an_account_are_those_it_began_or_guessed_in(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    await join(store, ANA, CLO)
    begun = await keep_game(store, a_game())
    shared = await keep_game(store, a_game(BEN, room=CORNER), a_guess(), a_guess())
    await keep_game(store, a_game(CLO), a_guess(player=CLO))
    over = await solve(store)

    async def by(player: PlayerRef) -> list[WordleRecord]:
        async with store.read() as work:
            return await work.wordles.by(player)

    assert await by(ANA) == [begun, shared, over]
    assert await by(BEN) == [shared]
    assert await by(PlayerRef("test", "nobody")) == []


async def test_a_chat_takes_its_games_to_its_new_reference(store: Store) -> None:
    await meet(store, ANA)
    record = await keep_game(store, a_game(room=CORNER))
    new = ChatRef("test", "supergroup")
    async with store.write() as work:
        await work.chats.set(PARK, "language", "de")
        assert not await work.chats.move(PARK, SQUARE)
        assert await work.chats.move(SQUARE, new)
        moved = replace(record, room=Room(new, CORNER.topic))
        assert await work.wordles.active(moved.room) == moved
        assert await work.wordles.active(CORNER) is None
