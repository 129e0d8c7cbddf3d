"""Asking for house words, and deciding on them."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.chats.house import Answer, Side, WordRequest
from core.errors import SeizeError
from core.ids import ChatRef, Member
from core.lexicon import HouseWords, Lexicon
from core.lexicon.alphabet import BadSpelling
from core.lexicon.house import BadLength
from core.ports import Store
from core.services.house import (
    AlreadyAccepted,
    AlreadyDecided,
    BadReason,
    HouseService,
    NotAccepted,
    TooManyRequests,
    UnknownRequest,
)
from core.services.refusals import NotAllowed
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.contract.made import ANA, BEN, CLO, PARK, SQUARE, START
from tests.helpers.strategies import lexicon_of

ADMIN = Member(CLO, "Clo", admin=True)
MEMBER, OTHER = Member(ANA, "Ana"), Member(BEN, "Ben")
LISTS = {"en": lexicon_of(["cat", "tea"], "en"), "de": lexicon_of(["öde", "tee"], "de")}


def lexicon(name: str) -> Lexicon:
    return LISTS[name]


@pytest.fixture
def store() -> Store:
    return MemoryStore()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Store]:
    made = await open_store(f"sqlite+aiosqlite:///{tmp_path}/seize.db")
    yield made
    await made.close()


def service(store: Store) -> HouseService:
    return HouseService(store, lexicon)


async def ask(
    store: Store,
    spelling: str = "tira",
    side: Side = Side.ADD,
    *,
    by: Member = MEMBER,
    chat: ChatRef = SQUARE,
    reason: str = "we say so",
) -> WordRequest:
    return await service(store).request(chat, by, side, spelling, reason, START)


async def put(store: Store, word: str, side: Side, language: str = "en") -> None:
    async with store.write() as work:
        await work.house.put(SQUARE, language, word, side)


async def play_in(store: Store, language: str) -> None:
    async with store.write() as work:
        await work.chats.set(SQUARE, "language", language)


async def test_a_request_is_open_until_it_is_decided(store: Store) -> None:
    asked = await ask(store, " Tirà ")
    assert asked == WordRequest(
        id=asked.id,
        chat=SQUARE,
        language="en",
        word="tira",
        side=Side.ADD,
        reason="we say so",
        requested_by=ANA,
        requested_at=START,
    )
    assert await service(store).open(SQUARE) == [asked]
    assert await service(store).open(PARK) == []
    assert await service(store).house(SQUARE, "en") == HouseWords()


async def test_who_asks_is_seen_in_the_chat(store: Store) -> None:
    await ask(store)
    async with store.read() as work:
        assert await work.players.memberships(ANA) == {SQUARE: START}


async def test_words_are_of_the_language_that_the_chat_plays(store: Store) -> None:
    await play_in(store, "de")
    asked = await ask(store, "MÜSLI")
    assert (asked.language, asked.word) == ("de", "müsli")
    with pytest.raises(AlreadyAccepted, match="'öde'"):
        await ask(store, "ÖDE")


@pytest.mark.parametrize(
    ("spelling", "refusal"),
    [
        ("", BadSpelling),
        ("   ", BadSpelling),
        ("it5", BadSpelling),
        ("a\x00b", BadSpelling),
        ("\u202e👍", BadSpelling),
        ("\ud800", BadSpelling),
        ("a", BadLength),
        ("a" * 17, BadLength),
        ("œ" * 9, BadLength),
        ("a" * 100_000, BadLength),
        ("'" * 100_000, BadLength),
    ],
)
async def test_what_is_no_word_is_refused(
    store: Store, spelling: str, refusal: type[SeizeError]
) -> None:
    with pytest.raises(refusal) as refused:
        await ask(store, spelling)
    assert len(str(refused.value)) < 200
    assert await service(store).open(SQUARE) == []


@pytest.mark.parametrize("word", ["ab", "a" * 16])
async def test_words_of_two_to_sixteen_letters_can_be_asked_for(store: Store, word: str) -> None:
    assert (await ask(store, word)).word == word


@pytest.mark.parametrize(
    "reason",
    ["", "  \n\t ", "ab", " a  ", "\x00\x00\x00\x00", "\u200b\u202e\u2066\u00ad", "x" * 201],
)
async def test_a_reason_is_asked_for_and_not_cut(store: Store, reason: str) -> None:
    with pytest.raises(BadReason, match="3 to 200 characters"):
        await ask(store, reason=reason)
    assert await service(store).open(SQUARE) == []


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("yes", "yes"),
        ("x" * 200, "x" * 200),
        ("  it\nis \t a   word \r\n", "it is a word"),
        ("a\x00b\x1bc", "a b c"),
        ("\u202eno\u202c word\u2069\u200f", "no word"),
        ("soft\u00adhyphen \ud800", "softhyphen"),
        ("c'est écrit « ainsi » ☺ <b>*_`@everyone", "c'est écrit « ainsi » ☺ <b>*_`@everyone"),
    ],
)
async def test_a_reason_is_kept_on_one_line_without_what_has_no_shape(
    store: Store, reason: str, kept: str
) -> None:
    assert (await ask(store, reason=reason)).reason == kept


async def test_a_word_that_is_accepted_cannot_be_asked_for(store: Store) -> None:
    await put(store, "tira", Side.ADD)
    for word in ("cat", "CÂT", "tira"):
        with pytest.raises(AlreadyAccepted):
            await ask(store, word)


async def test_a_word_that_is_not_accepted_cannot_be_asked_away(store: Store) -> None:
    await put(store, "tea", Side.REMOVE)
    for word in ("tira", "tea"):
        with pytest.raises(NotAccepted):
            await ask(store, word, Side.REMOVE)


async def test_house_words_turn_what_can_be_asked_for(store: Store) -> None:
    await put(store, "tira", Side.ADD)
    await put(store, "tea", Side.REMOVE)
    assert (await ask(store, "tira", Side.REMOVE)).side is Side.REMOVE
    assert (await ask(store, "tea")).side is Side.ADD


async def test_house_words_of_other_languages_and_chats_do_not_matter(store: Store) -> None:
    await put(store, "tira", Side.ADD, language="de")
    await put(store, "cat", Side.ADD)
    await ask(store, "tira")
    assert (await ask(store, "tira", chat=PARK)).chat == PARK


async def test_who_asks_for_what_is_asked_already_gets_that_request(store: Store) -> None:
    first = await ask(store)
    assert await ask(store, "TIRA", by=OTHER, reason="me too") == first
    assert await ask(store, reason="still") == first
    assert await service(store).open(SQUARE) == [first]
    async with store.read() as work:
        assert await work.house.by(BEN) == []


async def test_the_same_word_is_another_request_in_another_chat_or_language(store: Store) -> None:
    first = await ask(store)
    elsewhere = await ask(store, chat=PARK)
    await play_in(store, "de")
    german = await ask(store)
    assert len({first.id, elsewhere.id, german.id}) == 3


async def test_a_player_has_five_open_requests_in_a_chat(store: Store) -> None:
    asked = [await ask(store, word) for word in ("aa", "bb", "cc", "dd", "ee")]
    with pytest.raises(TooManyRequests, match="5 of your requests"):
        await ask(store, "ff")
    assert await ask(store, "aa") == asked[0]
    assert (await ask(store, "ff", by=OTHER)).requested_by == BEN
    assert (await ask(store, "ff", chat=PARK)).chat == PARK
    await service(store).decide(SQUARE, ADMIN, asked[2].id, accept=False, reason="", at=START)
    assert (await ask(store, "gg")).word == "gg"


async def test_an_accepted_word_counts_from_then_on(store: Store) -> None:
    added, removed = await ask(store), await ask(store, "tea", Side.REMOVE)
    for asked in (added, removed):
        decided = await service(store).decide(
            SQUARE, ADMIN, asked.id, accept=True, reason=" fine\n", at=START + 9
        )
        assert decided == replace(
            asked,
            answer=Answer.ACCEPTED,
            decided_by=CLO,
            decided_at=START + 9,
            decision="fine",
        )
        async with store.read() as work:
            assert await work.house.get(SQUARE, asked.id) == decided
    house = await service(store).house(SQUARE, "en")
    assert house == HouseWords(frozenset({"tira"}), frozenset({"tea"}))
    assert await service(store).house(SQUARE, "de") == HouseWords()
    assert await service(store).house(PARK, "en") == HouseWords()
    assert await service(store).open(SQUARE) == []


async def test_a_rejected_word_changes_nothing_and_can_be_asked_for_again(store: Store) -> None:
    asked = await ask(store)
    decided = await service(store).decide(
        SQUARE, ADMIN, asked.id, accept=False, reason="", at=START + 9
    )
    assert (decided.answer, decided.decision) == (Answer.REJECTED, "")
    assert await service(store).house(SQUARE, "en") == HouseWords()
    assert (await ask(store)).id != asked.id


async def test_members_decide_nothing(store: Store) -> None:
    asked = await ask(store)
    for member in (MEMBER, OTHER, Member(BEN, "Ben", frozenset({"mods"}))):
        with pytest.raises(NotAllowed):
            await service(store).decide(SQUARE, member, asked.id, accept=True, reason="", at=START)
    assert await service(store).open(SQUARE) == [asked]


async def test_moderators_decide(store: Store) -> None:
    async with store.write() as work:
        await work.chats.set(SQUARE, "moderators", "mods")
    moderator = Member(BEN, "Ben", frozenset({"mods"}))
    asked = await ask(store)
    decided = await service(store).decide(
        SQUARE, moderator, asked.id, accept=True, reason="", at=START
    )
    assert decided.decided_by == BEN


@pytest.mark.parametrize("number", [0, -1, 99, 2**31, 2**63, 10**30, -(10**30)])
async def test_an_unknown_request_is_refused(sqlite: Store, number: int) -> None:
    with pytest.raises(UnknownRequest, match=str(number)):
        await service(sqlite).decide(SQUARE, ADMIN, number, accept=True, reason="", at=START)


async def test_requests_are_decided_in_their_own_chat(store: Store) -> None:
    asked = await ask(store)
    with pytest.raises(UnknownRequest):
        await service(store).decide(PARK, ADMIN, asked.id, accept=True, reason="", at=START)
    assert await service(store).open(SQUARE) == [asked]


@pytest.mark.parametrize(("accept", "answer"), [(True, "accepted"), (False, "rejected")])
async def test_a_request_is_decided_once(store: Store, *, accept: bool, answer: str) -> None:
    asked = await ask(store)
    await service(store).decide(SQUARE, ADMIN, asked.id, accept=accept, reason="", at=START)
    with pytest.raises(AlreadyDecided, match=f"{asked.id} was {answer} already"):
        await service(store).decide(
            SQUARE, ADMIN, asked.id, accept=not accept, reason="", at=START + 1
        )


async def test_a_long_decision_is_refused_and_decides_nothing(store: Store) -> None:
    asked = await ask(store)
    with pytest.raises(BadReason):
        await service(store).decide(
            SQUARE, ADMIN, asked.id, accept=True, reason="x" * 201, at=START
        )
    assert await service(store).open(SQUARE) == [asked]


async def test_of_moderators_who_decide_at_once_one_does_and_the_others_are_told(
    sqlite: Store,
) -> None:
    asked = await ask(sqlite)
    moderators = [Member(replace(CLO, id=str(n)), f"Mod {n}", admin=True) for n in range(6)]
    outcomes = await asyncio.gather(
        *(
            service(sqlite).decide(
                SQUARE, each, asked.id, accept=n % 2 == 0, reason=each.name, at=START + n
            )
            for n, each in enumerate(moderators)
        ),
        return_exceptions=True,
    )
    (decided,) = (each for each in outcomes if isinstance(each, WordRequest))
    refused = [each for each in outcomes if isinstance(each, AlreadyDecided)]
    assert len(refused) == len(moderators) - 1
    told = f"request {asked.id} was {decided.answer} already"
    assert {str(each) for each in refused} == {told}
    house = await service(sqlite).house(SQUARE, "en")
    assert ("tira" in house.added) == (decided.answer is Answer.ACCEPTED)


async def test_members_who_ask_at_once_share_one_request(sqlite: Store) -> None:
    members = [Member(replace(ANA, id=str(n)), f"Ana {n}") for n in range(6)]
    asked = await asyncio.gather(*(ask(sqlite, by=each) for each in members))
    assert await service(sqlite).open(SQUARE) == [asked[0]]
    assert set(asked) == {asked[0]}


async def test_requests_and_house_words_outlive_the_process(sqlite: Store, tmp_path: Path) -> None:
    first, second = await ask(sqlite, reason="« œ » ☺"), await ask(sqlite, "tea", Side.REMOVE)
    await service(sqlite).decide(SQUARE, ADMIN, second.id, accept=True, reason="", at=START)
    again = await open_store(tmp_path / "seize.db")
    try:
        assert await service(again).open(SQUARE) == [first]
        assert (await service(again).house(SQUARE, "en")).removed == {"tea"}
    finally:
        await again.close()
