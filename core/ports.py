"""What the services need of a store: units of work over repositories of core's own values.

Repositories take and return dataclasses of core; rows never leave a store. Any method
may raise StoreError (core/errors.py), and what is refused so has changed nothing.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from core.errors import SeizeError, translatable
from core.house_requests import Answer, Side, WordRequest
from core.ids import ChatRef, Member, PlayerRef, Room
from core.lexicon.house import HouseWords
from core.players import Player, Visibility
from core.rounds.events import Termination, WordJudged
from core.rounds.record import RoundRecord
from core.standings import Board, Measure, Played, Score, Standing

Clock = Callable[[], float]
"""What time it is, in seconds of UTC epoch; made at the edge, handed down."""


class Conflict(SeizeError):
    """What was to be written no longer fits what is stored: read again, then decide anew.

    `detail` is for developers; a person is told to try again.
    """

    def __init__(self, detail: str = "") -> None:
        super().__init__(translatable("something else changes this right now: try again"))
        self.detail = detail


class Players(Protocol):
    """Who plays, and in which chats."""

    async def see(self, member: Member, chat: ChatRef | None, at: float) -> None:
        """Keep a player, the name they go by now, and that they are a member of `chat`."""

    async def get(self, ref: PlayerRef) -> Player | None:
        """Return a player, None if never seen."""

    async def memberships(self, ref: PlayerRef) -> Mapping[ChatRef, float]:
        """Return the chats where a player was seen, with the first time."""

    async def set_visibility(self, ref: PlayerRef, visibility: Visibility) -> None:
        """Change on which boards a player is shown: at once on all boards, past ones too."""

    async def forget(self, ref: PlayerRef) -> PlayerRef | None:
        """Leave of a player nothing but scores under a number; return that reference.

        Gone are the name, the platform's id, memberships, message ids, what they sent
        and was no word, and the reasons that they gave for and against words. None if
        never seen.
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

    async def active_on(self, platforms: Collection[str]) -> list[RoundRecord]:
        """Return all rounds that wait or run in chats of these platforms, the oldest first."""

    async def latest(self, room: Room, at: float) -> RoundRecord | None:
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
    ) -> None:
        """Finish an active round that has so many plays.

        Raises Conflict if it is finished already, or has other plays.
        """

    async def unannounced(self, platforms: Collection[str]) -> list[RoundRecord]:
        """Return the finished rounds of these platforms that nobody was told of, oldest first."""

    async def mark_announced(self, round_id: int, at: float) -> None:
        """Note that the end of a round was told."""

    async def mark_shown(self, round_id: int, board: str) -> None:
        """Note which message shows a round while it runs."""


class Plays(Protocol):
    """The journal: every submission with its verdict, in order of arrival; append only."""

    async def add(self, play: WordJudged, number: int) -> None:
        """Append the play `number` (from 0) of a running round, by a player who was seen.

        Raises Conflict if there is such a number, or if the round does not run.
        """

    async def of(self, round_id: int) -> list[WordJudged]:
        """Return the plays of a round, in order of arrival."""

    async def find(self, room: Room, player: PlayerRef, message_id: str) -> WordJudged | None:
        """Return what a player's message got in a room, in whichever round."""

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
    """What a chat has set, by name, as text; what is not set is not there."""

    async def settings(self, chat: ChatRef) -> Mapping[str, str]:
        """Return what a chat has set."""

    async def set(self, chat: ChatRef, name: str, text: str | None) -> None:
        """Set one setting, or (None) take it back to its default."""

    async def move(self, old: ChatRef, new: ChatRef) -> bool:
        """Give a chat another reference, with all that is kept of it.

        What `new` has set gives way. Return False, and do nothing, if `old` is unknown, or if
        `new` has rounds, house words or requests of its own.
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


@dataclass(frozen=True, slots=True)
class UnitOfWork:
    """The repositories, within one transaction."""

    players: Players
    rounds: Rounds
    plays: Plays
    standings: Standings
    chats: Chats
    house: House


class Store(Protocol):
    """Where everything is kept."""

    def read(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Open a unit of work that sees one state of the store throughout; it writes nothing."""

    def write(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Open a unit of work that is committed as it closes, or, if anything raises, not at all.

        Writers wait for one another: do slow work before.
        """

    async def close(self) -> None:
        """Let go of files and connections."""
