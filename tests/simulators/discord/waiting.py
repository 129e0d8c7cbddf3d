"""Waiting for what the bot will do, woken at each change: nothing here polls."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Changes:
    """Tells those who wait that something of the simulator has changed."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def news(self) -> None:
        """Wake everyone who waits."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, found: Callable[[], T], within: float, what: str = "") -> T:
        """Return the first true value of `found`; TimeoutError after `within` seconds."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within
        while not (value := found()):
            future = loop.create_future()
            self._waiting.add(future)
            try:
                await asyncio.wait_for(future, deadline - loop.time())
            except TimeoutError:
                raise TimeoutError(f"not within {within} s: {what or found}") from None
            finally:
                self._waiting.discard(future)
        return value
