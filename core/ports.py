"""The interface of a store: units of work over repositories of core's own values.

Repositories take and return dataclasses of core; rows never leave a store. Any method
may raise StoreError.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from math import inf
from typing import Protocol

from core.chats.house import Answer, Side, WordRequest
from core.chats.players import Player, Visibility
from core.daily.puzzle import Attempt, DailyLine, Gained, Puzzle
from core.duels.duel import Duel
from core.duels.news import DuelNews
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member, PlayerRef, Room
from core.lexicon.house import HouseWords
from core.limits import Spent
from core.practice.cards import Card
from core.ratings import Rating, RatingLine
from core.rounds.events import Termination, WordJudged
from core.rounds.record import RoundRecord
from core.solver.solution import FoundWord
from core.standings import Board, Measure, Played, Score, Standing
from core.wordle.record import Guess, WordleRecord, WordOfTheDay

Clock = Callable[[], float]
"""The time now, in seconds of UTC epoch; made at the edge, handed down."""


class StoreError(SeizeError):
    """Raised when the database does not take or give what it is asked.

    Nothing is changed then, and what was acknowledged is kept.
    """


class Conflict(SeizeError):
    """Raised when what is to be written no longer fits what is stored: read again, decide anew.

    `detail` is for developers; a person is told to try again.
    """

    template = translatable("something else changes this right now: try again")

    def __init__(self, detail: str = "") -> None:
        super().__init__()
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Lease:
    """A claim of one process to own something; it counts as long as it is renewed."""

    what: str
    owner: str  # at most 200 characters
    renewals: int


class NotYet(SeizeError):
    """Raised when an account to be parted has played a daily that is not closed."""

    template = translatable(
        "accounts that have played a daily can be parted when its day is closed: try again tomorrow"
    )


class Players(Protocol):
    """Players, and the chats that they are in."""

    async def see(self, member: Member, chat: ChatRef | None, at: float) -> None:
        """Keep a player, the name they go by now, and that they are a member of `chat`."""

    async def get(self, ref: PlayerRef) -> Player | None:
        """Return a player, None if never seen."""

    async def memberships(self, ref: PlayerRef) -> Mapping[ChatRef, float]:
        """Return the chats where a player was seen, with the first time."""

    async def set_visibility(self, ref: PlayerRef, visibility: Visibility) -> None:
        """Change on which boards a player is shown: at once on all boards, past ones too."""

    async def forget(self, ref: PlayerRef, at: float) -> PlayerRef | None:
        """Leave of a player nothing but scores under a number; return that reference.

        Gone are the name, the platform's id, memberships, message ids, what they sent
        and was no word, the words that they asked for and did not get (an open request is
        rejected), the reasons that they gave for and against words, and, unless other accounts
        stay with them, their ranked attempts at dailies that are not closed. Games of Wordle at
        words of the day go to the first of these accounts. Else what those brought that are
        finished, but at the last word of each language, is left; the guesses and all other games
        of their own are gone. None if never seen.
        """


class Rounds(Protocol):
    """Rounds, one at a time in each room."""

    async def add(self, record: RoundRecord) -> int:
        """Store a round, waiting or running; return its id.

        `started_by` must have been seen. Raises Conflict if another round is active in
        its room.
        """

    async def get(self, round_id: int) -> RoundRecord | None:
        """Return a round."""

    async def active(self, room: Room) -> RoundRecord | None:
        """Return the round that waits or runs in a room."""

    async def active_in(self, chat: ChatRef) -> list[RoundRecord]:
        """Return all rounds that wait or run in a chat, the oldest first."""

    async def active_on(self, platforms: Collection[str]) -> list[RoundRecord]:
        """Return all rounds that wait or run in chats of these platforms, the oldest first."""

    async def running(self) -> list[RoundRecord]:
        """Return all rounds that run, on whatever platform, the oldest first."""

    async def latest(self, room: Room, at: float = inf) -> RoundRecord | None:
        """Return the last round of a room that had started at `at`, in any state but waiting."""

    async def by(self, player: PlayerRef) -> list[RoundRecord]:
        """Return the rounds that a player started or stopped, the oldest first."""

    async def of_match(self, match_id: int) -> list[RoundRecord]:
        """Return the rounds of a match so far, by the id of the first; first to last."""

    async def begin(self, round_id: int, starts_at: float, deadline: float, day: date) -> None:
        """Let a waiting round run, at these times. Raises Conflict if it does not wait."""

    async def finish(
        self,
        round_id: int,
        plays: int,
        termination: Termination,
        at: float,
        by: PlayerRef | None = None,
        teller: str = "",
    ) -> None:
        """Finish an active round that has so many plays; its end is for `teller` to tell.

        Raises Conflict if it is finished already, or has other plays.
        """

    async def unannounced(self, platforms: Collection[str]) -> list[RoundRecord]:
        """Return the finished rounds of these platforms that are not announced, oldest first.

        Those are left out whose teller lives: it is the owner of some lease.
        """

    async def claim_end(self, round_id: int, teller: str) -> bool:
        """Make a process the teller of a round's end; return False if that is not to be.

        It is for one that is not announced, and has no other teller that lives.
        """

    async def leave_end(self, round_id: int, teller: str) -> None:
        """Leave the end of a round to other processes, if `teller` had it."""

    async def mark_announced(self, round_id: int, at: float) -> None:
        """Mark the end of a round as announced."""

    async def mark_shown(self, round_id: int, board: str) -> None:
        """Note which message shows a round while it runs."""


class Plays(Protocol):
    """The journal: every submission with its verdict, in order of arrival; append only."""

    async def add(self, plays: Sequence[WordJudged], number: int) -> None:
        """Append plays of a running round, the first as its `number` (from 0).

        Their players were seen. Raises Conflict if there is such a number, or if the round does
        not run: none is appended then.
        """

    async def of(self, round_id: int, start: int = 0) -> list[WordJudged]:
        """Return the plays of a round from number `start` on, in order of arrival."""

    async def find(self, room: Room, player: PlayerRef, message_id: str) -> WordJudged | None:
        """Return the play of a player's message in a room, in whichever round."""

    async def by(self, player: PlayerRef) -> list[WordJudged]:
        """Return all plays of a player, by round, in order of arrival."""


class Standings(Protocol):
    """Results of rounds, and what they add up to on each board."""

    async def add(self, record: RoundRecord, scores: Sequence[Score]) -> None:
        """Keep the scores of a finished round, and add them to the boards it counts for."""

    async def top(self, board: Board, measure: Measure, minimum: int, limit: int) -> list[Standing]:
        """Return the first standings of a board that are shown and have `minimum` rounds.

        Equal values stand in the order in which their players were first seen.
        """

    async def ahead(self, board: Board, measure: Measure, minimum: int, value: int) -> int:
        """Return how many shown and qualified standings have more than `value`."""

    async def count(self, board: Board, minimum: int) -> int:
        """Return how many standings of a board are shown and qualified."""

    async def get(self, board: Board, player: PlayerRef) -> Standing | None:
        """Return the standing of a player, shown or not, qualified or not."""

    async def played(self, player: PlayerRef, language: str | None = None) -> list[Played]:
        """Return the rounds of a player in a language, or in all, the oldest first."""


class Chats(Protocol):
    """The settings of chats, by name, as text; what is not set is not there."""

    async def settings(self, chat: ChatRef) -> Mapping[str, str]:
        """Return the settings of a chat."""

    async def set(self, chat: ChatRef, name: str, text: str | None) -> None:
        """Set one setting, or (None) take it back to its default."""

    async def having(self, name: str) -> Mapping[ChatRef, Mapping[str, str]]:
        """Return all that is set by the chats that have set one setting."""

    async def told_of(self, name: str) -> Mapping[tuple[ChatRef, str], int]:
        """Return the last day told in each language to the chats that have set something."""

    async def told(self, chat: ChatRef, language: str) -> int:
        """Return the number of the last daily whose end was announced to a chat, 0 for none."""

    async def mark_told(self, chat: ChatRef, language: str, number: int) -> None:
        """Note that the end of a daily was announced to a chat."""

    async def move(self, old: ChatRef, new: ChatRef) -> bool:
        """Give a chat another reference, with all that is kept of it.

        What `new` has set gives way. Return False, and do nothing, if `old` is unknown, or if
        `new` has rounds, duels, games of Wordle, house words or requests of its own.
        """


class House(Protocol):
    """House words of chats, and the requests for them."""

    async def words(self, chat: ChatRef, language: str) -> HouseWords:
        """Return the house words that a chat has accepted for a language."""

    async def put(self, chat: ChatRef, language: str, word: str, side: Side) -> None:
        """Add a word to a chat's words, or take it away; the last say counts."""

    async def add(self, request: WordRequest) -> int:
        """Store a request; return its id. `requested_by` must have been seen."""

    async def get(self, chat: ChatRef, request_id: int) -> WordRequest | None:
        """Return a request of a chat."""

    async def open(self, chat: ChatRef) -> list[WordRequest]:
        """Return the open requests of a chat, the oldest first."""

    async def by(self, player: PlayerRef) -> list[WordRequest]:
        """Return the requests of a player, the oldest first."""

    async def decided_by(self, player: PlayerRef) -> list[WordRequest]:
        """Return the requests that a player has answered, the oldest first."""

    async def decide(
        self, request_id: int, answer: Answer, by: PlayerRef, at: float, decision: str
    ) -> None:
        """Answer an open request. Raises Conflict if it is not open. `by` must have been seen."""


class Puzzles(Protocol):
    """The dailies of each language: their numbers go up by one, and so do their days, or more.

    One that is damaged is left out of lists; to ask for it alone raises StoreError.
    """

    async def add(self, puzzle: Puzzle) -> int:
        """Store a puzzle; return its id.

        Raises Conflict unless its number follows the last one of its language (or is 1, the
        first), and its day comes after.
        """

    async def remake(self, puzzle: Puzzle) -> None:
        """Put another grid, with what goes with it, in the place of the puzzle with this id.

        Raises Conflict if it was begun or closed.
        """

    async def get(self, puzzle_id: int) -> Puzzle | None:
        """Return a puzzle by its id."""

    async def numbered(self, language: str, number: int) -> Puzzle | None:
        """Return a puzzle by its number."""

    async def on(self, language: str, day: date) -> Puzzle | None:
        """Return the puzzle of a day."""

    async def last(self, language: str) -> Puzzle | None:
        """Return the puzzle with the highest number, of a day ahead perhaps."""

    async def before(self, language: str, number: int, count: int) -> list[Puzzle]:
        """Return the last `count` puzzles before a number, in order."""

    async def since(self, day: date) -> list[Puzzle]:
        """Return the puzzles of all languages from a day on."""

    async def unclosed(self, before: date) -> list[Puzzle]:
        """Return the puzzles of days before a day that were not closed, in order of days."""

    async def days(self, language: str, first: int, last: int) -> Mapping[int, date]:
        """Return the days of the puzzles with these numbers, both included."""

    async def close(self, puzzle_id: int, at: float) -> None:
        """Close a day: what its attempts brought counts for week, month and all time.

        Raises Conflict if it was closed before. Cost: that of one statement a period.
        """

    async def accept(self, puzzle: Puzzle, found: FoundWord) -> list[Gained]:
        """Let a word count for a closed puzzle, which is given as it is with the word in it.

        Its `lexicon`, `words` and `points` replace those stored. Who sent the word in their
        attempt, and was told that it is in no dictionary, gains its points now; shares change
        for all, on all boards. Return who gained, most points first; ranks follow from the
        points. Raises Conflict if the puzzle is not closed, or if other words were accepted
        since it was read.
        """


class Boards(Protocol):
    """Lines of leaderboards: see core/standings.py for what a board is."""

    async def top(self, board: Board, limit: int) -> list[DailyLine]:
        """Return the first lines of a board; equal values in the order of `since`."""

    async def ahead(self, board: Board, value: int) -> int:
        """Return how many lines of a board have more than `value`."""

    async def count(self, board: Board) -> int:
        """Return how many lines a board has."""

    async def get(self, board: Board, player: PlayerRef) -> DailyLine | None:
        """Return a player's line, by whichever account, shown to others or not.

        It bears the account that `top` shows; the first one if none was seen in the chat.
        """


class Attempts(Boards, Protocol):
    """Ranked attempts at dailies: one a puzzle and player, whose accounts are one.

    Boards are those of core/standings.py: of a DAY, by points; of WEEK, MONTH and ALL, by the
    sum of shares of closed days. A chat's board has who was seen there, by any account: a line
    there bears the first account that was, so that no other one is shown. A line elsewhere bears
    the first account. Only finished attempts count, and only players who are shown: see
    Visibility.
    """

    async def begin(self, puzzle: Puzzle, player: PlayerRef, round_id: int, at: float) -> None:
        """Note that a player who was seen begins their attempt.

        Raises Conflict for a second, also after one that was forgotten, until the day is closed.
        """

    async def finish(
        self, round_id: int, score: Score | None, words: Collection[str], hurry: int, at: float
    ) -> None:
        """Note what an attempt brought, None for nothing, and which words it found.

        An attempt that ends after its day was closed counts at once. A round that is no
        ranked attempt (any more) is left alone. Raises Conflict if it was finished before.
        """

    async def of(self, puzzle_id: int, player: PlayerRef) -> Attempt | None:
        """Return the attempt of a player, by whichever account."""

    async def by(self, player: PlayerRef, language: str | None = None) -> list[Attempt]:
        """Return all attempts of a player, by language and number."""

    async def finders(self, puzzle_id: int) -> Mapping[str, int]:
        """Return the words that ranked attempts found, with how many found each."""

    async def players(self, puzzle_id: int) -> int:
        """Return how many attempts are finished, hidden players' too."""

    async def points(self, puzzle_id: int) -> list[int]:
        """Return the points of all finished attempts, hidden players' too, in any order."""

    async def refused(self, puzzle_id: int) -> Mapping[str, int]:
        """Return the words on the grid that are in no dictionary, with how many sent each.

        Those that finished ranked attempts sent; not those of players who were forgotten.
        """

    async def hurried(self, puzzle_id: int, chat: ChatRef | None) -> list[DailyLine]:
        """Return who was in too much of a hurry, in a chat or (None) anywhere; value: hurry."""


class Links(Protocol):
    """Accounts that are one player: see Attempts. Every account is first one player alone."""

    async def offer(self, player: PlayerRef, code: str, until: float) -> None:
        """Keep a code by which another account may join a player who was seen; drop older ones."""

    async def take(self, code: str, at: float) -> PlayerRef | None:
        """Use up a code; return whose it was, None if there is none, or not any more."""

    async def join(self, account: PlayerRef, other: PlayerRef) -> bool:
        """Make the players of two accounts one; return False if they are one already.

        Of two ranked attempts at a puzzle the one that began first counts, and the other is
        none any more. What one has used up of a limit, both have from now on. Of two
        ratings that of more games counts. Their boards are added up anew. Both must have been seen.
        """

    async def part(self, account: PlayerRef) -> bool:
        """Make an account a player alone again; return False if it is one, or was never seen.

        What was played stays with the others; both are rated as they were together. Raises NotYet
        while there is a ranked attempt of theirs, by any account, at a puzzle that is not closed.
        """

    async def accounts(self, player: PlayerRef) -> list[PlayerRef]:
        """Return all accounts of a player, in order of their first being seen.

        Of one whom nobody has seen yet, that account alone.
        """


class Wordles(Boards, Protocol):
    """Games of Wordle, and the words of the day.

    Its boards are of finished games at words of the day, one a player and word, by day of the
    word. A line's `value` is the sum of what is left of the tries, this one included: 6 for the
    first guess, 1 for the sixth, 0 for a lost game; `points` the same; `days` the games; `words`
    the guesses. Who is on which board, by which account: as with Attempts. A word or a game that
    is damaged is left out of lists; to ask for it alone raises StoreError.
    """

    async def add_word(self, word: WordOfTheDay) -> int:
        """Store the word of a day; return its key.

        Raises Conflict unless its number follows the last one of its language (or is 1, the
        first), and its day comes after.
        """

    async def word_on(self, language: str, day: date) -> WordOfTheDay | None:
        """Return the word of a day."""

    async def words(self, language: str, count: int) -> list[WordOfTheDay]:
        """Return the last `count` words of the day, the latest first."""

    async def add(self, record: WordleRecord) -> int:
        """Store a game without guesses; return its id. `started_by` must have been seen.

        Raises Conflict if the player has one for that word of the day, by whichever account, or
        had one that was forgotten, or if it is shared and another shared one goes on in its room.
        """

    async def record(self, game_id: int) -> WordleRecord | None:
        """Return a game with its guesses."""

    async def active(self, room: Room, free: tuple[str, int] | None = None) -> WordleRecord | None:
        """Return the game of a room that goes on, of several the one touched last.

        With `free`, a language and a number of letters: only a game at such a word of no day.
        """

    async def at_word(self, word_id: int, player: PlayerRef) -> WordleRecord | None:
        """Return a player's game at a word of the day, of two accounts' the one finished first."""

    async def guess(self, game_id: int, guess: Guess, number: int) -> None:
        """Append the guess `number` (from 0) to a game that goes on, and touch it.

        Its player must have been seen. Raises Conflict if there is such a number, if the game
        has ended, or if that player's message was a guess of it already.
        """

    async def touch(self, game_id: int, at: float) -> None:
        """Note that a game was opened."""

    async def set_hard(self, game_id: int, hard: bool) -> None:
        """Change the mode of a game; raises Conflict if there are guesses already."""

    async def finish(self, game_id: int, at: float, *, given_up: bool = False) -> None:
        """Note that a game has ended; raises Conflict if it had ended before."""

    async def played(self, player: PlayerRef, language: str) -> list[WordleRecord]:
        """Return a player's own finished games, by all accounts, the oldest first.

        Of two accounts' games at one word of the day, the one finished first alone.
        """

    async def by(self, player: PlayerRef) -> list[WordleRecord]:
        """Return the games that this account started or guessed in, the oldest first."""


class Leases(Protocol):
    """The leases of processes, one a thing; core/services/leases.py says who may take one."""

    async def get(self, what: str) -> Lease | None:
        """Return the lease of a thing, None if nobody has it."""

    async def all(self) -> list[Lease]:
        """Return all leases, in the order of their things."""

    async def put(self, lease: Lease) -> None:
        """Store a lease in the place of the one before."""

    async def drop(self, what: str) -> None:
        """Delete the lease of a thing, if there is one."""


class Cards(Protocol):
    """The words that players practise, each by one account."""

    async def put(self, player: PlayerRef, changed: Iterable[Card]) -> None:
        """Store cards in the place of those of the same words. `player` must have been seen."""

    async def of(self, player: PlayerRef, language: str | None = None) -> list[Card]:
        """Return the cards of a player in a language, or in all; by language and word."""


class Tickets(Protocol):
    """The key that tickets to the page are sealed with, and those that were used up."""

    async def key(self, fresh: str) -> str:
        """Return the key, of at most 64 characters; if there is none, it is `fresh` from now on."""

    async def use(self, nonce: str, until: float, at: float) -> bool:
        """Note that a ticket that is good `until` a time was used; False if it was before.

        Those that are over `at` now are forgotten.
        """


@dataclass(frozen=True, slots=True)
class Spending:
    """A share of a secret, told to a player or in a chat, which stays secret `until` a time."""

    who: PlayerRef | ChatRef
    secret: str  # at most 40 characters
    spent: Spent
    until: float


class Tallies(Protocol):
    """How much of each secret players and chats were told, as long as it is one.

    To forget a player leaves this as it is: else it would be a way to be told more. So there is no
    name in it and no id, but a hash of it with a key of the store's, and no word.
    """

    async def add(self, told: Iterable[Spending], at: float) -> None:
        """Add to what was told, and drop what is no secret any more at a time."""

    async def of(
        self, who: Collection[PlayerRef | ChatRef]
    ) -> Mapping[tuple[PlayerRef | ChatRef, str], Spent]:
        """Return what some were told, by who and which secret."""


class Duels(Protocol):
    """Duels with each side's rounds, what is to be told of them, and who wants none of whom."""

    async def add(self, duel: Duel) -> int:
        """Store a duel; return its id.

        Its players must have been seen. Raises Conflict if another one has its code.
        """

    async def put(self, duel: Duel) -> None:
        """Store a duel as it is now in the place of the one with its id."""

    async def get(self, duel_id: int) -> Duel | None:
        """Return a duel by its id."""

    async def coded(self, code: str) -> Duel | None:
        """Return a duel by its code."""

    async def open_of(self, players: Collection[PlayerRef]) -> list[Duel]:
        """Return the duels of some accounts that are not over, the oldest first."""

    async def last_of(self, players: Collection[PlayerRef], limit: int) -> list[Duel]:
        """Return the last duels of some accounts that are over, the latest first."""

    async def due(self, at: float) -> list[Duel]:
        """Return the duels that are to be ended by a time, or whose players to be reminded."""

    async def tell(self, duel_id: int, news: Iterable[DuelNews]) -> None:
        """Keep what is to be told of a duel."""

    async def untold(self, platforms: Collection[str]) -> list[tuple[Duel, DuelNews]]:
        """Return the news for players of these platforms, in the order of its coming."""

    async def mark_told(self, news_id: int, at: float) -> None:
        """Note that a thing was told."""

    async def block(self, player: PlayerRef, other: PlayerRef) -> None:
        """Note that a player wants no duels with another. Both must have been seen.

        It holds for all accounts that the other has or comes to have, and for those that are
        forgotten and come back, until it is taken back or `player` is forgotten.
        """

    async def unblock(self, player: PlayerRef, other: PlayerRef) -> None:
        """Take that back, by whichever accounts of the two it was said."""

    async def has_blocked(self, player: PlayerRef, other: PlayerRef) -> bool:
        """Return whether a player, by any of their accounts, wants no duels with another."""

    async def blocked_by(self, player: PlayerRef) -> list[PlayerRef]:
        """Return with whom a player wants no duels, by the accounts of which it was said."""


class Ratings(Protocol):
    """Ratings of players by language, by the first account of each."""

    async def of(self, player: PlayerRef, language: str) -> Rating:
        """Return the rating that a player's next game goes on from; a beginner's if there is none.

        An account that comes back within a year after it was forgotten goes on from what it had.
        """

    async def by(self, player: PlayerRef) -> Mapping[str, Rating]:
        """Return the ratings of a player, by language."""

    async def put(self, player: PlayerRef, language: str, rating: Rating) -> None:
        """Store a rating in the place of the one before. `player` must have been seen."""

    async def meet(self, one: PlayerRef, other: PlayerRef, language: str, week: str) -> int:
        """Count a game of two in a week; return how many there were, this one included.

        By whichever accounts, and whatever became of these since: forgotten, linked or parted.
        """

    async def top(self, chat: ChatRef | None, language: str, limit: int) -> list[RatingLine]:
        """Return the first players of a chat or (None) the world, by the rating shown.

        Only those who are shown there, and whose rating is no longer provisional; of equal ones
        who was seen first. A line in a chat bears the account that was seen there.
        """


class Limits(Protocol):
    """The use of limits by each account, whatever became of it: see core/limits.py."""

    async def used(self, player: PlayerRef) -> Collection[str]:
        """Return the names of the limits of one that a player has used up, by whichever account."""


@dataclass(frozen=True, slots=True)
class UnitOfWork:
    """The repositories, within one transaction."""

    players: Players
    rounds: Rounds
    plays: Plays
    standings: Standings
    chats: Chats
    house: House
    puzzles: Puzzles
    attempts: Attempts
    links: Links
    wordles: Wordles
    leases: Leases
    cards: Cards
    tickets: Tickets
    tallies: Tallies
    duels: Duels
    ratings: Ratings
    limits: Limits


class Store(Protocol):
    """A store of players, rounds and games, read and written in units of work."""

    def read(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Open a unit of work that sees one state of the store throughout; it writes nothing."""

    def write(self, room: Room | None = None) -> AbstractAsyncContextManager[UnitOfWork]:
        """Open a unit of work that is committed as it closes, or, if anything raises, not at all.

        Writers wait for one another: do slow work before. What only adds plays in a `room` need not
        wait for those of other rooms.
        """

    async def close(self) -> None:
        """Let go of files and connections."""
