"""The messages that show the Wordles of rooms: a guess that is typed changes the last one."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.messages import Outbox, Reply, Send
from core.ids import Room
from core.latest import Latest
from core.wordle.record import WordleRecord

MOST = 1_000  # rooms, the last to be shown a board
FAR = 8  # messages of the room after which a board is out of sight

Draw = Callable[[], Awaitable[Reply]]


@dataclass(slots=True)
class _Message:
    """The last board in a room, and how many messages were typed there since."""

    id: str
    game: int
    since: int = 0


class WordleMessages:
    """The last board of each room; after a restart none is known, and the next is a new one."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._messages: Latest[Room, _Message] = Latest(MOST)
        self._showing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._waiting: set[int] = set()

    def heard(self, room: Room) -> None:
        """Note that something was typed in a room."""
        if message := self._messages.get(room):
            message.since += 1

    def shown(self, room: Room, reply: Reply, message_id: str) -> None:
        """Note what was sent to a room, if it is the board of a game there."""
        if not (reply.game and message_id):
            return
        last = self._messages.get(room)
        # Of two boards of a game an old one may have been pressed.
        if last is None or last.game != reply.game or not reply.replaces:
            self._messages[room] = _Message(message_id, reply.game)

    async def show(self, room: Room, record: WordleRecord, draw: Draw, send: Send) -> None:
        """Show what `draw` returns of a game, in place of the room's last board.

        It is sent with `send` where that is gone or out of sight, or the game is a player's own.
        `draw` is called when what was shown before is through: it returns the game as it is then,
        and one call shows all guesses that were waiting.
        """
        if record.is_own:
            await send(await draw())
            return
        game = record.id
        if game in self._waiting:
            return
        lock = self._showing.setdefault(game, asyncio.Lock())
        self._waiting.add(game)
        try:
            await lock.acquire()
        finally:
            self._waiting.discard(game)
        try:
            await self._show(room, await draw(), send)
        finally:
            lock.release()

    async def _show(self, room: Room, reply: Reply, send: Send) -> None:
        last = self._messages.get(room)
        there = last is not None and last.game == reply.game and last.since <= FAR
        if not (last and there and await self._outbox.replace(room, last.id, reply)):
            self.shown(room, reply, await send(reply))
