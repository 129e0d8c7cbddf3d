"""Rounds in rooms: whatever is acknowledged is stored first, and survives the process.

The store is the truth. What this process holds of a round is a copy of it, made anew
from the journal whenever a write says that it is stale or fails midway. A round is the
work of one process at a time, but a second one on the same store loses no word either:
its writes raise Conflict, it reads again, and judges anew.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from core.chats import ChatSettings
from core.errors import SeizeError, translatable
from core.grid import Grid
from core.ids import Member, PlayerRef, Room
from core.lexicon.alphabet import alphabet
from core.lexicon.catalogue import listing
from core.ports import Clock, Conflict, Store, UnitOfWork
from core.rounds.events import RoundFinished, RoundStarted, Termination, WordJudged, WordRefused
from core.rounds.match import LADDER, Match
from core.rounds.record import RoundRecord, Terms
from core.rounds.round import Round, State
from core.rounds.verdict import Cause, Verdict
from core.services.dealing import Dealer, Dealt
from core.services.locks import Locks
from core.services.settings import NotAllowed
from core.solver.solution import Solution
from core.standings import local_day, scores

GRACE = 3.0  # seconds that a round waits for words on their way, sent before its deadline
BREAK = 15.0  # seconds between two rounds of a match
RETRY = 5.0  # seconds until what the store refused is tried again

logger = logging.getLogger(__name__)


class RoundActive(SeizeError):
    """A second round in a room that has one."""

    def __init__(self) -> None:
        super().__init__(translatable("a round is on here already: wait for its end, or stop it"))


class NoRound(SeizeError):
    """A room where there is nothing to stop."""

    def __init__(self) -> None:
        super().__init__(translatable("no round is on here: start one"))


class NotHere(SeizeError):
    """A room that its chat keeps free of rounds."""

    def __init__(self) -> None:
        super().__init__(translatable("no rounds here: this chat plays elsewhere"))


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened in a round, and in its match: with the rounds so far, this one included.

    `match` is None outside a match.
    """

    record: RoundRecord
    event: RoundStarted | RoundFinished
    match: Match | None


@dataclass(slots=True)
class _Live:
    """A round that waits or runs: as it is stored, as it is played, and what it belongs to.

    `match` has the rounds before. `due` is when something is to be done about it.
    `seen` are players whose name this process has stored since it took the round up.
    """

    record: RoundRecord
    round: Round
    match: Match | None
    due: float
    seen: set[PlayerRef] = field(default_factory=set)


@dataclass(slots=True)
class _Stale:
    """A round that the store knows better than this process: to be read again before use."""

    due: float


class RoundsService:
    """The rounds of all rooms on some platforms; no two services share a platform.

    `clock` tells when rounds begin and end; words are judged by the times given with
    them. `grace` and `break_` are seconds. Nothing runs by itself: call `resume` first,
    then `tick` whenever `due` says so; `changed` is set when that may be earlier.
    """

    def __init__(
        self,
        store: Store,
        dealer: Dealer,
        clock: Clock,
        platforms: Collection[str],
        grace: float = GRACE,
        break_: float = BREAK,
    ) -> None:
        self.changed = asyncio.Event()
        self._store = store
        self._dealer = dealer
        self._clock = clock
        self._platforms = frozenset(platforms)
        self._grace = grace
        self._break = break_
        self._locks = Locks()
        self._live: dict[Room, _Live | _Stale] = {}

    async def start(
        self, room: Room, by: Member, terms: Terms, *, rounds: int = 1, grid: Grid | None = None
    ) -> Happened:
        """Start a round, on `grid` or on a random one, or (3 `rounds`) a match.

        Raises RoundActive, NotHere, and what dealing raises.
        """
        if rounds not in (1, len(LADDER)):
            raise ValueError(f"a match has {len(LADDER)} rounds")
        async with self._locks.of(room):
            if await self._load(room):
                raise RoundActive
            async with self._store.read() as work:
                settings = ChatSettings.from_texts(await work.chats.settings(room.chat))
                house = await work.house.words(room.chat, listing(terms.lexicon).language)
            if not settings.allows(room):
                raise NotHere
            bonuses = LADDER[0] if rounds > 1 else LADDER[-1]
            dealt = await self._dealer.deal(terms, house, bonuses, grid)
            now = self._clock()
            record = RoundRecord(
                room=room,
                started_by=by.ref,
                rounds=rounds,
                grid=dealt.solution.grid,
                lexicon=dealt.lexicon,
                rules=terms.rules,
                min_length=dealt.solution.rules.min_length,
                law=terms.law,
                words=len(dealt.solution),
                points=dealt.solution.points,
                starts_at=now,
                deadline=now + terms.seconds,
                grace=self._grace,
                day=local_day(now, settings.zone),
                state=State.RUNNING,
            )
            record = await self._add(record, by)
            live = self._take_up(record, dealt.solution, Match() if rounds > 1 else None)
            return Happened(live.record, live.round.start(), live.match)

    async def submit(
        self, room: Room, by: Member, text: str, at: float, message_id: str | None = None
    ) -> WordJudged | None:
        """Judge a text sent at `at`; return the verdict once it is stored.

        A message that was judged before gets the same verdict, after the round too. None
        if no round was on here at that time, or if it ended before the message came.
        """
        async with self._locks.of(room):
            while (live := await self._load(room)) and live.round.state is State.RUNNING:
                if at < live.record.starts_at:
                    break
                play = live.round.judge(by.ref, text, at, message_id)
                if live.round.knows(play):
                    return play
                if await self._store_play(live, by, play):
                    live.round.record(play)
                    return play
            return await self._answer_late(room, by.ref, at, message_id)

    async def stop(self, room: Room, by: Member) -> Happened:
        """Finish a round before its time, and its match; the words so far count.

        For who started it and for moderators. Raises NoRound, NotAllowed.
        """
        async with self._locks.of(room):
            while live := await self._load(room):
                if by.ref != live.record.started_by:
                    async with self._store.read() as work:
                        texts = await work.chats.settings(room.chat)
                    if not ChatSettings.from_texts(texts).may_moderate(by):
                        raise NotAllowed
                if happened := await self._finish(live, Termination.STOPPED, by):
                    return happened
            raise NoRound

    async def tick(self) -> list[Happened]:
        """Begin and finish what is due; return what happened, to be told and then `announced`.

        What a store refuses now is tried again later: the others do not wait for it.
        """
        now = self._clock()
        happened: list[Happened] = []
        for room in [room for room, live in self._live.items() if live.due <= now]:
            try:
                async with self._locks.of(room):
                    happened += await self._advance(room, now)
            except SeizeError as error:
                logger.warning("round waits", extra={"reason": str(error)})
                if room in self._live:
                    self._live[room].due = now + RETRY
        return happened

    async def resume(self) -> list[Happened]:
        """Take up what an earlier process left; return the ends that nobody was told of.

        Rounds past their deadline stay open for `grace` seconds from now, for words that
        were sent in time and wait at the platform.
        """
        async with self._store.read() as work:
            active = await work.rounds.active_on(self._platforms)
            untold = await work.rounds.unannounced(self._platforms)
        for record in active:
            async with self._locks.of(record.room):
                self._live.setdefault(record.room, _Stale(record.closes_at))
                await self._load(record.room)
        return [await self._recall(record) for record in untold]

    async def announced(self, round_id: int) -> None:
        """Note that the end of a round was told; until then `resume` returns it."""
        async with self._store.write() as work:
            await work.rounds.mark_announced(round_id, self._clock())

    def running(self, room: Room) -> Round | None:
        """Return the round that runs in a room as this process knows it, only to be looked at."""
        live = self._live.get(room)
        if isinstance(live, _Live) and live.round.state is State.RUNNING:
            return live.round
        return None

    def due(self) -> float | None:
        """Return when `tick` has something to do, None while no round is on."""
        return min((live.due for live in self._live.values()), default=None)

    async def _load(self, room: Room) -> _Live | None:
        """Return the round of a room, from the store if this process's copy is stale."""
        live = self._live.get(room)
        if not isinstance(live, _Stale):
            return live
        async with self._store.read() as work:
            record = await work.rounds.active(room)
        if record is None:
            del self._live[room]
            return None
        round_, match = await self._replay(record), await self._match_before(record)
        return self._take_up(record, round_.solution, match, round_)

    def _take_up(
        self,
        record: RoundRecord,
        solution: Solution,
        match: Match | None,
        replayed: Round | None = None,
    ) -> _Live:
        round_ = replayed or _round(record, solution)
        due = record.starts_at if record.state is State.WAITING else record.closes_at
        if replayed:
            due = max(due, self._clock() + self._grace)
        live = self._live[record.room] = _Live(record, round_, match, due)
        self.changed.set()
        return live

    @asynccontextmanager
    async def _writing(self, room: Room, due: float) -> AsyncIterator[UnitOfWork]:
        """Open a unit of work on a room's round, which is stale if anything goes wrong."""
        try:
            async with self._store.write() as work:
                yield work
        except BaseException:  # cancelled, too: then nobody knows whether it was committed
            self._live[room] = _Stale(due)
            raise

    async def _add(self, record: RoundRecord, by: Member) -> RoundRecord:
        try:
            async with self._writing(record.room, record.starts_at) as work:
                await work.players.see(by, record.room.chat, record.starts_at)
                return replace(record, id=await work.rounds.add(record))
        except Conflict:
            raise RoundActive from None

    async def _store_play(self, live: _Live, by: Member, play: WordJudged) -> bool:
        """Store a play; return False if this process's copy of the round turned out stale."""
        room = live.record.room
        try:
            async with self._writing(room, live.due) as work:
                if by.ref not in live.seen:
                    await work.players.see(by, room.chat, play.at)
                await work.plays.add(play, len(live.round.plays))
        except Conflict:
            return False
        live.seen.add(by.ref)
        return True

    async def _answer_late(
        self, room: Room, player: PlayerRef, at: float, message_id: str | None
    ) -> WordJudged | None:
        """Answer a message for which no round is on any more: from the journal, if it is there."""
        async with self._store.read() as work:
            record = await work.rounds.latest(room, at)
            if record is None or record.finished_at is None:
                return None
            if message_id is not None:
                play = await work.plays.find(record.id, player, message_id)
                if play:
                    return play
        if at >= min(record.deadline, record.finished_at):
            return None
        return WordRefused(record.id, player, Verdict("", cause=Cause.TOO_LATE), at, message_id)

    async def _advance(self, room: Room, now: float) -> list[Happened]:
        while live := await self._load(room):
            if live.due > now:
                break
            if live.round.state is State.WAITING:
                happened = await self._begin(live)
            else:
                happened = await self._finish(live, Termination.TIME_UP)
            if happened:
                return [happened]
        return []

    async def _begin(self, live: _Live) -> Happened | None:
        """Let a waiting round run from now on, in its full length."""
        record = live.record
        now = self._clock()
        deadline = now + record.deadline - record.starts_at
        try:
            async with self._writing(record.room, live.due) as work:
                await work.rounds.begin(record.id, now, deadline)
        except Conflict:
            return None
        begun = replace(record, state=State.RUNNING, starts_at=now, deadline=deadline)
        live = self._take_up(begun, live.round.solution, live.match)
        return Happened(begun, live.round.start(), live.match)

    async def _finish(
        self, live: _Live, termination: Termination, by: Member | None = None
    ) -> Happened | None:
        """Finish a round, and store its scores and the next of its match, all or nothing.

        Returns None if this process's copy of the round turned out stale.
        """
        record, round_ = live.record, live.round
        stopped = termination is Termination.STOPPED
        result = round_.result()
        match = None if live.match is None else live.match.with_result(result)
        following = None if stopped or not match or match.over else await self._next(record, match)
        now = self._clock()
        try:
            async with self._writing(record.room, live.due) as work:
                if by:
                    await work.players.see(by, record.room.chat, now)
                stopper = by.ref if by else None
                await work.rounds.finish(record.id, len(round_.plays), termination, now, stopper)
                await work.standings.add(record, scores(result, round_.plays))
                if following:
                    planned = following[0]
                    planned = replace(planned, id=await work.rounds.add(planned))
        except Conflict:
            return None
        finished = round_.stop(now, stopper) if stopped else round_.tick(max(now, record.closes_at))
        del self._live[record.room]
        if following:
            self._take_up(planned, following[1].solution, match)
        self.changed.set()
        logger.info("round finished", extra={"round": record.id, "plays": len(round_.plays)})
        return Happened(record, finished, match) if finished else None

    async def _next(self, record: RoundRecord, match: Match) -> tuple[RoundRecord, Dealt] | None:
        """Deal the next round of a match, which waits for the break to end."""
        grid = record.grid
        terms = Terms(
            lexicon=record.lexicon.name,
            rules=record.rules,
            min_length=record.min_length,
            size=(grid.rows, grid.cols),
            law=record.law,
            seconds=round(record.deadline - record.starts_at),
        )
        try:
            dealt = await self._dealer.deal(terms, record.lexicon.house, match.bonuses)
        except SeizeError as error:
            logger.warning("match ends early", extra={"reason": str(error)})
            return None
        starts_at = self._clock() + self._break
        planned = replace(
            record,
            number=record.number + 1,
            match_id=record.match_id or record.id,
            grid=dealt.solution.grid,
            lexicon=dealt.lexicon,
            words=len(dealt.solution),
            points=dealt.solution.points,
            starts_at=starts_at,
            deadline=starts_at + terms.seconds,
            state=State.WAITING,
        )
        return planned, dealt

    async def _replay(self, record: RoundRecord) -> Round:
        """Make a round again from its journal, as far as it was played."""
        async with self._store.read() as work:
            plays = await work.plays.of(record.id)
        accepted = [play.verdict.word for play in plays if play.verdict.accepted]
        round_ = _round(record, await self._dealer.solve(record, accepted))
        if record.state is not State.WAITING:
            round_.start()
            for play in plays:
                round_.record(play)
        return round_

    async def _match_before(self, record: RoundRecord) -> Match | None:
        """Return the match of a round with the results of the rounds before it."""
        if record.rounds == 1:
            return None
        match = Match()
        if record.match_id:
            async with self._store.read() as work:
                earlier = await work.rounds.of_match(record.match_id)
            for each in earlier[: record.number - 1]:
                match = match.with_result((await self._replay(each)).result())
        return match

    async def _recall(self, record: RoundRecord) -> Happened:
        """Return the end of a finished round again."""
        result = (await self._replay(record)).result()
        termination = record.termination or Termination.TIME_UP
        at = record.finished_at or record.closes_at
        finished = RoundFinished(record.id, termination, at, record.stopped_by, result)
        match = await self._match_before(record)
        return Happened(record, finished, match.with_result(result) if match else None)


def _round(record: RoundRecord, solution: Solution) -> Round:
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
