"""The live boards of running rounds: edited as words come in, the last state wins.

A board that cannot be edited, or that is out of sight, is posted again; the old one, if it is still
there, then says that the round goes on below, and has no buttons.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from bot.chat.feed import Feed
from bot.chat.onlookers import Left, Onlookers
from bot.messages import Gone, Outbox, Reply
from core.ids import Room, Shard
from core.ports import Clock
from core.services.sleeper import Wait, wait_for

GATHER = 0.4  # seconds in which more words may come, to be shown at once
REFRESH = 15.0  # seconds after which a board is edited though no word came: time goes by
FAR = 30  # messages of the room after which a board is out of sight
REST = 30.0  # seconds at least until a board that is out of sight is posted again
LONGEST = 60.0  # seconds at most between two posts of a board whose edits are refused

logger = logging.getLogger(__name__)

Last = Callable[[], Awaitable[Reply]]


class Live(Protocol):
    """The board of one running round: what it shows now, in the end, and once another one does."""

    @property
    def is_on(self) -> bool:
        """Whether its round runs."""

    def now(self) -> Reply:
        """Return it as it stands, without its picture."""

    async def post(self) -> str:
        """Send it as it stands, as a message of its own, and note that; return the message's id."""

    async def last(self) -> Reply:
        """Return it as it is when its round is over."""

    async def below(self) -> Reply:
        """Return it without its buttons, for a message that no longer shows the round."""


@dataclass(slots=True)
class _Board:
    """A board, and its message since `posted_at`; `typed` messages stand below it.

    `refused`: how often in a row it was posted again because its edits are refused. `left` are
    the messages that showed it before, to be closed when no word waits for that.
    """

    message_id: str
    live: Live
    posted_at: float
    typed: int = 0
    refused: int = 0
    left: list[str] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    keeping: asyncio.Task[None] | None = None
    posting: asyncio.Task[None] | None = None

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        return [task for task in (self.keeping, self.posting) if task]


class Boards:
    """At most one live board a room. `wait` waits for an event, or so many seconds of `clock`.

    A board is edited at the outbox's pace, and as fast as it can while it has verdicts of the
    feed to tell. Those who look on at a room are told whenever its board is to change.
    """

    def __init__(self, outbox: Outbox, feed: Feed, clock: Clock, wait: Wait = wait_for) -> None:
        self.onlookers = Onlookers()
        self._outbox = outbox
        self._feed = feed
        self._clock = clock
        self._wait = wait
        self._boards: dict[Room, _Board] = {}
        self._closing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._boards)

    def show(self, room: Room, message_id: str, live: Live) -> None:
        """Keep a message up to date with a board as long as its round is on."""
        self._drop(room)
        self._feed.forget(room)
        board = self._boards[room] = _Board(message_id, live, self._clock())
        board.keeping = asyncio.create_task(self._keep(room, board))
        self.onlookers.news(room)

    def shown_by(self, room: Room) -> str:
        """Return the message that is a room's board; "" for none, or one just being sent."""
        board = self._boards.get(room)
        if board is None or (board.posting and not board.posting.done()):
            return ""
        return board.message_id

    def heard(self, room: Room) -> None:
        """Note that something was typed in a room, below its board."""
        if board := self._boards.get(room):
            board.typed += 1

    def touch(self, room: Room) -> None:
        """Note that a room's board is to be drawn again."""
        if board := self._boards.get(room):
            board.changed.set()
            if board.keeping and board.keeping.done():  # the room was out of reach for a while
                board.keeping = asyncio.create_task(self._keep(room, board))
        self.onlookers.news(room)

    def close(self, room: Room) -> bool:
        """Show the last state of a room's board, soon; return False if it has none."""
        self.onlookers.news(room)
        board = self._drop(room)
        if board:
            board.left.insert(0, board.message_id)
            self._leave_all(room, board, board.live.last)
        return board is not None

    def leave(self, room: Room, message_id: str, last: Last) -> None:
        """Show the last state of a message that was a board, soon."""
        task = asyncio.create_task(self._close(room, message_id, last))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def forget(self, room: Room) -> None:
        """Leave a room's board as it is."""
        self._drop(room)
        self._feed.forget(room)

    async def let_go(self, shard: Shard) -> None:
        """Leave the boards of a shard as they are: another process goes on with them."""
        rooms = [room for room in self._boards if shard.has(room.chat)]
        tasks = [task for room in rooms if (board := self._drop(room)) for task in board.tasks]
        self.onlookers.leave(shard.has, Left.AWAY)
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in rooms:
            self._feed.forget(room)

    async def stop(self) -> None:
        """Keep no board any longer; they stay as they are."""
        tasks = [task for board in self._boards.values() for task in board.tasks]
        tasks += self._closing
        self._boards.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _drop(self, room: Room) -> _Board | None:
        board = self._boards.pop(room, None)
        if board and board.keeping:
            board.keeping.cancel()
        return board

    async def _close(self, room: Room, message_id: str, last: Last) -> None:
        try:
            reply = await last()
            await self._outbox.edit(room, message_id, lambda: reply)
        except Exception as error:  # noqa: BLE001 (the round is over, and told)
            logger.warning("board not closed", extra={"reason": type(error).__name__})
        if room not in self._boards:
            self._feed.forget(room)

    async def _keep(self, room: Room, board: _Board) -> None:
        never, rush, pace = asyncio.Event(), self._outbox.rush, self._outbox.pace
        while board.live.is_on:
            if not self._feed.is_behind(room):
                await self._wait(board.changed, REFRESH)
                await self._wait(never, GATHER)
                if self._feed.is_behind(room):
                    await self._wait(never, rush - GATHER)
            board.changed.clear()
            shown, _ = await asyncio.gather(self._show(room, board), self._wait(never, rush))
            if not shown:
                return
            if not self._feed.is_behind(room):
                self._leave_all(room, board, board.live.below)
            if board.refused:
                await self._wait(never, min(pace * 2**board.refused, LONGEST))
            elif not self._feed.is_behind(room):
                await self._wait(never, pace - rush)

    async def _show(self, room: Room, board: _Board) -> bool:
        """Show a board as it stands; return whether there is any use in going on."""
        try:
            if self._is_far(board):
                await self._post(room, board)
            elif await self._outbox.edit(room, board.message_id, board.live.now):
                board.refused = 0
            elif board.live.is_on:
                board.refused += 1
                await self._post(room, board)
        except Gone:
            return False
        except Exception:
            logger.exception("board not shown")
        else:
            self._feed.told(room)
        return True

    def _is_far(self, board: _Board) -> bool:
        # One without an id is seen by its player alone, below what others write.
        rested = self._clock() >= board.posted_at + REST
        return bool(board.message_id) and board.typed > FAR and rested

    async def _post(self, room: Room, board: _Board) -> None:
        """Post a board again; a cancellation does not stop the message halfway."""
        board.posting = asyncio.create_task(self._posted(room, board))
        board.posting.add_done_callback(lambda task: task.cancelled() or task.exception())
        await asyncio.shield(board.posting)

    async def _posted(self, room: Room, board: _Board) -> None:
        old, live = board.message_id, board.live
        board.message_id = await live.post()
        board.typed, board.posted_at = 0, self._clock()
        if self._boards.get(room) is not board:  # the round ended meanwhile, or is shown elsewhere
            self.leave(room, board.message_id, live.below if live.is_on else live.last)
        elif old:
            board.left.append(old)
            if not self._feed.is_behind(room):
                self._leave_all(room, board, live.below)

    def _leave_all(self, room: Room, board: _Board, last: Last) -> None:
        for message_id in board.left:
            self.leave(room, message_id, last)
        board.left.clear()
