"""The conversation with one page, over its WebSocket."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import assert_never

from aiohttp import WSMessage, WSMsgType, web

from bot.chat.commands import rows_on_page, verb_of
from bot.chat.context import Effect, OnPage
from bot.chat.dispatcher import Dispatcher
from bot.chat.onlookers import Left
from bot.chat.words import words
from bot.messages import Audience, Gone, Mark, Outbox, Reply, Request, Typed
from bot.presenters.verdicts import REFUSALS
from bot.presenters.wording import Wording, wording_for
from bot.web_app.presence import Presence, Visit
from bot.web_app.protocol import (
    MOST,
    VERSION,
    BadFrame,
    Farewell,
    FromPage,
    FromServer,
    Hello,
    Idle,
    Note,
    Press,
    Problem,
    Rename,
    Verdict,
    Welcome,
    Word,
    read,
    write,
)
from bot.web_app.view import Sight, Sights, sheet_of
from core.errors import SeizeError
from core.grid import adjacency
from core.ids import Member, Room
from core.ports import Clock
from core.rounds.record import RoundRecord
from core.rounds.round import State as Stage
from core.rounds.verdict import Cause
from core.services.refusals import NoRound
from core.texts import is_visible, one_line

LONGEST_NAME = 24

ASKED = 60.0  # seconds between two looks at whether the player may be here

_HELLO = 10.0  # seconds that a page has to say hello
_GATHER = 0.1  # seconds between two sights: what happens in them is shown at once
_SLOW = 10.0  # seconds that a page has to take a frame
_PARTING = 1.0  # seconds for the farewell, and for the page to close
_HEARTBEAT = 15.0  # seconds of silence after which a connection is tried, and cut if it is dead
_BEAT = 3.0  # seconds between two pings, which tell whether the page is away
_MOST_PROBLEMS = 10
_ROUNDS = (Effect.STARTS_ROUND, Effect.ENDS_ROUND)
# Beside closing frames: one that is too long, or no frame at all.
_LAST = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)

logger = logging.getLogger(__name__)


async def _everybody() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in a room, at a page: what is typed and pressed there is theirs, in that room.

    The page shows what is on in any of `rooms`; a round begins in the last one. Who sits in two is
    alone there, with dailies in the first. A `guest` may take another name. `is_served` tells
    whether this process goes on to serve the rooms, `belongs` whether the player may be there:
    None where nobody knows; it may raise SeizeError.
    """

    member: Member
    rooms: tuple[Room, ...]
    dispatcher: Dispatcher
    outbox: Outbox
    sights: Sights
    clock: Clock
    wording: Wording
    locale: str
    guest: bool = False
    is_served: Callable[[], bool] = lambda: True
    belongs: Callable[[], Awaitable[bool | None]] = _everybody

    @property
    def room(self) -> Room:
        """Return the room in which rounds begin."""
        return self.rooms[-1]

    @property
    def alone(self) -> bool:
        """Return whether nobody else plays there."""
        return len(self.rooms) > 1

    def on(self, number: int) -> RoundRecord | None:
        """Return the round of a number, None if it is not on in any of the rooms."""
        live = self.dispatcher.views.services.rounds.live
        records = map(live.record, self.rooms)
        return next((record for record in records if record and record.id == number), None)


class SentAway(Exception):
    """Raised when a page is to go, with the reason for it and for its player."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(reason)
        self.farewell = Farewell(reason=reason, text=text)


async def check_belonging(seat: Seat) -> None:
    """Raise SentAway unless the player of a seat may be there."""
    try:
        belongs = await seat.belongs()
    except SeizeError as error:
        raise SentAway(Left.GONE, seat.wording.notice(error)) from None
    if belongs is None:
        raise SentAway(Left.AWAY, "")
    if not belongs:
        raise SentAway(Left.GONE, seat.wording.gettext("You are not in that chat any more."))


class Page:
    """One page: `talk` with it until it goes, or is sent away."""

    def __init__(self, seat: Seat, presence: Presence) -> None:
        self._seat = seat
        self._presence = presence
        self._visit: Visit | None = None  # from its hello on
        self._socket = web.WebSocketResponse(
            heartbeat=_HEARTBEAT, autoping=False, max_msg_size=MOST, compress=False
        )
        self._name = ""  # that the page gave itself
        self._shown = 0  # the round that the page shows
        self._problems = 0
        self._talking: asyncio.Task[None] | None = None
        self._farewell: Farewell | None = None

    async def talk(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a page until its connection ends."""
        await self._socket.prepare(request)
        self._talking = asyncio.create_task(self._talk())
        try:
            await asyncio.gather(self._talking, return_exceptions=True)
            if not self._talking.cancelled() and (error := self._talking.exception()):
                logger.error("page failed", exc_info=error)
        finally:
            self._talking.cancel()
            if self._farewell and not self._socket.closed:
                code = 1008 if self._farewell.reason == "flood" else 1001
                await part(self._socket, self._farewell, code)
        return self._socket

    def send_away(self, reason: str, text: str) -> None:
        """End the conversation, with the reason for the page and for its player."""
        self._farewell = self._farewell or Farewell(reason=reason, text=text)
        if self._talking:
            self._talking.cancel()

    async def _talk(self) -> None:
        tasks: list[asyncio.Task[None]] = []
        try:
            visit = await self._greet()
            talk = self._show(), self._hear(visit), self._beat(visit), self._stay()
            tasks += map(asyncio.create_task, talk)
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except SentAway as error:
            self._farewell = error.farewell
        except (ConnectionError, TimeoutError):
            pass  # it comes again by itself
        finally:
            if self._visit:
                self._presence.end(self._visit)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _greet(self) -> Visit:
        async with asyncio.timeout(_HELLO):
            frame = await self._frame()
        if isinstance(frame, Hello):
            words = wording_for(frame.language)
            self._seat = replace(self._seat, wording=words, locale=words.language)
        if not isinstance(frame, Hello) or frame.version != VERSION:
            old = self._seat.wording.gettext("This page is too old: load it again.")
            raise SentAway("version", old)
        self._name, self._shown = frame.page, frame.round
        self._rename(frame.name)
        self._visit = self._presence.visit()
        await self._ping(self._visit)
        await self._send(self._welcome())
        return self._visit

    def _welcome(self) -> Welcome:
        return Welcome(self._seat.member.name, self._seat.guest, self._seat.alone)

    async def _beat(self, visit: Visit) -> None:
        """Ask the page again and again whether it is there."""
        while True:
            await asyncio.sleep(_BEAT)
            await self._ping(visit)

    async def _ping(self, visit: Visit) -> None:
        visit.ping()
        await self._socket.ping()

    async def _hear(self, visit: Visit) -> None:
        while True:
            frame = await self._frame()
            if frame is None:
                return
            match frame:
                case Word():
                    await self._judge(frame, visit)
                case Press():
                    await self._press(frame)
                case Rename():
                    self._rename(frame.name)
                    await self._send(self._welcome())
                case Hello():
                    await self._complain("hello comes once")
                case _:
                    assert_never(frame)

    async def _frame(self) -> FromPage | None:
        """Return the next frame that is one, None once the page is gone; raises SentAway."""
        while True:
            message = await self._socket.receive()
            if self._visit:
                self._visit.hear(message.type)
            if message.type in _LAST:
                return None
            if message.type is WSMsgType.PONG:
                continue
            frame = _read(message)
            if self._presence.flood.is_over(_count(frame)):
                text = self._seat.wording.gettext("Too much at once: wait a moment.")
                raise SentAway("flood", text)
            if message.type is WSMsgType.PING:
                await self._socket.pong(message.data)
            elif isinstance(frame, BadFrame):
                await self._complain(str(frame))
            else:
                return frame

    async def _complain(self, reason: str) -> None:
        self._problems += 1
        await self._send(Problem(reason))
        if self._problems >= _MOST_PROBLEMS:
            raise SentAway(
                "flood", self._seat.wording.gettext("This page is broken: load it again.")
            )

    def _rename(self, name: str) -> None:
        member, wording = self._seat.member, self._seat.wording
        given = one_line(name)[:LONGEST_NAME].strip()
        given = given if is_visible(given) else ""
        if self._seat.guest and (given or not member.name):
            number = int(member.ref.id[:4], 16) % 900 + 100
            given = given or wording.gettext("Guest {number}", number=number)
            self._seat = replace(self._seat, member=replace(member, name=given))

    async def _judge(self, word: Word, visit: Visit) -> None:
        seat = self._seat
        record = seat.on(word.round)
        if record is None:
            await self._send(await self._unplayed(word))
            return
        text = _spelt(record, word.path) if word.path else _typed(word)
        if not text:
            await self._complain("word needs a text, or a path from tile to tile, none twice")
            return
        now, held_up = seat.clock(), visit.held_up(word.ago / 1000)
        typed = Typed(
            room=seat.room,
            member=seat.member,
            text=text,
            at=now - held_up,
            arrived=now,
            id=f"w{self._name}-{word.number}",
            meant=True,
            marked=False,
            alone=seat.alone,
            locale=seat.locale,
            round_id=word.round,
        )
        said = await seat.dispatcher.typed(typed)
        if said:
            await self._send(Verdict(word.number, said[0].mark, said[0].text))
        else:
            await self._send(self._unkept(word))

    async def _unplayed(self, word: Word) -> Verdict:
        """Return the verdict on a word whose round is not on here: too late, or yet to be kept."""
        try:
            record = await self._seat.dispatcher.views.services.rounds.live.look_up(word.round)
            is_on = record.room in self._seat.rooms and record.state is not Stage.FINISHED
        except NoRound:
            is_on = False
        except SeizeError:
            is_on = True
        if is_on:  # in another process, or nobody can tell
            return self._unkept(word)
        late = self._seat.wording.gettext(REFUSALS[Cause.TOO_LATE])
        return Verdict(word.number, Mark.REFUSED, late)

    def _unkept(self, word: Word) -> Verdict:
        gettext = self._seat.wording.gettext
        failed = gettext("This cannot be kept right now: try again in a minute.")
        return Verdict(word.number, Mark.FAILED, failed)

    async def _press(self, press: Press) -> None:
        seat, row = self._seat, verb_of(press.verb)
        place = row.on_page
        if place is None or (place.is_own and not seat.alone):
            await self._complain(f"the verbs are {', '.join(_verbs(alone=seat.alone))}")
            return
        args = await self._below() if place.is_below else press.args
        request = Request(
            name=row.name,
            id="",
            room=seat.room,
            member=seat.member,
            at=seat.clock(),
            args=args,
            locale=seat.locale,
            alone=seat.alone,
        )

        async def send(reply: Reply) -> str:
            # The board and the end of a round are what the page shows by itself.
            begun = row.effect is Effect.STARTS_ATTEMPT and not reply.page
            shown = bool(reply.title) and (row.effect in _ROUNDS or begun)
            return await self._answer(reply, shown=shown)

        await seat.dispatcher.answer(request, send)

    async def _below(self) -> dict[str, str]:
        """Return the arguments of a button below the round that is shown: its number and token."""
        try:
            rounds = self._seat.dispatcher.views.services.rounds
            record = await rounds.live.look_up(self._shown)
        except SeizeError:
            return {"1": "0"}
        return {"1": str(record.id), "2": record.token}

    async def _answer(self, reply: Reply, *, shown: bool) -> str:
        """Post what is for the room, and show the rest unless it is `shown` by itself.

        A player who is alone there is shown what was posted, too.
        """
        seat, posted = self._seat, ""
        if reply.audience is Audience.ROOM:
            try:
                posted = await seat.outbox.post(seat.room, reply)
            except Gone:
                if not seat.alone:
                    raise
            shown = shown or not seat.alone
        if not shown:
            sheet = sheet_of(reply)
            whole = seat.alone and (sheet.title or sheet.offers)
            await self._send(sheet if whole else Note(reply.text))
        return posted

    async def _show(self) -> None:
        """Show what there is to see, and again whenever that is new."""
        seat, last = self._seat, ""
        with seat.dispatcher.onlookers.at(*seat.rooms) as outlook:
            while True:
                await outlook.news.wait()
                outlook.news.clear()
                sight = await self._sight(whole=not last)
                if outlook.left is Left.GONE:
                    text = seat.wording.gettext("Seize is not in that chat any more.")
                    raise SentAway(outlook.left, text)
                if outlook.left or not seat.is_served():
                    raise SentAway(Left.AWAY, "")
                if sight and (text := write(sight)) != last:
                    last = text
                    await self._send(sight)
                await asyncio.sleep(_GATHER)

    async def _stay(self) -> None:
        """Ask again and again whether the player may still be here; raises SentAway."""
        while True:
            await asyncio.sleep(ASKED)
            await check_belonging(self._seat)

    async def _sight(self, *, whole: bool) -> Sight | None:
        seat, shown = self._seat, self._shown
        try:
            sight = await seat.sights.of(seat.rooms, seat.member, seat.wording, shown, whole=whole)
        except SeizeError as error:
            logger.warning("page not drawn", extra={"reason": type(error).__name__})
            return None
        self._shown = 0 if isinstance(sight, Idle) else sight.round
        return sight

    async def _send(self, frame: FromServer) -> None:
        async with asyncio.timeout(_SLOW):
            await self._socket.send_str(write(frame))


async def part(socket: web.WebSocketResponse, farewell: Farewell, code: int) -> None:
    """Say the last frame to a page, and close; who does not take it is not waited for."""
    with suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(_PARTING):
            await socket.send_str(write(farewell))
            await socket.close(code=code)


def _verbs(*, alone: bool) -> Iterator[str]:
    """Yield the verbs that a page may press."""
    places = (place for place in OnPage if alone or not place.is_own)
    return (row.name for place in places for row in rows_on_page(place))


def _read(message: WSMessage) -> FromPage | BadFrame:
    if message.type is not WSMsgType.TEXT:
        return BadFrame("frames are texts")
    try:
        return read(message.data)
    except BadFrame as error:
        return error


def _count(frame: FromPage | BadFrame) -> int:
    """Return how many words a frame counts as."""
    if isinstance(frame, Word):
        return max(len(list(words(_typed(frame), meant=True))), 1)
    return 1


def _typed(word: Word) -> str:
    return "".join(word.text.split())


def _spelt(record: RoundRecord, path: tuple[int, ...]) -> str:
    """Return the letters along a path, "" if it is none on the grid."""
    grid, rules = record.grid, record.ruleset
    touching = adjacency(grid.rows, grid.cols)
    known = all(cell < len(grid.tiles) for cell in path) and len(set(path)) == len(path)
    if not known or any(b not in touching[a] for a, b in pairwise(path)):
        return ""
    return "".join(rules.tile_letters(grid.tiles[cell].letters) for cell in path)
