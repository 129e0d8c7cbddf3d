"""Dailies and attempts at them, as the tests put them into stores."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from core.daily.puzzle import Puzzle
from core.daily.recipe import seal_of
from core.daily.themes import Theme
from core.grid import Grid
from core.ids import ChatRef, Member, PlayerRef, own_room
from core.lexicon.house import HouseWords
from core.ports import Store, UnitOfWork
from core.rounds.events import Termination, WordJudged
from core.rounds.purpose import ForDaily
from core.rounds.record import PinnedLexicon, RoundRecord
from core.rounds.round import State
from core.rounds.verdict import Cause, Verdict
from core.solver.solution import FoundWord
from core.standings import MILLION, Board, Period, Score
from tests.contract.made import DAY, PINNED, START, a_find, a_miss, a_record

LE_SET = FoundWord("set", "set", 7, (2, 5, 8))
TIRA = FoundWord("tira", "tira", 8, (2, 3, 6, 7))  # what a_miss sends
SOLA = FoundWord("sola", "sôla", 40, (5, 6, 7, 8))
END = START + 122.5
RECIPE = '{"seed": "été"}\n'


def a_puzzle(number: int = 1, **knobs: Any) -> Puzzle:
    """Return a puzzle; number 1 is that of DAY, a Monday, and the others follow daily."""
    lexicon: PinnedLexicon = knobs.get("lexicon", PINNED)
    settings: dict[str, Any] = {
        "language": lexicon.language,
        "day": DAY + timedelta(days=number - 1),
        "theme": Theme.WORDS,
        "grid": Grid.parse("QuITESARTS"),
        "lexicon": lexicon,
        "words": 6,
        "points": 100,
        "common": 4,
        "difficulty": 2,
        "recipe": RECIPE,
        "seal": seal_of(RECIPE),
        "made_at": START - 9.5,
    }
    return Puzzle(number=number, **(settings | knobs))


def a_daily_board(period: Period = Period.DAY, chat: ChatRef | None = None, **knobs: Any) -> Board:
    """Return the board of a period that DAY, or another day, lies in."""
    day: date = knobs.get("day", DAY)
    return Board(chat, knobs.get("language", "fr"), period, period.start(day))


async def keep_puzzle(store: Store, number: int = 1, **knobs: Any) -> Puzzle:
    """Store a puzzle; return it as it is kept."""
    async with store.write() as work:
        kept = await work.puzzles.get(await work.puzzles.add(a_puzzle(number, **knobs)))
    assert kept is not None
    return kept


async def add_attempt(
    work: UnitOfWork,
    puzzle: Puzzle,
    player: PlayerRef,
    at: float = START,
    *,
    ranked: bool = True,
    **knobs: Any,
) -> int:
    """Store a running round that is an attempt; return its id."""
    record = a_record(
        **{
            "room": own_room(player),
            "started_by": player,
            "lexicon": puzzle.lexicon,
            "words": puzzle.words,
            "points": puzzle.points,
            "starts_at": at,
            "day": puzzle.day,
            "state": State.RUNNING,
            "purpose": ForDaily(puzzle.id, ranked),
        }
        | knobs
    )
    key = await work.rounds.add(record)
    if ranked:
        await work.attempts.begin(puzzle, player, key, at)
    return key


async def begin(
    store: Store, puzzle: Puzzle, player: PlayerRef, at: float = START, **knobs: Any
) -> RoundRecord:
    """Begin an attempt; return its round as it is kept."""
    async with store.write() as work:
        record = await work.rounds.get(await add_attempt(work, puzzle, player, at, **knobs))
    assert record is not None
    return record


def score_of(record: RoundRecord, found: Sequence[FoundWord]) -> Score | None:
    """Return the score of words in a round of one player, None for none."""
    if not found:
        return None
    points, best = sum(each.points for each in found), max(found, key=lambda each: each.points)
    return Score(
        player=record.started_by,
        rank=1,
        won=False,
        points=points,
        words=len(found),
        misses=0,
        best=best.display,
        best_points=best.points,
        longest=best.display,
        share=MILLION * points // record.points,
    )


def plays_of(
    record: RoundRecord, found: Sequence[FoundWord], refused: Sequence[FoundWord | Verdict]
) -> list[WordJudged]:
    """Return a journal: first what counts, then what is in no dictionary, or has that verdict."""
    who = record.started_by
    misses = [
        each if isinstance(each, Verdict) else Verdict(each.word, cause=Cause.NOT_IN_DICTIONARY)
        for each in refused
    ]
    return [
        *(a_find(record.id, who, found=each) for each in found),
        *(a_miss(record.id, who, verdict=each) for each in misses),
    ]


async def finish_attempt(
    work: UnitOfWork,
    record: RoundRecord,
    found: Sequence[FoundWord] = (),
    refused: Sequence[FoundWord | Verdict] = (),
    hurry: int = 0,
) -> None:
    """Finish the round of an attempt, and the attempt."""
    plays = plays_of(record, found, refused)
    await work.plays.add(plays, 0)
    await work.rounds.finish(record.id, len(plays), Termination.TIME_UP, END)
    words = {each.word for each in found}
    await work.attempts.finish(record.id, score_of(record, found), words, hurry, END)


async def attempt(
    store: Store,
    puzzle: Puzzle,
    player: PlayerRef,
    *found: FoundWord,
    at: float = START,
    **knobs: Any,
) -> RoundRecord:
    """Play a whole attempt; return its round as it was begun."""
    record = await begin(store, puzzle, player, at)
    async with store.write() as work:
        await finish_attempt(work, record, found, **knobs)
    return record


async def close(store: Store, *puzzles: Puzzle) -> None:
    """Close days."""
    for puzzle in puzzles:
        async with store.write() as work:
            await work.puzzles.close(puzzle.id, puzzle.closes_at)


def with_word(puzzle: Puzzle, found: FoundWord) -> Puzzle:
    """Return a puzzle as it is with one more word in it."""
    house = puzzle.lexicon.house
    if found.word in house.added:
        return puzzle
    digest = f"{len(house.added) + 1}".rjust(64, "a")
    lexicon = replace(puzzle.lexicon, digest=digest, house=HouseWords(house.added | {found.word}))
    return replace(
        puzzle, lexicon=lexicon, words=puzzle.words + 1, points=puzzle.points + found.points
    )


async def see(store: Store, player: PlayerRef, chat: ChatRef) -> None:
    """See a player in a chat."""
    async with store.write() as work:
        await work.players.see(Member(player, ""), chat, START)


async def join(store: Store, account: PlayerRef, other: PlayerRef) -> None:
    """Make two accounts one player."""
    async with store.write() as work:
        assert await work.links.join(account, other)


async def lines(store: Store, board: Board) -> list[tuple[PlayerRef, int]]:
    """Return who is on a board, and by which value."""
    async with store.read() as work:
        found = await work.attempts.top(board, 100)
        assert await work.attempts.count(board) == len(found)
    return [(each.player, each.value) for each in found]
