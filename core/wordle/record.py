"""Games of Wordle as they are kept, and the word of a day."""

from dataclasses import dataclass
from datetime import date

from core.ids import PlayerRef, Room, private_chat
from core.wordle.game import TRIES, End, Game, Turn
from core.wordle.marks import marks

_TOPIC = "wordle"


@dataclass(frozen=True, slots=True)
class WordOfTheDay:
    """The word of a day (of UTC) in a language; numbers go up by one, from 1.

    `id` is 0 until it is stored.
    """

    language: str
    number: int
    day: date
    answer: str
    id: int = 0


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess that was taken: a normalised word, who made it, when, and with which message."""

    word: str
    player: PlayerRef
    at: float
    message_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordleRecord:
    """A game as it is kept. `id` is 0 until it is stored.

    `room` is a player's own (see `wordle_room`) or, of a game that all there share, where it is
    played. `daily` is the key of the word of the day, 0 for any other word, `number` and `day`
    are that word's, 0 and None for others. Times are seconds of UTC epoch; `touched_at` is when
    the game was opened or guessed at last, `finished_at` None while it goes on. `given_up`:
    ended without an answer.
    """

    id: int = 0
    room: Room
    started_by: PlayerRef
    language: str
    answer: str
    hard: bool = False
    tries: int = TRIES
    daily: int = 0
    number: int = 0
    day: date | None = None
    guesses: tuple[Guess, ...] = ()
    started_at: float
    touched_at: float
    finished_at: float | None = None
    given_up: bool = False

    @property
    def game(self) -> Game:
        """Return the game as its guesses have left it."""
        turns = tuple(Turn(each.word, marks(each.word, self.answer)) for each in self.guesses)
        return Game(self.answer, self.hard, turns, self.tries)

    @property
    def points(self) -> int:
        """Return the number of tries left, the one that solved it included; 0 if unsolved."""
        game = self.game
        return game.tries - len(game.turns) + 1 if game.end is End.SOLVED else 0

    @property
    def is_solved(self) -> bool:
        """Return whether its last guess is the answer."""
        return bool(self.guesses) and self.guesses[-1].word == self.answer

    @property
    def is_own(self) -> bool:
        """Return whether it is one player's game, not a room's."""
        return self.room == wordle_room(self.started_by)


def wordle_room(player: PlayerRef) -> Room:
    """Return the room of a player's own games: in private, beside rounds of their own."""
    return Room(private_chat(player), _TOPIC)
