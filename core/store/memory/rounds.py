"""Rounds and their journals over dicts."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from core.ids import PlayerRef, Room
from core.ports import Conflict
from core.rounds.events import Termination, WordJudged
from core.rounds.record import RoundRecord
from core.rounds.round import State
from core.store.memory.state import Kept


@dataclass(frozen=True, slots=True)
class MemoryRounds:
    """See core.ports.Rounds."""

    kept: Kept

    async def add(self, record: RoundRecord) -> int:
        self.kept.player(record.started_by)
        if await self.active(record.room):
            raise Conflict(f"another round is active in {record.room}")
        key = len(self.kept.rounds) + 1
        self.kept.rounds[key] = replace(record, id=key)
        return key

    async def get(self, round_id: int) -> RoundRecord | None:
        return self.kept.rounds.get(round_id)

    async def active(self, room: Room) -> RoundRecord | None:
        return next((each for each in self._active() if each.room == room), None)

    async def active_on(self, platforms: Collection[str]) -> list[RoundRecord]:
        return [each for each in self._active() if each.room.chat.platform in platforms]

    async def latest(self, room: Room, at: float) -> RoundRecord | None:
        started = [
            each
            for each in self.kept.rounds.values()
            if each.room == room and each.state is not State.WAITING and each.starts_at <= at
        ]
        return max(started, key=lambda each: (each.starts_at, each.id), default=None)

    async def of_match(self, match_id: int) -> list[RoundRecord]:
        return [each for each in self.kept.rounds.values() if match_id in (each.id, each.match_id)]

    async def by(self, player: PlayerRef) -> list[RoundRecord]:
        return [
            each
            for each in self.kept.rounds.values()
            if player in (each.started_by, each.stopped_by)
        ]

    async def begin(self, round_id: int, starts_at: float, deadline: float, day: date) -> None:
        record = self.kept.rounds.get(round_id)
        if record is None or record.state is not State.WAITING:
            raise Conflict(f"round {round_id} does not wait")
        self.kept.rounds[round_id] = replace(
            record, state=State.RUNNING, starts_at=starts_at, deadline=deadline, day=day
        )

    async def finish(
        self,
        round_id: int,
        plays: int,
        termination: Termination,
        at: float,
        by: PlayerRef | None = None,
    ) -> None:
        record = self.kept.rounds.get(round_id)
        if record is None or record.state is State.FINISHED:
            raise Conflict(f"round {round_id} is finished")
        if len(self.kept.plays.get(round_id, ())) != plays:
            raise Conflict(f"round {round_id} has other plays")
        if by:
            self.kept.player(by)
        self.kept.rounds[round_id] = replace(
            record, state=State.FINISHED, termination=termination, finished_at=at, stopped_by=by
        )

    async def unannounced(self, platforms: Collection[str]) -> list[RoundRecord]:
        return [
            each
            for each in self.kept.rounds.values()
            if each.state is State.FINISHED
            and each.announced_at is None
            and each.room.chat.platform in platforms
        ]

    async def mark_announced(self, round_id: int, at: float) -> None:
        if round_id in self.kept.rounds:
            self.kept.rounds[round_id] = replace(self.kept.rounds[round_id], announced_at=at)

    async def mark_shown(self, round_id: int, board: str) -> None:
        if round_id in self.kept.rounds:
            self.kept.rounds[round_id] = replace(self.kept.rounds[round_id], board=board)

    def _active(self) -> list[RoundRecord]:
        return [each for each in self.kept.rounds.values() if each.state is not State.FINISHED]


@dataclass(frozen=True, slots=True)
class MemoryPlays:
    """See core.ports.Plays."""

    kept: Kept

    async def add(self, play: WordJudged, number: int) -> None:
        key = play.round_id
        record = self.kept.rounds.get(key)
        if record is None or record.state is not State.RUNNING:
            raise Conflict(f"round {key} does not run")
        self.kept.player(play.player)
        plays = self.kept.plays.get(key, ())
        if len(plays) != number:
            raise Conflict(f"round {key} has {len(plays)} plays: the next is not {number}")
        sent = [(each.player, each.message_id) for each in plays if each.message_id is not None]
        if (play.player, play.message_id) in sent:
            raise Conflict(f"message {play.message_id} was judged before")
        self.kept.plays[key] = (*plays, play)

    async def of(self, round_id: int) -> list[WordJudged]:
        return list(self.kept.plays.get(round_id, ()))

    async def find(self, room: Room, player: PlayerRef, message_id: str) -> WordJudged | None:
        for play in await self.by(player):
            if play.message_id == message_id and self.kept.rounds[play.round_id].room == room:
                return play
        return None

    async def by(self, player: PlayerRef) -> list[WordJudged]:
        return [
            play
            for key in sorted(self.kept.plays)
            for play in self.kept.plays[key]
            if play.player == player
        ]
