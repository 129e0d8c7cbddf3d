"""The tables of a store in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from core.chats.house import WordRequest
from core.chats.players import Player
from core.daily.puzzle import Attempt, Puzzle
from core.duels.duel import Duel
from core.duels.news import DuelNews
from core.ids import ChatRef, PlayerRef
from core.lexicon.house import HouseWords
from core.ports import Conflict, Lease, Spending
from core.practice.cards import Card
from core.ratings import Rating
from core.rounds.events import WordJudged
from core.rounds.record import RoundRecord
from core.standings import Board, Score
from core.wordle.record import WordleRecord, WordOfTheDay


@dataclass(slots=True)
class Tables:
    """Dicts of values that never change, so that copies of the dicts are copies."""

    numbers: dict[PlayerRef, int] = field(default_factory=dict)  # from 1, as first seen
    players: dict[PlayerRef, Player] = field(default_factory=dict)
    memberships: dict[tuple[PlayerRef, ChatRef], float] = field(default_factory=dict)
    rounds: dict[int, RoundRecord] = field(default_factory=dict)
    tellers: dict[int, str] = field(default_factory=dict)  # of the ends of rounds
    plays: dict[int, tuple[WordJudged, ...]] = field(default_factory=dict)
    results: dict[int, tuple[Sequence[Board], Sequence[Score]]] = field(default_factory=dict)
    settings: dict[tuple[ChatRef, str], str] = field(default_factory=dict)
    words: dict[tuple[ChatRef, str], HouseWords] = field(default_factory=dict)
    requests: dict[int, WordRequest] = field(default_factory=dict)
    puzzles: dict[int, Puzzle] = field(default_factory=dict)
    attempts: dict[int, Attempt] = field(default_factory=dict)  # by their rounds
    found: dict[int, frozenset[str]] = field(default_factory=dict)  # by finished attempts
    told: dict[tuple[ChatRef, str], int] = field(default_factory=dict)
    codes: dict[str, tuple[PlayerRef, float]] = field(default_factory=dict)
    persons: dict[PlayerRef, PlayerRef] = field(default_factory=dict)  # the first accounts
    wordle_words: dict[int, WordOfTheDay] = field(default_factory=dict)
    wordles: dict[int, WordleRecord] = field(default_factory=dict)
    # Of finished games, the points and how many guesses: known when those are forgotten.
    wordle_scores: dict[int, tuple[int, int]] = field(default_factory=dict)
    leases: dict[str, Lease] = field(default_factory=dict)
    cards: dict[tuple[PlayerRef, str, str], Card] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    used_tickets: dict[str, float] = field(default_factory=dict)
    tallies: dict[tuple[PlayerRef | ChatRef, str], Spending] = field(default_factory=dict)
    duels: dict[int, Duel] = field(default_factory=dict)
    # Of which duel, and when it was told.
    duel_news: dict[int, tuple[int, DuelNews, float | None]] = field(default_factory=dict)
    ratings: dict[tuple[PlayerRef, str], Rating] = field(default_factory=dict)
    forgotten_ratings: dict[tuple[PlayerRef, str], tuple[Rating, float]] = field(
        default_factory=dict
    )
    # How much was used of a limit by an account, or by two together, and until when that counts.
    limits: dict[tuple[str, frozenset[PlayerRef]], tuple[int, float | None]] = field(
        default_factory=dict
    )
    # Who wants no duels with an account, and of which account that was said.
    blocks: dict[tuple[PlayerRef, PlayerRef], PlayerRef] = field(default_factory=dict)

    def copy(self) -> "Tables":
        return Tables(**{each.name: dict(getattr(self, each.name)) for each in fields(self)})

    def knows(self, chat: ChatRef) -> bool:
        """Return whether anything is kept of a chat."""
        return (
            self.has_past(chat)
            or any(chat == where for where, _ in self.settings)
            or any(chat == where for _, where in self.memberships)
            or any(chat == where for where, _ in self.told)
        )

    def has_past(self, chat: ChatRef) -> bool:
        """Return whether a chat has rounds, duels, games of Wordle, house words or requests."""
        return (
            any(chat == record.room.chat for record in self.rounds.values())
            or any(chat == record.room.chat for record in self.wordles.values())
            or any(chat == duel.room.chat for duel in self.duels.values())
            or any(chat == where for where, _ in self.words)
            or any(chat == request.chat for request in self.requests.values())
        )

    def player(self, ref: PlayerRef) -> Player:
        """Return a player who was seen; raises Conflict if not."""
        if ref not in self.players:
            raise Conflict(f"no such player: {ref}")
        return self.players[ref]

    def person(self, ref: PlayerRef) -> PlayerRef:
        """Return the first account of a player."""
        return self.persons.get(ref, ref)

    def known_as(self, ref: PlayerRef, chat: ChatRef | None) -> PlayerRef:
        """Return the account that a chat knows a player by; the first one if by none."""
        there = (each for each in self.accounts(ref) if (each, chat) in self.memberships)
        return next(there, self.person(ref))

    def accounts(self, ref: PlayerRef) -> list[PlayerRef]:
        """Return all accounts of a player, in order of their first being seen."""
        person = self.person(ref)
        those = [each for each in self.players if self.person(each) == person]
        return sorted(those, key=self.numbers.__getitem__)
