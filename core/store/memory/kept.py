"""What a store in memory keeps."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.house_requests import WordRequest
from core.ids import ChatRef, PlayerRef
from core.lexicon.house import HouseWords
from core.players import Player
from core.ports import Conflict
from core.rounds.events import WordJudged
from core.rounds.record import RoundRecord
from core.standings import Board, Score


@dataclass(slots=True)
class Kept:
    """All that is kept, in values that never change, so that copies of the dicts are copies."""

    numbers: dict[PlayerRef, int] = field(default_factory=dict)  # from 1, as first seen
    players: dict[PlayerRef, Player] = field(default_factory=dict)
    memberships: dict[tuple[PlayerRef, ChatRef], float] = field(default_factory=dict)
    rounds: dict[int, RoundRecord] = field(default_factory=dict)
    plays: dict[int, tuple[WordJudged, ...]] = field(default_factory=dict)
    results: dict[int, tuple[Sequence[Board], Sequence[Score]]] = field(default_factory=dict)
    settings: dict[tuple[ChatRef, str], str] = field(default_factory=dict)
    words: dict[tuple[ChatRef, str], HouseWords] = field(default_factory=dict)
    requests: dict[int, WordRequest] = field(default_factory=dict)

    def copy(self) -> "Kept":
        return Kept(
            numbers=dict(self.numbers),
            players=dict(self.players),
            memberships=dict(self.memberships),
            rounds=dict(self.rounds),
            plays=dict(self.plays),
            results=dict(self.results),
            settings=dict(self.settings),
            words=dict(self.words),
            requests=dict(self.requests),
        )

    def knows(self, chat: ChatRef) -> bool:
        """Return whether anything is kept of a chat."""
        return (
            self.has_past(chat)
            or any(chat == where for where, _ in self.settings)
            or any(chat == where for _, where in self.memberships)
        )

    def has_past(self, chat: ChatRef) -> bool:
        """Return whether a chat has rounds, house words or requests."""
        return (
            any(chat == record.room.chat for record in self.rounds.values())
            or any(chat == where for where, _ in self.words)
            or any(chat == request.chat for request in self.requests.values())
        )

    def player(self, ref: PlayerRef) -> Player:
        """Return a player who was seen; raises Conflict if not."""
        if ref not in self.players:
            raise Conflict(f"no such player: {ref}")
        return self.players[ref]
