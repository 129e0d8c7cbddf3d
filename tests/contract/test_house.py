from dataclasses import replace

import pytest

from core.chats.house import Answer, Side, WordRequest
from core.ids import ChatRef
from core.lexicon.house import HouseWords
from core.ports import Store
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    PARK,
    SQUARE,
    START,
    a_request,
    assert_conflict,
    kept_as,
    meet,
)


async def keep_request(store: Store, request: WordRequest) -> WordRequest:
    async with store.write() as work:
        return kept_as(request, await work.house.add(request))


async def test_house_words_are_none_at_first(store: Store) -> None:
    async with store.read() as work:
        assert await work.house.words(SQUARE, "fr") == HouseWords()


async def test_house_words_are_those_of_a_chat_and_a_language(store: Store) -> None:
    elsewhere = ChatRef("elsewhere", SQUARE.id)
    async with store.write() as work:
        await work.house.put(SQUARE, "fr", "tira", Side.ADD)
        await work.house.put(SQUARE, "fr", "quiets", Side.ADD)
        await work.house.put(SQUARE, "fr", "tas", Side.REMOVE)
        await work.house.put(SQUARE, "en", "tira", Side.REMOVE)
        await work.house.put(PARK, "de", "straße", Side.ADD)
    async with store.read() as work:
        french = HouseWords(frozenset({"tira", "quiets"}), frozenset({"tas"}))
        assert await work.house.words(SQUARE, "fr") == french
        assert await work.house.words(SQUARE, "en") == HouseWords(removed=frozenset({"tira"}))
        assert await work.house.words(PARK, "de") == HouseWords(frozenset({"straße"}))
        assert await work.house.words(PARK, "fr") == HouseWords()
        assert await work.house.words(elsewhere, "fr") == HouseWords()


async def test_the_last_say_on_a_house_word_counts(store: Store) -> None:
    async with store.write() as work:
        await work.house.put(SQUARE, "fr", "tira", Side.ADD)
        await work.house.put(SQUARE, "fr", "tira", Side.ADD)
        await work.house.put(SQUARE, "fr", "tira", Side.REMOVE)
        await work.house.put(SQUARE, "fr", "tas", Side.REMOVE)
        await work.house.put(SQUARE, "fr", "tas", Side.ADD)
    async with store.read() as work:
        words = HouseWords(frozenset({"tas"}), frozenset({"tira"}))
        assert await work.house.words(SQUARE, "fr") == words


@pytest.mark.parametrize("side", Side)
async def test_a_request_is_kept_with_all_it_says(store: Store, side: Side) -> None:
    await meet(store, BEN, ANA)
    kept = await keep_request(store, a_request(side=side, language="de", word="übte"))
    assert kept.id > 0
    async with store.read() as work:
        assert await work.house.get(SQUARE, kept.id) == kept


async def test_a_request_is_found_in_its_own_chat_only(store: Store) -> None:
    await meet(store, ANA)
    kept = await keep_request(store, a_request())
    async with store.read() as work:
        assert await work.house.get(PARK, kept.id) is None
        assert await work.house.get(ChatRef("elsewhere", SQUARE.id), kept.id) is None
        assert await work.house.get(SQUARE, kept.id + 1) is None


async def test_a_request_comes_from_who_was_seen(store: Store) -> None:
    await meet(store, ANA)
    await assert_conflict(store, lambda work: work.house.add(a_request(requested_by=BEN)))


async def test_open_requests_are_those_of_the_chat_the_oldest_first(store: Store) -> None:
    await meet(store, ANA, BEN)
    first = await keep_request(store, a_request(requested_by=BEN))
    answered = await keep_request(store, a_request(word="tas"))
    await keep_request(store, a_request(chat=PARK))
    last = await keep_request(store, a_request(word="rest", language="en"))
    async with store.write() as work:
        await work.house.decide(answered.id, Answer.REJECTED, BEN, START + 1, "")
    async with store.read() as work:
        assert await work.house.open(SQUARE) == [first, last]
        assert await work.house.open(ChatRef("elsewhere", "x")) == []


async def test_requests_of_a_player_come_from_all_chats_and_with_any_answer(store: Store) -> None:
    await meet(store, ANA, BEN)
    first = await keep_request(store, a_request(chat=PARK))
    await keep_request(store, a_request(requested_by=BEN))
    second = await keep_request(store, a_request(word="tas"))
    async with store.write() as work:
        await work.house.decide(first.id, Answer.ACCEPTED, BEN, START + 1, "Oui")
    decided = replace(
        first, answer=Answer.ACCEPTED, decided_by=BEN, decided_at=START + 1, decision="Oui"
    )
    async with store.read() as work:
        assert await work.house.by(ANA) == [decided, second]
        assert await work.house.by(CLO) == []
        assert await work.house.decided_by(BEN) == [decided]
        assert await work.house.decided_by(ANA) == []


@pytest.mark.parametrize("answer", [Answer.ACCEPTED, Answer.REJECTED])
async def test_a_request_is_answered_once(store: Store, answer: Answer) -> None:
    await meet(store, ANA, BEN)
    kept = await keep_request(store, a_request())
    async with store.write() as work:
        await work.house.decide(kept.id, answer, BEN, START + 0.3, "c'est écrit « ainsi »")
    decided = replace(
        kept,
        answer=answer,
        decided_by=BEN,
        decided_at=START + 0.3,
        decision="c'est écrit « ainsi »",
    )
    async with store.read() as work:
        assert await work.house.get(SQUARE, kept.id) == decided
        assert await work.house.open(SQUARE) == []
    await assert_conflict(
        store, lambda work: work.house.decide(kept.id, Answer.ACCEPTED, ANA, START + 1, "")
    )


async def test_an_answer_is_to_a_request_and_from_who_was_seen(store: Store) -> None:
    await meet(store, ANA)
    kept = await keep_request(store, a_request())
    await assert_conflict(
        store, lambda work: work.house.decide(kept.id + 1, Answer.ACCEPTED, ANA, START, "")
    )
    await assert_conflict(
        store, lambda work: work.house.decide(kept.id, Answer.ACCEPTED, BEN, START, "")
    )


async def test_an_answer_changes_no_house_words_by_itself(store: Store) -> None:
    await meet(store, ANA)
    kept = await keep_request(store, a_request())
    async with store.write() as work:
        await work.house.decide(kept.id, Answer.ACCEPTED, ANA, START, "")
    async with store.read() as work:
        assert await work.house.words(SQUARE, "fr") == HouseWords()
