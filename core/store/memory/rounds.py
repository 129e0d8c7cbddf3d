"""Rounds and their journals over dicts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import inf

from core.ids import ChatRef, PlayerRef, Room
from core.ports import Conflict
from core.rounds.events import Termination, WordJudged
from core.rounds.record import RoundRecord
from core.rounds.round import State
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryRounds:
    """See core.ports.Rounds."""

    tables: Tables

    async def add(self, record: RoundRecord) -> int:
        self.tables.player(record.started_by)
        if await self.active(record.room):
            raise Conflict(f"another round is active in {record.room}")
        key = len(self.tables.rounds) + 1
        self.tables.rounds[key] = replace(record, id=key)
        return key

    async def get(self, round_id: int) -> RoundRecord | None:
        return self.tables.rounds.get(round_id)

    async def active(self, room: Room) -> RoundRecord | None:
        return next((each for each in self._active() if each.room == room), None)

    async def active_in(self, chat: ChatRef) -> list[RoundRecord]:
        return [each for each in self._active() if each.room.chat == chat]

    async def active_on(self, platforms: Collection[str]) -> list[RoundRecord]:
        return [each for each in self._active() if each.room.chat.platform in platforms]

    async def running(self) -> list[RoundRecord]:
        return [each for each in self._active() if each.state is State.RUNNING]

    async def latest(self, room: Room, at: float = inf) -> RoundRecord | None:
        started = [
            each
            for each in self.tables.rounds.values()
            if each.room == room and each.state is not State.WAITING and each.starts_at <= at
        ]
        return max(started, key=lambda each: (each.starts_at, each.id), default=None)

    async def of_match(self, match_id: int) -> list[RoundRecord]:
        return [
            each for each in self.tables.rounds.values() if match_id in (each.id, each.match_id)
        ]

    async def by(self, player: PlayerRef) -> list[RoundRecord]:
        return [
            each
            for each in self.tables.rounds.values()
            if player in (each.started_by, each.stopped_by)
        ]

    async def begin(self, round_id: int, starts_at: float, deadline: float, day: date) -> None:
        record = self.tables.rounds.get(round_id)
        if record is None or record.state is not State.WAITING:
            raise Conflict(f"round {round_id} does not wait")
        self.tables.rounds[round_id] = replace(
            record, state=State.RUNNING, starts_at=starts_at, deadline=deadline, day=day
        )

    async def finish(
        self,
        round_id: int,
        plays: int,
        termination: Termination,
        at: float,
        by: PlayerRef | None = None,
        teller: str = "",
    ) -> None:
        record = self.tables.rounds.get(round_id)
        if record is None or record.state is State.FINISHED:
            raise Conflict(f"round {round_id} is finished")
        if len(self.tables.plays.get(round_id, ())) != plays:
            raise Conflict(f"round {round_id} has other plays")
        if by:
            self.tables.player(by)
        self.tables.rounds[round_id] = replace(
            record, state=State.FINISHED, termination=termination, finished_at=at, stopped_by=by
        )
        self.tables.tellers[round_id] = teller

    async def unannounced(self, platforms: Collection[str]) -> list[RoundRecord]:
        return [
            each
            for each in self.tables.rounds.values()
            if each.state is State.FINISHED
            and each.announced_at is None
            and each.room.chat.platform in platforms
            and not self._is_told(each.id)
        ]

    async def claim_end(self, round_id: int, teller: str) -> bool:
        record = self.tables.rounds.get(round_id)
        if record is None or record.state is not State.FINISHED or record.announced_at is not None:
            return False
        if self.tables.tellers[round_id] != teller and self._is_told(round_id):
            return False
        self.tables.tellers[round_id] = teller
        return True

    async def leave_end(self, round_id: int, teller: str) -> None:
        if self.tables.tellers.get(round_id) == teller:
            self.tables.tellers[round_id] = ""

    async def mark_announced(self, round_id: int, at: float) -> None:
        if round_id in self.tables.rounds:
            self.tables.rounds[round_id] = replace(self.tables.rounds[round_id], announced_at=at)

    async def mark_shown(self, round_id: int, board: str) -> None:
        if round_id in self.tables.rounds:
            self.tables.rounds[round_id] = replace(self.tables.rounds[round_id], board=board)

    def _is_told(self, round_id: int) -> bool:
        """Return whether a process that lives is to tell the end of a round."""
        owners = {lease.owner for lease in self.tables.leases.values()}
        return self.tables.tellers[round_id] in owners

    def _active(self) -> list[RoundRecord]:
        return [each for each in self.tables.rounds.values() if each.state is not State.FINISHED]


@dataclass(frozen=True, slots=True)
class MemoryPlays:
    """See core.ports.Plays."""

    tables: Tables

    async def add(self, plays: Sequence[WordJudged], number: int) -> None:
        for key in {play.round_id for play in plays}:
            self.tables.plays[key] = self._with(key, plays, number)

    def _with(self, key: int, plays: Sequence[WordJudged], number: int) -> tuple[WordJudged, ...]:
        record, kept = self.tables.rounds.get(key), self.tables.plays.get(key, ())
        if record is None or record.state is not State.RUNNING:
            raise Conflict(f"round {key} does not run")
        if len(kept) != number:
            raise Conflict(f"round {key} has {len(kept)} plays: the next is not {number}")
        for play in plays:
            self.tables.player(play.player)
            sent = [(each.player, each.message_id) for each in kept if each.message_id is not None]
            if (play.player, play.message_id) in sent:
                raise Conflict(f"message {play.message_id} was judged before")
            kept = (*kept, play)
        return kept

    async def of(self, round_id: int, start: int = 0) -> list[WordJudged]:
        return list(self.tables.plays.get(round_id, ())[start:])

    async def find(self, room: Room, player: PlayerRef, message_id: str) -> WordJudged | None:
        for play in await self.by(player):
            if play.message_id == message_id and self.tables.rounds[play.round_id].room == room:
                return play
        return None

    async def by(self, player: PlayerRef) -> list[WordJudged]:
        return [
            play
            for key in sorted(self.tables.plays)
            for play in self.tables.plays[key]
            if play.player == player
        ]
