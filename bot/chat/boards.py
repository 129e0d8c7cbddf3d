"""The live boards of running rounds: edited as words come in, the last state wins."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.chat.feed import Feed
from bot.chat.onlookers import Left, Onlookers
from bot.messages import Gone, Outbox, Reply
from core.ids import Room, Shard
from core.services.sleeper import Wait, wait_for

GATHER = 0.4  # seconds in which more words may come, to be shown at once
REFRESH = 15.0  # seconds after which a board is edited though no word came: time goes by

logger = logging.getLogger(__name__)

Draw = Callable[[], Reply]
Last = Callable[[], Awaitable[Reply]]


@dataclass(slots=True)
class _Board:
    message_id: str
    draw: Draw
    last: Last
    is_on: Callable[[], bool]
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Boards:
    """At most one live board a room. `wait` waits for an event, or so many seconds.

    A board is edited at the outbox's pace, and as fast as it can while it has verdicts of the
    feed to tell. Those who look on at a room are told whenever its board is to change.
    """

    def __init__(self, outbox: Outbox, feed: Feed, wait: Wait = wait_for) -> None:
        self.onlookers = Onlookers()
        self._outbox = outbox
        self._feed = feed
        self._wait = wait
        self._boards: dict[Room, _Board] = {}
        self._closing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._boards)

    def show(
        self, room: Room, message_id: str, draw: Draw, last: Last, is_on: Callable[[], bool]
    ) -> None:
        """Keep a message up to date with what `draw` returns, as long as its round `is_on`.

        `last` returns what it shows in the end.
        """
        self._drop(room)
        self._feed.forget(room)
        board = self._boards[room] = _Board(message_id, draw, last, is_on)
        board.task = asyncio.create_task(self._keep(room, board))
        self.onlookers.news(room)

    def shown_by(self, room: Room) -> str:
        """Return the message that is a room's board, "" for none."""
        board = self._boards.get(room)
        return board.message_id if board else ""

    def touch(self, room: Room) -> None:
        """Note that a room's board is to be drawn again."""
        if board := self._boards.get(room):
            board.changed.set()
        self.onlookers.news(room)

    def close(self, room: Room) -> bool:
        """Show the last state of a room's board, soon; return False if it has none."""
        self.onlookers.news(room)
        board = self._drop(room)
        if board:
            self.leave(room, board.message_id, board.last)
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
        tasks = [board.task for room in rooms if (board := self._drop(room)) and board.task]
        self.onlookers.leave(shard.has, Left.AWAY)
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in rooms:
            self._feed.forget(room)

    async def stop(self) -> None:
        """Keep no board any longer; they stay as they are."""
        tasks = [board.task for board in self._boards.values() if board.task]
        for task in self._closing:
            task.cancel()
        for room in list(self._boards):
            self._drop(room)
        await asyncio.gather(*tasks, *self._closing, return_exceptions=True)

    def _drop(self, room: Room) -> _Board | None:
        board = self._boards.pop(room, None)
        if board and board.task:
            board.task.cancel()
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
        while board.is_on():
            if not self._feed.is_behind(room):
                await self._wait(board.changed, REFRESH)
                await self._wait(never, GATHER)
                if self._feed.is_behind(room):
                    await self._wait(never, rush - GATHER)
            board.changed.clear()
            edited, _ = await asyncio.gather(self._edit(room, board), self._wait(never, rush))
            if not edited:
                return
            if not self._feed.is_behind(room):
                await self._wait(never, pace - rush)

    async def _edit(self, room: Room, board: _Board) -> bool:
        """Draw a board anew; return whether there is any use in going on."""
        try:
            await self._outbox.edit(room, board.message_id, board.draw)
        except Gone:
            return False
        except Exception:
            logger.exception("board not edited")
        else:
            self._feed.told(room)
        return True
