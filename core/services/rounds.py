"""Rounds in rooms: whatever is acknowledged is stored first, and survives the process."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from math import inf
from typing import Any

from core.chats.settings import ChatSettings
from core.errors import SeizeError
from core.grid import Grid
from core.ids import ChatRef, Member, PlayerRef, Room, Shard, own_room, private_chat
from core.lexicon.catalogue import listing
from core.ports import Clock, Conflict, Store, StoreError
from core.rounds.events import RoundFinished, RoundStarted, Termination, WordJudged
from core.rounds.lessons import Lessons
from core.rounds.match import LADDER, Match
from core.rounds.purpose import Purpose
from core.rounds.record import RoundRecord, Terms
from core.rounds.result import Result
from core.rounds.round import Round, State
from core.services.dealer import Dealer, Dealt
from core.services.live import Live, LiveRounds, due_of, record_of, round_of, runs, whole
from core.services.news import RoundNews, recall
from core.services.purposes import begun, ended, shows_words
from core.services.refusals import NoRound, NotHere, NotYours, RoundActive
from core.services.served import Served
from core.services.submissions import Submission, Submissions
from core.standings import local_day

GRACE = 3.0  # seconds that a round waits for words on their way, sent before its deadline
BREAK = 15.0  # seconds between two rounds of a match
RETRY = 5.0  # seconds until what the store refused is tried again
UNREAD = 0.5  # seconds until it is seen again whether a round that was left is resumed

logger = logging.getLogger(__name__)


class RoundsService:
    """The rounds of all rooms on some platforms; no two services share a platform.

    Where it is `shared`, it serves only the shards of them that it is given by `gain`. `owner` is
    the process, as its leases name it: while it lives, no other tells the ends that it claims.

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
        *,
        shared: bool = False,
        owner: str = "",
    ) -> None:
        self.served = Served(shared=True) if shared else Served.whole(platforms)
        self.live = LiveRounds(store, dealer, clock, grace, self.served)
        self._submissions = Submissions(store, self.live)
        self._store = store
        self._dealer = dealer
        self._clock = clock
        self.platforms = frozenset(platforms)
        self._grace = grace
        self._break = break_
        self.changed = self.live.changed
        self.due = self.live.due
        self._owner = owner
        self._ends: dict[
            int, Room
        ] = {}  # those that this process has claimed, and may not have told
        # Of an earlier process, known, and not resumed yet; None: not even known.
        self._left: list[RoundRecord] | None = [] if shared else None

    async def start(
        self, room: Room, by: Member, terms: Terms, *, rounds: int = 1, grid: Grid | None = None
    ) -> RoundNews:
        """Start a round, on `grid` or on a random one, or (3 `rounds`) a match.

        Raises RoundActive, NotHere, and what dealing raises.
        """
        if rounds not in (1, len(LADDER)):
            raise ValueError(f"a match has {len(LADDER)} rounds")

        async def deal() -> Dealt:
            async with self._store.read() as work:
                settings = ChatSettings.from_texts(await work.chats.settings(room.chat))
                house = await work.house.words(room.chat, listing(terms.lexicon).language)
            if not settings.allows(room):
                raise NotHere
            bonuses = LADDER[0] if rounds > 1 else LADDER[-1]
            return await self._dealer.deal(terms, house, bonuses, grid)

        return await self._start(room, by, terms, deal, rounds=rounds)

    async def start_own(
        self,
        by: Member,
        terms: Terms,
        purpose: Purpose,
        deal: Callable[[], Awaitable[Dealt]],
        *,
        day: date | None = None,
        holds: tuple[int, int] | None = None,
    ) -> RoundNews:
        """Start a round that its player plays alone, on what `deal` returns, in their own room.

        `day` is the date that it belongs to (None: today's, where they are), `holds` the words and
        points that its grid is said to hold (None: those that it holds by now). Raises
        RoundActive, Conflict where the purpose forbids it, and what `deal` raises.
        """
        facts: dict[str, Any] = {"purpose": purpose}
        if day:
            facts["day"] = day
        if holds:
            facts["words"], facts["points"] = holds
        return await self._start(own_room(by.ref), by, terms, deal, **facts)

    async def going_on(self, room: Room) -> RoundNews:
        """Return the start of the round that is on, to show it where its player is now.

        Raises NoRound.
        """
        on = self.live.record(room)
        if on is None:
            raise NoRound
        # Which message shows it is stored only.
        record = await self.live.look_up(on.id)
        started = RoundStarted(
            record.id, record.grid, record.law, record.starts_at, record.deadline
        )
        return RoundNews(record, started, None)

    async def submit(
        self,
        room: Room,
        by: Member,
        text: str,
        at: float,
        message_id: str | None = None,
        arrived: float | None = None,
    ) -> WordJudged | None:
        """Judge a text sent at `at`; return the verdict once it is stored.

        `arrived` is when a text came whose time no platform stamped.

        A message that was judged before gets the same verdict, after the round too. None
        if no round was on here at that time, or if it ended before the message came.
        """
        return await self._submissions.submit(room, Submission(by, text, at, message_id, arrived))

    async def stop(self, room: Room, by: Member, *, whole_match: bool = True) -> RoundNews:
        """Finish a round before its time, and its match, unless that is to go on.

        The words so far count. For who started it and for moderators. Raises NoRound,
        NotYours.
        """

        async def stop(live: Live | None) -> RoundNews:
            if live is None:
                raise NoRound
            if by.ref != live.record.started_by and not await self._moderates(room, by):
                raise NotYours
            return await self._finish(live, Termination.STOPPED, by, goes_on=not whole_match)

        async with self.live.lock(room):
            return await self.live.up_to_date(room, stop)

    async def running(self, room: Room) -> Round | None:
        """Return the round that runs in a room, only to be looked at."""
        async with self.live.lock(room):
            live = await self.live.load(room)
        return live.round if runs(live) else None

    async def begin(self, room: Room) -> RoundNews:
        """Let the next round of a match run now, without waiting for the break to end.

        Raises NoRound if none waits here.
        """
        async with self.live.lock(room):
            return await self.live.up_to_date(room, self._begin)

    async def tick(self) -> list[RoundNews]:
        """Begin and finish what is due; return the news, each to be marked `announced`.

        What a store refuses now is tried again later: the others do not wait for it.
        """
        news: list[RoundNews] = []
        unread = {record.room for record in self._left or ()}
        for room in self.live.due_by(self._clock()):
            if room in unread:  # words that were sent in time may still come, until `resume`
                self.live.put_off(room, self._clock() + UNREAD)
                continue
            try:
                async with self.live.lock(room):
                    news += await self.live.up_to_date(room, self._advance)
            except Exception as error:  # noqa: BLE001 (none may keep the others waiting)
                self._put_off(room, error)
        if self._clock() >= self.live.untold_due:
            untold, self.live.untold = self.live.untold, []
            for record in untold:
                news += await self._recalled(record)
        return news

    async def recognise(self, closed_before: float = inf) -> None:
        """Know the rounds of an earlier process, so that whoever asks for one finds it.

        Each is solved when it is first used, or by `resume`. Where other processes may be at
        work on the same platforms, only what closed before some time is surely left.
        """
        if self._left is None:
            self._left = await self._left_in(self.served.shards, closed_before)

    async def gain(self, shard: Shard) -> None:
        """Serve a shard from now on, and know its rounds; `resume` takes them up."""
        self.served.shards.add(shard)
        left = await self._left_in({shard}, inf)
        self._left = [*(self._left or []), *left]

    async def let_go(self, shard: Shard) -> None:
        """Serve a shard no more; what is being written is written first.

        Where it is not shared, `recognise` and `resume` take its rounds up again.
        """
        await self.live.let_go_of(shard)
        if self.served.shared:
            self.served.shards.discard(shard)
            self._left = [each for each in self._left or [] if not shard.has(each.room.chat)]
        else:
            self._left = None

    async def meet(self, player: PlayerRef) -> None:
        """Know the rounds of a player's own, whichever process began them."""
        if not self.served.shared:
            return
        async with self._store.read() as work:
            active = await work.rounds.active_in(private_chat(player))
        known = [room for room in self.live.rooms() if room.chat == private_chat(player)]
        for room in {*known, *(record.room for record in active)}:
            async with self.live.lock(room):
                await self.live.load(room)

    async def sweep(self) -> list[RoundNews]:
        """Take up what other processes began in rooms that are served here.

        Return the ends that they died with before anybody was told.
        """
        self.live.forget_over()
        async with self._store.read() as work:
            active = await work.rounds.active_on(self.platforms)
            untold = await work.rounds.unannounced(self.platforms)
        for record in active:
            if self.served.has(record.room.chat) and not self.live.is_on(record.room):
                self.live.invalidate(record, due_of(record))
        left = [
            record
            for record in untold
            if self.served.has(record.room.chat) and record.id not in self._ends
        ]
        return [news for record in left for news in await self._recalled(record)]

    async def resume(self, closed_before: float = inf) -> list[RoundNews]:
        """Take up the rounds of an earlier process; return their news to announce (again).

        These are the ends that nobody was told of, and the rounds that go on, whose grids
        may never have been shown. Rounds past their deadline stay open for `grace` seconds
        from now, for words that were sent in time and wait at the platform. `closed_before`
        as in `recognise`.
        """
        await self.recognise(closed_before)
        left, self._left = self._left or [], [] if self.served.shared else None
        for record in left:
            if record.state is not State.FINISHED:
                await self._take_up(record.room)
        # What was stopped meanwhile has been told.
        left = [r for r in left if r.state is State.FINISHED or self.live.is_on(r.room)]
        return [news for record in left for news in await self._recalled(record)]

    async def moved(self, old: ChatRef) -> list[RoundNews]:
        """Take up the rounds of a chat that has another reference in the store now.

        Return what is to be told of them where they are.
        """
        self.live.let_go(old)
        async with self._store.read() as work:
            active = await work.rounds.active_on(self.platforms)
        moved = [record for record in active if not self.live.is_on(record.room)]
        for record in moved:
            self.live.invalidate(record, self._clock())
            await self._take_up(record.room)
        return [news for record in moved for news in await self._recalled(record)]

    def reread(self, player: PlayerRef) -> None:
        """Read the rounds anew that a player is in, who was forgotten."""
        self.live.invalidate_rounds_of(player)

    async def announced(self, round_id: int) -> None:
        """Mark the end of a round as announced; until then `resume` returns it."""
        async with self._store.write() as work:
            await work.rounds.mark_announced(round_id, self._clock())
        self._ends.pop(round_id, None)

    async def leave_ends(self, shard: Shard) -> None:
        """Leave the ends in a shard that are not told yet to the process that serves it now."""
        left = [number for number, room in self._ends.items() if shard.has(room.chat)]
        if left:
            async with self._store.write() as work:
                for number in left:
                    await work.rounds.leave_end(number, self._owner)
        for number in left:
            del self._ends[number]

    async def shown(self, round_id: int, board: str) -> None:
        """Note which message shows a round."""
        async with self._store.write() as work:
            await work.rounds.mark_shown(round_id, board)

    async def lessons(
        self, record: RoundRecord, result: Result, player: PlayerRef | None = None
    ) -> Lessons:
        """Return the lessons of the words of a round that a player missed (None: all players).

        They are none while its words may not be shown.
        """
        if not await self.shows_words(record):
            return Lessons()
        found = result.found_by(player) if player else result.finders.keys()
        return await self._dealer.lessons(result.fit, found, record.lexicon.name)

    async def shows_words(self, record: RoundRecord) -> bool:
        """Return whether a round that is over may show all words of its grid to its players."""
        async with self._store.read() as work:
            return await shows_words(work, record, self._clock())

    @asynccontextmanager
    async def _vacant(self, room: Room) -> AsyncIterator[RoundRecord | None]:
        """Keep a room where no round is on; yield its latest one. Raises RoundActive."""
        async with self.live.lock(room):
            if await self.live.load(room):
                raise RoundActive
            async with self._store.read() as work:
                latest = await work.rounds.latest(room)
            yield latest

    async def _start(
        self,
        room: Room,
        by: Member,
        terms: Terms,
        deal: Callable[[], Awaitable[Dealt]],
        **facts: Any,
    ) -> RoundNews:
        """Store a round that runs from now on, with further `facts` of its record; take it up."""
        async with self._vacant(room) as earlier:
            dealt, now = await deal(), self._clock()
            day = local_day(now, (await self._settings(room.chat)).zone)
            record = record_of(room, by, terms, dealt, now, self._grace, day)
            record = await self._add(replace(record, **facts), by)
            round_ = round_of(record, dealt.solution)
            match = Match() if record.rounds > 1 else None
            until = earlier.closes_at if earlier else 0.0
            live = self.live.take_up(record, round_, match, until)
            return RoundNews(record, round_.start(), live.match)

    async def _moderates(self, room: Room, by: Member) -> bool:
        return (await self._settings(room.chat)).may_moderate(by)

    async def _advance(self, live: Live | None) -> list[RoundNews]:
        if live is None or live.due > self._clock():
            return []
        if live.round.state is State.WAITING:
            return [await self._begin(live)]
        return [await self._finish(live, Termination.TIME_UP, goes_on=True)]

    async def _begin(self, live: Live | None) -> RoundNews:
        """Let a waiting round run from now on, in its full length."""
        if live is None or live.round.state is not State.WAITING:
            raise NoRound
        record, now = live.record, self._clock()
        settings = await self._settings(record.room.chat)
        begun = replace(
            record,
            state=State.RUNNING,
            starts_at=whole(now),
            deadline=now + record.seconds,
            day=local_day(now, settings.zone),
        )
        async with self.live.writing(record) as work:
            await work.rounds.begin(begun.id, begun.starts_at, begun.deadline, begun.day)
        round_ = round_of(begun, live.round.solution)
        self.live.take_up(begun, round_, live.match, live.known_until)
        return RoundNews(begun, round_.start(), live.match)

    async def _finish(
        self, live: Live, termination: Termination, by: Member | None = None, *, goes_on: bool
    ) -> RoundNews:
        """Finish a round, and store its scores and the next of its match, all or nothing."""
        record, result, plays = live.record, live.round.result(), live.round.plays
        match = live.match and live.match.with_result(result)
        dealt = None
        if match and not match.over and goes_on:
            dealt = await self._deal_next(record, match)
        now, stopper = self._clock(), by.ref if by else None
        following = dealt and record.following(
            dealt.solution, dealt.lexicon, self._clock() + self._break
        )
        async with self.live.writing(record) as work:
            if by:
                await work.players.see(by, record.room.chat, now)
            await work.rounds.finish(
                record.id, len(plays), termination, now, stopper, teller=self._owner
            )
            await ended(work, record, result, plays, termination, now)
            if following:
                following = replace(following, id=await work.rounds.add(following))
        self._ends[record.id] = record.room
        self.live.drop(record.room)
        if following and dealt:
            self.live.take_up(
                following, round_of(following, dealt.solution), match, record.closes_at
            )
        logger.info("round finished", extra={"round": record.id, "plays": len(plays)})
        finished = RoundFinished(record.id, termination, now, stopper, result)
        return RoundNews(record, finished, match, following)

    async def _deal_next(self, record: RoundRecord, match: Match) -> Dealt | None:
        try:
            return await self._dealer.deal(record.terms, record.lexicon.house, match.bonuses)
        except SeizeError as error:
            logger.warning("match ends early", extra={"reason": type(error).__name__})
            return None

    async def _add(self, record: RoundRecord, by: Member) -> RoundRecord:
        try:
            async with self.live.writing(record) as work:
                await work.players.see(by, record.room.chat, record.starts_at)
                stored = replace(record, id=await work.rounds.add(record))
                await begun(work, stored)
                return stored
        except Conflict:
            if await self.live.load(record.room):
                raise RoundActive from None
            raise

    async def _settings(self, chat: ChatRef) -> ChatSettings:
        async with self._store.read() as work:
            return ChatSettings.from_texts(await work.chats.settings(chat))

    async def _take_up(self, room: Room) -> None:
        try:
            async with self.live.lock(room):
                await self.live.load(room)
        except SeizeError as error:
            self._put_off(room, error)

    async def _left_in(self, shards: Collection[Shard], closed_before: float) -> list[RoundRecord]:
        """Return the rounds left in some shards; let those that go on be read before use."""
        platforms = {shard.platform for shard in shards}
        async with self._store.read() as work:
            active = await work.rounds.active_on(platforms)
            untold = await work.rounds.unannounced(platforms)
        left = [
            record
            for record in [*untold, *active]
            if record.closes_at < closed_before
            and any(shard.has(record.room.chat) for shard in shards)
            and (record in untold or not self.live.get(record.room))
        ]
        for record in left:
            if record.state is not State.FINISHED:
                self.live.invalidate(record, self._clock())
        return left

    async def _recalled(self, record: RoundRecord) -> list[RoundNews]:
        if record.state is State.FINISHED and record.id in self._ends:
            return []  # claimed here before: it is being told
        try:
            news = await recall(record, self._store, self.live, self._clock())
            if record.state is State.FINISHED and not await self._claim(record):
                return []
        except SeizeError as error:
            logger.warning("not told", extra={"reason": type(error).__name__})
            if isinstance(error, StoreError):
                if record not in self.live.untold:
                    self.live.untold.append(record)
                self.live.untold_due = self._clock() + RETRY
            return []
        return [news] if news else []

    async def _claim(self, record: RoundRecord) -> bool:
        """Claim the end of a round, to tell it here; return False if another process does so."""
        async with self._store.write() as work:
            claimed = await work.rounds.claim_end(record.id, self._owner)
        if claimed:
            self._ends[record.id] = record.room
        return claimed

    def _put_off(self, room: Room, error: Exception) -> None:
        # Bad luck such as a full disk is a SeizeError; all else is to be looked into.
        surprise = not isinstance(error, SeizeError)
        logger.warning("round waits", extra={"reason": type(error).__name__}, exc_info=surprise)
        self.live.put_off(room, self._clock() + RETRY)
