"""The rounds that are on, as this process knows them: copies of what the store holds.

A second process on the same store loses no word: its copy takes in what the journal has more
than it, and it judges anew. Where that does not help, as after a write that failed midway, the
copy is made anew from the whole journal, which takes solving the grid again.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from math import inf
from typing import TypeGuard, TypeVar

from core.ids import ChatRef, Member, PlayerRef, Room, Shard
from core.lexicon.alphabet import alphabet
from core.ports import Clock, Conflict, Store, UnitOfWork
from core.rounds.match import Match
from core.rounds.record import RoundRecord, Terms
from core.rounds.round import Round, State
from core.services.dealer import Dealer, Dealt
from core.services.locks import Locks
from core.services.refusals import NoRound
from core.services.served import Served
from core.solver.solution import Solution

_OVER = 60.0  # seconds after its end at which a round is surely over
_APART = 3.0  # seconds: starts are whole ones, and the clocks of two processes differ a little
_TRIES = 2  # of an act on a copy that turns out stale, before the last

T = TypeVar("T")


@dataclass(slots=True)
class Live:
    """A round that waits or runs: as it is stored, as it is played, and what it belongs to.

    `match` has the rounds before. `due` is when something is to be done about it.
    `seen` are players whose name this process has stored since it took the round up.
    A message sent until `known_until` may have been judged in an earlier round here.
    It is `shared` if other processes have stored plays in it since.
    """

    record: RoundRecord
    round: Round
    match: Match | None
    due: float
    known_until: float
    seen: set[PlayerRef] = field(default_factory=set)
    shared: bool = False

    async def catch_up(self, work: UnitOfWork) -> bool:
        """Take in the plays that the journal has more; return whether there were any."""
        later = await work.plays.of(self.record.id, len(self.round.plays))
        for play in later:
            self.round.record(play)
        return bool(later)

    def is_copy_of(self, record: RoundRecord) -> bool:
        """Return whether this is of a round that runs, and is stored as it was."""
        return runs(self) and replace(record, board=self.record.board) == self.record

    def has(self, player: PlayerRef) -> bool:
        """Return whether a player is on the round's card, or on one before in its match."""
        results = [*(self.match.results if self.match else ()), self.round.result()]
        return any(player == card.player for result in results for card in result.standing)


@dataclass(slots=True)
class _Stale:
    """A round that the store knows better than this process: to be read again before use.

    `record` is how it was known last, with id 0 if it was not known to be stored. `copy` may
    lack plays that are stored, but has none that are not.
    """

    due: float
    record: RoundRecord
    copy: Live | None = None


class LiveRounds:
    """At most one round a room. `grace`: seconds left to a round that is taken up late.

    Of a room that is not `served` here there may be a copy, to judge what comes in here; nothing
    is ever due about it.
    """

    def __init__(
        self, store: Store, dealer: Dealer, clock: Clock, grace: float, served: Served
    ) -> None:
        self.changed = asyncio.Event()
        # What the store did while this process could not know, and nobody was told of.
        self.untold: list[RoundRecord] = []
        self.untold_due = 0.0  # when they are to be told, at the earliest
        self._store = store
        self._dealer = dealer
        self._clock = clock
        self._grace = grace
        self._served = served
        self._locks = Locks()
        self._rounds: dict[Room, Live | _Stale] = {}

    def lock(self, room: Room) -> asyncio.Lock:
        """Return the lock under which a room's round is read and changed."""
        return self._locks.of(room)

    def get(self, room: Room) -> Live | None:
        """Return the copy of a room's round, if there is one that may be looked at."""
        live = self._rounds.get(room)
        return live if isinstance(live, Live) else None

    def record(self, room: Room) -> RoundRecord | None:
        """Return the record of a room's round, as it was known last."""
        known = self._rounds.get(room)
        return known.record if known else None

    def running(self, room: Room) -> Round | None:
        """Return the round that runs in a room as this process knows it, only to be looked at."""
        live = self.get(room)
        return live.round if runs(live) else None

    def is_on(self, room: Room) -> bool:
        """Return whether a round waits or runs in a room, as far as this process knows."""
        return room in self._rounds

    def rooms(self) -> list[Room]:
        """Return the rooms where a round waits or runs."""
        return list(self._rounds)

    def rooms_of(self, player: PlayerRef) -> list[Room]:
        """Return the rooms where a player is on the card of the round, the last taken up first."""
        return [
            room
            for room, live in reversed(self._rounds.items())
            if isinstance(live, Live) and live.round.has(player)
        ]

    def due(self) -> float | None:
        """Return when something is to be done about some round, None while none is on."""
        untold = self.untold_due if self.untold else inf
        due = min((untold, *(live.due for live in self._rounds.values())))
        return None if due == inf else due

    def due_by(self, now: float) -> list[Room]:
        """Return the rooms with something to do."""
        return [room for room, live in self._rounds.items() if live.due <= now]

    def put_off(self, room: Room, until: float) -> None:
        """Let a room's round wait."""
        if room in self._rounds:
            self._rounds[room].due = until
            self.changed.set()

    def invalidate(self, record: RoundRecord, due: float, copy: Live | None = None) -> None:
        """Mark a round as stale: it is read again before use, when it is due at the latest.

        A `copy` that is given need not be made anew if all that it lacks is plays.
        """
        self._rounds[record.room] = _Stale(due, record, copy)
        self.changed.set()

    def invalidate_rounds_of(self, player: PlayerRef) -> None:
        """Mark the rounds that a player is in as stale."""
        for live in list(self._rounds.values()):
            if isinstance(live, Live) and live.has(player):
                self.invalidate(live.record, self._clock())

    async def load(self, room: Room) -> Live | None:
        """Return the round of a room, read from the store if the copy is stale.

        A copy that is stale though the journal has nothing more is not to be trusted.
        """
        known = self._rounds.get(room)
        if not (isinstance(known, _Stale) or self._served.elsewhere(room)):
            return known
        before, copy = None, known.copy if isinstance(known, _Stale) else known
        async with self._store.read() as work:
            record = await work.rounds.active(room)
            if known and (record is None or record.id != known.record.id):
                before = await work.rounds.get(known.record.id)
            fits = bool(record and copy and copy.is_copy_of(record))
            more = fits and copy is not None and await copy.catch_up(work)
            if not (more or (fits and isinstance(known, Live))):
                copy = None
        live = copy or (await self.adopt(record) if record else None)
        if live:
            self._rounds[room] = live
        else:
            self.drop(room)
        if known and not self._served.elsewhere(room):
            self._note_untold(known.record, before, record)
        return live

    def _note_untold(
        self, known: RoundRecord, before: RoundRecord | None, record: RoundRecord | None
    ) -> None:
        """Note what became of a round, if nobody can have been told."""
        if before and before.state is State.FINISHED and before.announced_at is None:
            self.untold.append(before)
        if record and _begun_since(known, record):
            self.untold.append(record)

    async def adopt(self, record: RoundRecord) -> Live:
        """Take up a round that this process did not start, or has lost track of.

        It stays open for `grace` seconds from now: words sent in time may still wait.
        """
        round_, match = await self.replay(record), await self.match_before(record)
        async with self._store.read() as work:
            earlier = await work.rounds.latest(record.room, record.starts_at - 1)
        live = self.take_up(record, round_, match, earlier.closes_at if earlier else 0.0)
        live.due = max(live.due, self._clock() + self._grace)
        return live

    async def let_go_of(self, shard: Shard) -> None:
        """Let go of all rounds of a shard that is not served here any more."""
        for room in self.rooms():
            if shard.has(room.chat):
                async with self.lock(room):  # what is being written is written first
                    self.drop(room)
        self.untold = [record for record in self.untold if not shard.has(record.room.chat)]

    def forget_over(self) -> None:
        """Let go of the copies of rounds elsewhere that must be over."""
        for room, live in list(self._rounds.items()):
            if live.due == inf and self._clock() > live.record.closes_at + _OVER:
                self.drop(room)

    def take_up(
        self, record: RoundRecord, round_: Round, match: Match | None, open_until: float
    ) -> Live:
        """Hold a round as it is stored now; the one before it was `open_until` then, or less."""
        due = due_of(record) if self._served.has(record.room.chat) else inf
        known_until = max(record.starts_at + _APART, open_until)
        live = self._rounds[record.room] = Live(record, round_, match, due, known_until)
        self.changed.set()
        return live

    def drop(self, room: Room) -> None:
        """Let go of a round that is over."""
        self._rounds.pop(room, None)
        self.changed.set()

    def let_go(self, chat: ChatRef) -> None:
        """Let go of all rounds of a chat."""
        for room in [room for room in self._rounds if room.chat == chat]:
            self.drop(room)

    @asynccontextmanager
    async def writing(
        self, record: RoundRecord, room: Room | None = None
    ) -> AsyncIterator[UnitOfWork]:
        """Open a unit of work on a round; if anything goes wrong, the copy is stale.

        With its `room`, only plays may be written.
        """
        try:
            async with self._store.write(room) as work:
                yield work
        except BaseException:  # cancelled, too: then nobody knows whether it was committed
            self.invalidate(record, self._clock(), self.get(record.room))
            raise

    async def up_to_date(self, room: Room, act: Callable[[Live | None], Awaitable[T]]) -> T:
        """Act on the round of a room; again, on a new copy, where the copy turns out stale.

        Raises Conflict if it always does.
        """
        return await self._act(room, act, await self.load(room))

    async def let_in(self, room: Room, act: Callable[[Live | None], Awaitable[T]]) -> T:
        """Act as `up_to_date` does, for an act that writes plays.

        A copy of a round that runs is tried as it is, even if other processes play it, too: only
        plays change such a round, or its end, and the store refuses plays that skip either.
        """
        known = self.get(room)
        return await self._act(room, act, known if runs(known) else await self.load(room))

    async def _act(
        self, room: Room, act: Callable[[Live | None], Awaitable[T]], live: Live | None
    ) -> T:
        for _ in range(_TRIES):
            with suppress(Conflict):
                return await act(live)
            live = await self.load(room)
        return await act(live)

    async def look_up(self, round_id: int) -> RoundRecord:
        """Return a stored round, whatever its state; raises NoRound."""
        async with self._store.read() as work:
            record = await work.rounds.get(round_id) if 0 < round_id < 2**63 else None
        if record is None:
            raise NoRound
        return record

    async def replay(self, record: RoundRecord) -> Round:
        """Make a stored round anew from its journal, as far as it was played."""
        async with self._store.read() as work:
            plays = await work.plays.of(record.id)
        accepted = {play.verdict.found: None for play in plays if play.verdict.found}
        round_ = round_of(record, await self._dealer.solve(record, accepted))
        if record.state is not State.WAITING:
            round_.start()
            for play in plays:
                round_.record(play)
        return round_

    async def match_before(self, record: RoundRecord) -> Match | None:
        """Return the match of a round, with the results of the rounds before it."""
        if record.rounds == 1:
            return None
        match = Match()
        if record.match_id:
            async with self._store.read() as work:
                earlier = await work.rounds.of_match(record.match_id)
            for each in earlier[: record.number - 1]:
                match = match.with_result((await self.replay(each)).result())
        return match


def due_of(record: RoundRecord) -> float:
    """Return when a round that waits or runs is to begin or to end."""
    return record.starts_at if record.state is State.WAITING else record.closes_at


def runs(live: Live | None) -> TypeGuard[Live]:
    """Return whether there is a round, and words are let in."""
    return live is not None and live.round.state is State.RUNNING


def _begun_since(known: RoundRecord, record: RoundRecord) -> bool:
    """Return whether a round began in a write whose outcome nobody could know."""
    if not known.id:  # it was just to be added
        return known.starts_at == record.starts_at
    return known.state is State.WAITING and record.state is State.RUNNING


def round_of(record: RoundRecord, solution: Solution) -> Round:
    """Return the round of a record, not started yet."""
    return Round(
        id=record.id,
        solution=solution,
        alphabet=alphabet(record.lexicon.language),
        starts_at=record.starts_at,
        deadline=record.deadline,
        law=record.law,
        grace=record.grace,
        players=[record.started_by],
    )


def record_of(
    room: Room,
    by: Member,
    terms: Terms,
    dealt: Dealt,
    now: float,
    grace: float,
    day: date,
) -> RoundRecord:
    """Return the record of a round that runs from `now` on, alone, not stored yet."""
    return RoundRecord(
        room=room,
        started_by=by.ref,
        grid=dealt.solution.grid,
        lexicon=dealt.lexicon,
        rules=terms.rules,
        min_length=dealt.solution.rules.min_length,
        law=terms.law,
        words=len(dealt.solution),
        points=dealt.solution.points,
        starts_at=whole(now),
        deadline=now + terms.seconds,
        grace=grace,
        day=day,
        state=State.RUNNING,
        opponent=terms.opponent,
    )


def whole(now: float) -> float:
    """Return the whole second before a time: from then on words count that are sent at once.

    Some platforms stamp them with whole seconds.
    """
    return float(int(now))
