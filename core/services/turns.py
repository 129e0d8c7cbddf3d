"""Turns at what takes long: a queue a player, and the players one after the other."""

from asyncio import CancelledError, Future
from collections import deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Turns:
    """So many turns at once, at most one of a player's; whose turn is longest ago is next."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._busy: set[Hashable] = set()
        self._waiting: dict[Hashable, deque[Future[None]]] = {}  # the next player first

    @asynccontextmanager
    async def turn(self, player: Hashable) -> AsyncIterator[None]:
        """Wait for a turn of a player's, and have it inside."""
        begun: Future[None] = Future()
        self._waiting.setdefault(player, deque()).append(begun)
        self._serve()
        try:
            await begun
        except CancelledError:
            if not begun.cancelled():  # it was to begin just now
                self._end(player)
            raise
        try:
            yield
        finally:
            self._end(player)

    def _serve(self) -> None:
        for player in [each for each in self._waiting if each not in self._busy]:
            if not self._free:
                return
            queue = self._waiting.pop(player)
            while queue:
                begun = queue.popleft()
                if not begun.done():  # else who waited has gone
                    self._free -= 1
                    self._busy.add(player)
                    begun.set_result(None)
                    break
            if queue:
                self._waiting[player] = queue

    def _end(self, player: Hashable) -> None:
        self._free += 1
        self._busy.discard(player)
        if queue := self._waiting.pop(player, None):
            self._waiting[player] = queue  # behind all others who wait
        self._serve()
