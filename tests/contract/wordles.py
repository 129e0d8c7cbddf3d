"""Games of Wordle, and words of the day, as the tests put them into stores."""

from datetime import date, timedelta
from typing import Any

from core.ids import ChatRef, PlayerRef, Room
from core.ports import Store, UnitOfWork
from core.standings import Board, Period
from core.wordle.record import Guess, WordleRecord, WordOfTheDay, wordle_room
from tests.contract.made import ANA, DAY, SQUARE, START

CORNER = Room(SQUARE, "corner")
ANSWER, WRONG = "crane", ("slate", "brick", "pound", "fight", "jumpy")


def a_word(number: int = 1, **knobs: Any) -> WordOfTheDay:
    """Return a word of the day; number 1 is that of DAY, a Monday, and the others follow daily."""
    day = DAY + timedelta(days=number - 1)
    settings: dict[str, Any] = {"language": "en", "day": day, "answer": ANSWER}
    return WordOfTheDay(number=number, **(settings | knobs))


def a_game(player: PlayerRef = ANA, word: WordOfTheDay | None = None, **knobs: Any) -> WordleRecord:
    """Return a player's own game without guesses, at a word of the day or at any."""
    settings: dict[str, Any] = {
        "room": wordle_room(player),
        "started_by": player,
        "language": word.language if word else "en",
        "answer": ANSWER,
        "daily": word.id if word else 0,
        "number": word.number if word else 0,
        "started_at": START,
        "touched_at": START,
    }
    return WordleRecord(**(settings | knobs))


def a_guess(word: str = WRONG[0], player: PlayerRef = ANA, **knobs: Any) -> Guess:
    """Return a guess without a message."""
    return Guess(word, player, **({"at": START + 1} | knobs))


def a_wordle_board(
    period: Period = Period.DAY, chat: ChatRef | None = None, day: date = DAY, language: str = "en"
) -> Board:
    """Return the board of a period that a day lies in."""
    return Board(chat, language, period, period.start(day))


async def keep_word(store: Store, number: int = 1, **knobs: Any) -> WordOfTheDay:
    """Store a word of the day; return it as it is kept."""
    word = a_word(number, **knobs)
    async with store.write() as work:
        await work.wordles.add_word(word)
        kept = await work.wordles.word_on(word.language, word.day)
    assert kept is not None
    return kept


async def keep_game(store: Store, record: WordleRecord, *guesses: Guess) -> WordleRecord:
    """Store a game that goes on; return it as it is kept."""
    async with store.write() as work:
        key = await work.wordles.add(record)
        for number, guess in enumerate(guesses):
            await work.wordles.guess(key, guess, number)
        return await kept_game(work, key)


async def kept_game(work: UnitOfWork, key: int) -> WordleRecord:
    """Return a game that is there."""
    kept = await work.wordles.record(key)
    assert kept is not None
    return kept


async def solve(
    store: Store,
    player: PlayerRef = ANA,
    word: WordOfTheDay | None = None,
    tries: int = 1,
    at: float = START + 60,
    **knobs: Any,
) -> WordleRecord:
    """Play a game of one's own to its end; it is lost after more than six tries."""
    words = [*WRONG, WRONG[0]][: tries - 1]
    guesses = [a_guess(each, player) for each in [*words, ANSWER][:6]]
    record = await keep_game(store, a_game(player, word, **knobs), *guesses)
    return await end(store, record, at)


async def end(
    store: Store, record: WordleRecord, at: float = START + 60, *, given_up: bool = False
) -> WordleRecord:
    """Finish a game; return it as it is kept."""
    async with store.write() as work:
        await work.wordles.finish(record.id, at, given_up=given_up)
        return await kept_game(work, record.id)


async def wordle_lines(store: Store, board: Board) -> list[tuple[PlayerRef, int]]:
    """Return who is on a board, and by which value."""
    async with store.read() as work:
        found = await work.wordles.top(board, 100)
        assert await work.wordles.count(board) == len(found)
    return [(each.player, each.value) for each in found]
