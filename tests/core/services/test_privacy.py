"""Players' own data: seen, hidden, forgotten."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.chats.house import Answer
from core.chats.players import FORGOTTEN, Visibility
from core.ids import Member, PlayerRef
from core.ports import Store
from core.practice.cards import Outcome, review
from core.rounds.verdict import Cause, Verdict
from core.services.privacy import PrivacyService
from core.services.standings import StandingsService
from core.standings import Measure, Period
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    DAY,
    ETE,
    PARK,
    SQUARE,
    START,
    a_find,
    a_miss,
    a_request,
    a_score,
    finish,
    keep,
    keep_plays,
    meet,
)
from tests.contract.wordles import CORNER, a_game, a_guess, keep_game, keep_word, solve

NOTHING: dict[str, Any] = {
    "player": {"platform": "test", "id": "clo"},
    "name": None,
    "since": None,
    "visibility": "world",
    "memberships": [],
    "rounds": [],
    "plays": [],
    "rounds_started": [],
    "rounds_stopped": [],
    "accounts": [],
    "dailies": [],
    "wordles": [],
    "practised": [],
    "duels": [],
    "blocked": [],
    "ratings": {},
    "limits": [],
    "requests": [],
    "decisions": [],
}


@pytest.fixture
def store() -> Store:
    return MemoryStore()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[Store]:
    made = await open_store(f"sqlite+aiosqlite:///{tmp_path}/seize.db")
    yield made
    await made.close()


async def play_a_round(store: Store) -> int:
    """Let ANA find a word and miss some, BEN take one of hers, and both ask for words."""
    await meet(store, ANA, BEN, chat=SQUARE)
    record = await keep(store)
    unread = Verdict("", cause=Cause.NOT_LETTERS, letters="\ud83d")
    plays = [
        a_find(record.id, ANA, found=ETE, message_id="m1"),
        a_find(record.id, BEN, message_id="m2"),
        a_miss(record.id, ANA, message_id="m3"),
        a_miss(record.id, ANA, verdict=unread),
    ]
    await keep_plays(store, *plays)
    await finish(store, record.id, len(plays), by=ANA)
    async with store.write() as work:
        score = a_score(ANA, 30, best="été", longest="été", won=True, misses=1)
        await work.standings.add(record, [score, a_score(BEN, 12)])
        first = await work.house.add(a_request(reason="parce que"))
        await work.house.add(a_request(chat=PARK, word="tas"))
        await work.house.add(a_request(requested_by=BEN, reason="Ben says so"))
        bens = await work.house.add(a_request(requested_by=BEN, word="ras", reason="Ben says so"))
        await work.house.decide(first, Answer.ACCEPTED, BEN, START + 60.5, "bien vu")
        await work.house.decide(bens, Answer.REJECTED, ANA, START + 61, "no such word")
    return record.id


def strings(value: Any) -> set[str]:
    """Return all strings within a value of JSON."""
    if isinstance(value, dict):
        return set().union(*map(strings, value.values()))
    if isinstance(value, list):
        return set().union(*map(strings, value))
    return {value} if isinstance(value, str) else set()


async def assert_export_is_all_of_ana(store: Store) -> None:
    key = await play_a_round(store)
    chat = {"platform": "test", "id": "square"}
    export = await PrivacyService(store).export(ANA)
    requests, (decision,) = export.pop("requests"), export.pop("decisions")
    assert (decision["word"], decision["decision"]) == ("ras", "no such word")
    assert "reason" not in decision
    empty = ("accounts", "dailies", "wordles", "practised", "duels", "blocked", "limits")
    assert [export.pop(name) for name in empty] == [[]] * len(empty)
    assert export.pop("ratings") == {}
    assert export == {
        "player": {"platform": "test", "id": "ana"},
        "name": "Ana",
        "since": "2026-09-21T14:13:20.100000+00:00",
        "visibility": "world",
        "memberships": [{"chat": chat, "since": "2026-09-21T14:13:20.100000+00:00"}],
        "rounds_started": [key],
        "rounds_stopped": [key],
        "rounds": [
            {
                "round": key,
                "chat": chat,
                "language": "fr",
                "starts_at": "2026-09-21T14:13:20.100000+00:00",
                "day": "2026-09-21",
                "rank": 1,
                "won": True,
                "points": 30,
                "words": 1,
                "misses": 1,
                "best": "été",
                "best_points": 30,
                "longest": "été",
                "share": 30_000,
            }
        ],
        "plays": [
            {
                "round": key,
                "at": "2026-09-21T14:13:25.100000+00:00",
                "message": "m1",
                "word": "ete",
                "points": 30,
                "cause": None,
                "letters": "",
            },
            {
                "round": key,
                "at": "2026-09-21T14:13:26.100000+00:00",
                "message": "m3",
                "word": "tira",
                "points": None,
                "cause": "not-in-dictionary",
                "letters": "",
            },
            {
                "round": key,
                "at": "2026-09-21T14:13:26.100000+00:00",
                "message": None,
                "word": "",
                "points": None,
                "cause": "not-letters",
                "letters": "\ud83d",
            },
        ],
    }
    assert requests[0] == {
        "request": requests[0]["request"],
        "chat": chat,
        "language": "fr",
        "word": "tira",
        "side": "add",
        "reason": "parce que",
        "at": "2026-09-21T14:13:20.100000+00:00",
        "answer": "accepted",
        "decided_at": "2026-09-21T14:14:20.600000+00:00",
        "decision": "bien vu",
    }
    assert (requests[1]["answer"], requests[1]["decided_at"]) == ("open", None)
    assert len(requests) == 2


async def test_an_export_is_all_of_a_player_and_nothing_of_others(store: Store) -> None:
    await assert_export_is_all_of_ana(store)
    export = await PrivacyService(store).export(ANA)
    assert not {"ben", "Ben", "m2", "Ben says so"} & strings(export)


async def assert_export_has_the_wordles_of_ana(store: Store) -> None:
    await meet(store, ANA, BEN)
    over = await solve(store, ANA, await keep_word(store), tries=2)
    guesses = a_guess(player=BEN), a_guess("brick", message_id="m1")
    shared = await keep_game(store, a_game(BEN, room=CORNER, hard=True), *guesses)
    first, second = (await PrivacyService(store).export(ANA))["wordles"]
    assert first == {
        "wordle": over.id,
        "chat": {"platform": "test", "id": "@ana"},
        "language": "en",
        "daily": 1,
        "letters": 5,
        "answer": "crane",
        "hard": False,
        "begun": True,
        "started_at": "2026-09-21T14:13:20.100000+00:00",
        "touched_at": "2026-09-21T14:13:21.100000+00:00",
        "finished_at": "2026-09-21T14:14:20.100000+00:00",
        "given_up": False,
        "guesses": [
            {
                "try": number,
                "at": "2026-09-21T14:13:21.100000+00:00",
                "message": None,
                "word": word,
            }
            for number, word in ((1, "slate"), (2, "crane"))
        ],
    }
    assert second == first | {
        "wordle": shared.id,
        "chat": {"platform": "test", "id": "square"},
        "daily": None,
        "answer": None,
        "hard": True,
        "begun": False,
        "finished_at": None,
        "guesses": [first["guesses"][0] | {"try": 2, "message": "m1", "word": "brick"}],
    }


async def test_an_export_has_games_of_wordle_but_no_answer_to_be_found(store: Store) -> None:
    await assert_export_has_the_wordles_of_ana(store)


async def test_an_export_is_json(store: Store) -> None:
    await play_a_round(store)
    export = await PrivacyService(store).export(ANA)
    assert json.loads(json.dumps(export, allow_nan=False)) == export


async def test_of_who_was_never_seen_an_export_is_empty(store: Store) -> None:
    await play_a_round(store)
    assert await PrivacyService(store).export(CLO) == NOTHING


async def assert_ana_is_forgotten(store: Store) -> None:
    await play_a_round(store)
    privacy = PrivacyService(store)
    boards = StandingsService(store)
    before = await privacy.export(BEN)
    assert await privacy.forget(ANA, 1.0)
    ana = {"player": {"platform": "test", "id": "ana"}}
    assert await privacy.export(ANA) == NOTHING | ana
    after = await privacy.export(BEN)
    assert before["requests"][1].pop("decision") == "no such word"
    assert after["requests"][1].pop("decision") == ""
    assert after == before
    board = await boards.leaderboard(SQUARE, "fr", Period.ALL, Measure.POINTS, DAY, ANA)
    (first, second) = board.lines
    assert (first.value, first.standing.name, first.standing.best) == (30, "", "été")
    assert first.standing.player.platform == FORGOTTEN
    assert second.standing.player == BEN
    assert board.viewer is None
    left = await privacy.export(first.standing.player)
    assert not {"Ana", "ana", "m1", "m3", "tira", "parce que"} & (
        strings(left) - strings(left["requests"])
    )
    assert {request["reason"] for request in left["requests"]} == {""}
    assert not await privacy.forget(ANA, 1.0)


async def test_of_who_is_forgotten_scores_are_left_without_a_name(store: Store) -> None:
    await assert_ana_is_forgotten(store)


async def test_nobody_is_forgotten_who_was_never_seen(store: Store) -> None:
    await play_a_round(store)
    before = await PrivacyService(store).export(ANA)
    assert not await PrivacyService(store).forget(CLO, 1.0)
    assert not await PrivacyService(store).forget(replace(ANA, platform="elsewhere"), 1.0)
    assert await PrivacyService(store).export(ANA) == before


async def test_who_comes_back_after_being_forgotten_begins_anew(store: Store) -> None:
    await play_a_round(store)
    privacy = PrivacyService(store)
    await privacy.set_visibility(Member(ANA, "Ana"), Visibility.NOBODY, START)
    await privacy.forget(ANA, 1.0)
    assert await privacy.visibility(ANA) is Visibility.WORLD
    await meet(store, ANA)
    export = await privacy.export(ANA)
    assert (export["name"], export["rounds"], export["memberships"]) == ("Ana", [], [])


@pytest.mark.parametrize("visibility", Visibility)
async def test_who_was_never_seen_can_hide_before_the_first_round(
    store: Store, visibility: Visibility
) -> None:
    privacy = PrivacyService(store)
    assert await privacy.visibility(CLO) is Visibility.WORLD
    await privacy.set_visibility(Member(CLO, "Clo"), visibility, START)
    assert await privacy.visibility(CLO) is visibility
    assert (await privacy.export(CLO))["visibility"] == visibility
    assert (await privacy.export(CLO))["memberships"] == []


async def test_hiding_is_at_once_on_past_boards_and_can_be_taken_back(store: Store) -> None:
    await play_a_round(store)
    privacy, boards = PrivacyService(store), StandingsService(store)

    async def shown() -> list[list[PlayerRef]]:
        found = [
            await boards.leaderboard(chat, "fr", Period.DAY, Measure.POINTS, DAY)
            for chat in (SQUARE, None)
        ]
        return [[line.standing.player for line in board.lines] for board in found]

    for visibility, expected in (
        (Visibility.CHAT, [[ANA, BEN], [BEN]]),
        (Visibility.NOBODY, [[BEN], [BEN]]),
        (Visibility.WORLD, [[ANA, BEN], [ANA, BEN]]),
    ):
        await privacy.set_visibility(Member(ANA, "Ana"), visibility, START)
        assert await shown() == expected


async def test_a_database_exports_all_of_a_player(sqlite: Store) -> None:
    await assert_export_is_all_of_ana(sqlite)


async def test_a_database_exports_games_of_wordle(sqlite: Store) -> None:
    await assert_export_has_the_wordles_of_ana(sqlite)


async def test_a_database_leaves_no_id_in_games_of_wordle(sqlite: Store) -> None:
    await meet(sqlite, ANA)
    kept = await solve(sqlite, ANA, await keep_word(sqlite))
    await keep_word(sqlite, 2)
    assert await PrivacyService(sqlite).forget(ANA, 1.0)
    async with sqlite.read() as work:
        record = await work.wordles.record(kept.id)
    assert record
    assert record.started_by.platform == record.room.chat.platform == FORGOTTEN
    assert record.is_own


async def test_a_database_forgets(sqlite: Store) -> None:
    await assert_ana_is_forgotten(sqlite)


async def test_a_database_keeps_who_hides(sqlite: Store) -> None:
    await PrivacyService(sqlite).set_visibility(Member(CLO, "Clo"), Visibility.CHAT, START)
    assert await PrivacyService(sqlite).visibility(CLO) is Visibility.CHAT


async def test_what_is_practised_is_exported_and_forgotten(store: Store) -> None:
    await play_a_round(store)
    card = review("fr", "ete", None, Outcome.MISSED, START)
    async with store.write() as work:
        await work.cards.put(ANA, [card])
    privacy = PrivacyService(store)
    (kept,) = (await privacy.export(ANA))["practised"]
    assert (kept["language"], kept["word"]) == ("fr", "ete")
    assert kept["due"] > kept["reviewed_at"]
    await privacy.forget(ANA, 1.0)
    assert (await privacy.export(ANA))["practised"] == []
