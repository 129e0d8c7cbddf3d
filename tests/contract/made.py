"""Contents for stores, and a view of all that a store holds."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from core.chats.house import Side, WordRequest
from core.grid import Grid
from core.ids import ChatRef, Member, PlayerRef, Room
from core.lexicon.house import HouseWords
from core.ports import Conflict, Store, UnitOfWork
from core.rounds.events import Termination, WordAccepted, WordJudged, WordRefused
from core.rounds.laws import Law
from core.rounds.record import PinnedLexicon, RoundRecord
from core.rounds.round import State
from core.rounds.verdict import Cause, Verdict
from core.scoring import Rules
from core.solver.solution import FoundWord
from core.standings import Board, Measure, Period, Score

ANA, BEN, CLO = PLAYERS = tuple(PlayerRef("test", name) for name in ("ana", "ben", "clo"))
SQUARE, PARK = CHATS = (ChatRef("test", "square"), ChatRef("test", "park"))
ROOM = Room(SQUARE)
START = 1_790_000_000.1  # Monday, 21 September 2026, 14:13:20 UTC
DAY = date(2026, 9, 21)
HOUR, A_DAY = 3600.0, 86_400.0

PINNED = PinnedLexicon("fr", "fr", "d1" * 32, HouseWords())
ENGLISH = PinnedLexicon("en", "en", "e1" * 32, HouseWords())
QUIT = FoundWord("quit", "quit", 12, (0, 1, 2))
ETE = FoundWord("ete", "été", 30, (3, 4, 7))


def a_record(**knobs: Any) -> RoundRecord:
    """Return a round that waits."""
    settings: dict[str, Any] = {
        "room": ROOM,
        "started_by": ANA,
        "grid": Grid.parse("QuITESARTS"),
        "lexicon": PINNED,
        "rules": Rules.RUZZLE,
        "min_length": 2,
        "law": Law.EVERY_FINDER,
        "words": 6,
        "points": 43,
        "starts_at": START,
        "deadline": knobs.get("starts_at", START) + 120,
        "grace": 2.5,
        "day": DAY,
    }
    return RoundRecord(**(settings | knobs))


def a_score(player: PlayerRef, points: int = 10, **knobs: Any) -> Score:
    """Return the score of one word."""
    settings: dict[str, Any] = {
        "rank": 1,
        "won": False,
        "words": 1,
        "misses": 0,
        "best": f"mot{points}",
        "best_points": points,
        "longest": "longest",
        "share": points * 1000,
    }
    return Score(player=player, points=points, **(settings | knobs))


def a_find(round_id: int, player: PlayerRef = ANA, **knobs: Any) -> WordJudged:
    """Return a word that counts."""
    found = knobs.pop("found", QUIT)
    settings = {"at": START + 5, "message_id": None} | knobs
    return WordAccepted(round_id, player, Verdict(found.word, found), **settings)


def a_miss(round_id: int, player: PlayerRef = ANA, **knobs: Any) -> WordJudged:
    """Return a word that is not in the dictionary."""
    settings: dict[str, Any] = {"at": START + 6, "message_id": None}
    settings |= {"verdict": Verdict("tira", cause=Cause.NOT_IN_DICTIONARY)} | knobs
    return WordRefused(round_id, player, **settings)


def a_request(**knobs: Any) -> WordRequest:
    """Return an open request for a word."""
    settings: dict[str, Any] = {
        "chat": SQUARE,
        "language": "fr",
        "word": "tira",
        "side": Side.ADD,
        "reason": "« tira » existe — voyez l'œuvre ☺",
        "requested_by": ANA,
        "requested_at": START,
    }
    return WordRequest(**(settings | knobs))


def a_board(chat: ChatRef | None = SQUARE, **knobs: Any) -> Board:
    """Return a board of all times."""
    period = knobs.pop("period", Period.ALL)
    return Board(chat, knobs.get("language", "fr"), period, period.start(knobs.get("day", DAY)))


WORLD = a_board(None)


async def meet(store: Store, *players: PlayerRef, chat: ChatRef | None = None) -> None:
    """See players for the first time, in this order."""
    async with store.write() as work:
        for player in players:
            await work.players.see(Member(player, player.id.title()), chat, START)


async def keep(store: Store, **knobs: Any) -> RoundRecord:
    """Store a round that runs (or what the knobs say); return it as it is kept."""
    record = a_record(**({"state": State.RUNNING} | knobs))
    async with store.write() as work:
        kept = await work.rounds.get(await work.rounds.add(record))
    assert kept is not None
    return kept


async def keep_plays(store: Store, *plays: WordJudged, number: int = 0) -> None:
    """Append plays of a round, the first of all or from a number on."""
    async with store.write() as work:
        await work.plays.add(plays, number)


async def finish(store: Store, round_id: int, plays: int = 0, **knobs: Any) -> RoundRecord:
    """Finish a round; return it as it is kept."""
    settings: dict[str, Any] = {"termination": Termination.TIME_UP, "at": START + 122.5}
    async with store.write() as work:
        await work.rounds.finish(round_id, plays, **(settings | knobs))
        kept = await work.rounds.get(round_id)
    assert kept is not None
    return kept


async def play(store: Store, *scores: Score, **knobs: Any) -> RoundRecord:
    """Keep a finished round with its scores; return it."""
    record = await finish(store, (await keep(store, **knobs)).id)
    async with store.write() as work:
        await work.standings.add(record, scores)
    return record


async def top(
    store: Store,
    board: Board,
    measure: Measure = Measure.POINTS,
    minimum: int = 1,
    limit: int = 100,
) -> list[tuple[PlayerRef, int]]:
    """Return who stands on a board, and with which value."""
    async with store.read() as work:
        standings = await work.standings.top(board, measure, minimum, limit)
    return [(standing.player, standing.value(measure)) for standing in standings]


async def picture(store: Store) -> list[object]:
    """Return all that can be seen of the players, chats and boards named above."""
    async with store.read() as work:
        rounds = [await work.rounds.get(key) for key in range(10)]
        return [
            rounds,
            [await work.plays.of(each.id) for each in rounds if each],
            await work.rounds.active_on({"test"}),
            await work.rounds.unannounced({"test"}),
            [(await _seen_of_player(work, player)) for player in PLAYERS],
            [(await _seen_of_chat(work, chat)) for chat in CHATS],
            [
                await work.standings.top(a_board(chat, period=period), Measure.POINTS, 1, 100)
                for chat in (*CHATS, None)
                for period in Period
            ],
            [(await _seen_of_puzzle(work, key)) for key in range(4)],
            [
                await work.attempts.top(a_board(chat, period=period), 100)
                for chat in (*CHATS, None)
                for period in Period
            ],
            await work.wordles.words("en", 9),
            [await work.wordles.record(key) for key in range(4)],
        ]


async def _seen_of_player(work: UnitOfWork, player: PlayerRef) -> list[object]:
    return [
        await work.players.get(player),
        await work.players.memberships(player),
        await work.plays.by(player),
        await work.standings.played(player),
        await work.house.by(player),
        await work.attempts.by(player),
        await work.links.accounts(player),
    ]


async def _seen_of_chat(work: UnitOfWork, chat: ChatRef) -> list[object]:
    return [
        await work.chats.settings(chat),
        await work.house.words(chat, "fr"),
        await work.house.open(chat),
        await work.rounds.active(Room(chat)),
        await work.rounds.latest(Room(chat), START + A_DAY),
        await work.chats.told(chat, "fr"),
    ]


async def _seen_of_puzzle(work: UnitOfWork, key: int) -> list[object]:
    return [
        await work.puzzles.get(key),
        await work.attempts.finders(key),
        await work.attempts.players(key),
        await work.attempts.hurried(key, None),
    ]


Act = Callable[[UnitOfWork], Awaitable[object]]


async def assert_conflict(store: Store, act: Act) -> None:
    """Assert that an act clashes with what is stored, and changes nothing."""
    before = await picture(store)
    with pytest.raises(Conflict):
        async with store.write() as work:
            await act(work)
    assert await picture(store) == before


def kept_as(request: WordRequest, key: int) -> WordRequest:
    """Return a request under the id that it was stored by."""
    return replace(request, id=key)
