"""The live boards of running rounds: edited as words come in, the last state wins."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from bot.messages import Gone, Outbox, Reply
from core.ids import Room
from core.services.scheduler import Wait, wait_for

REFRESH = 15.0  # seconds after which a board is edited though no word came: time goes by

logger = logging.getLogger(__name__)

Draw = Callable[[], Reply]


@dataclass(slots=True)
class _Board:
    message_id: str
    draw: Draw
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Boards:
    """At most one live board a room. `wait` waits for an event, or so many seconds."""

    def __init__(self, outbox: Outbox, wait: Wait = wait_for) -> None:
        self._outbox = outbox
        self._wait = wait
        self._boards: dict[Room, _Board] = {}

    def __len__(self) -> int:
        return len(self._boards)

    def show(self, room: Room, message_id: str, draw: Draw) -> None:
        """Keep a message up to date with what `draw` returns, from now on."""
        self._drop(room)
        board = self._boards[room] = _Board(message_id, draw)
        board.task = asyncio.create_task(self._keep(room, board))

    def touch(self, room: Room) -> None:
        """Note that a room's board is to be drawn again."""
        if board := self._boards.get(room):
            board.changed.set()

    async def close(self, room: Room, draw: Draw) -> None:
        """Show the last state of a room's board; it is not kept any longer."""
        if board := self._drop(room):
            with suppress(Gone):
                await self._outbox.edit(room, board.message_id, draw)

    def forget(self, room: Room) -> None:
        """Leave a room's board as it is."""
        self._drop(room)

    async def stop(self) -> None:
        """Keep no board any longer; they stay as they are."""
        tasks = [board.task for board in self._boards.values() if board.task]
        for room in list(self._boards):
            self._drop(room)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _drop(self, room: Room) -> _Board | None:
        board = self._boards.pop(room, None)
        if board and board.task:
            board.task.cancel()
        return board

    async def _keep(self, room: Room, board: _Board) -> None:
        never = asyncio.Event()
        while True:
            await self._wait(board.changed, REFRESH)
            board.changed.clear()
            await self._edit(room, board)
            await self._wait(never, self._outbox.pace)

    async def _edit(self, room: Room, board: _Board) -> None:
        try:
            await self._outbox.edit(room, board.message_id, board.draw)
        except Gone:
            self._boards.pop(room, None)
            raise asyncio.CancelledError from None
        except Exception:
            logger.exception("board not edited")
