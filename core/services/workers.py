"""The workers: what computes for long leaves the event loop here, each player's jobs in turn."""

from asyncio import get_running_loop
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, TypeVar

from core.errors import SeizeError, translatable
from core.services.crowds import Crowds
from core.services.turns import Turns

SLOW = 2  # players served at once: more would keep rounds from the interpreter
MOST, EACH = 200, 4  # of all players and of each, under way and waiting

P = ParamSpec("P")
T = TypeVar("T")


class TooMuch(SeizeError):
    """Raised when a player has as much under way as one may have."""

    template = translatable(
        "You have asked for a lot at once: wait for the answers, then ask again."
    )


@dataclass(frozen=True, slots=True)
class Workers:
    """The threads or processes of `executor`; None: the event loop's threads."""

    executor: Executor | None = None
    _turns: Turns = field(default_factory=lambda: Turns(SLOW))
    _crowd: Crowds = field(default_factory=lambda: Crowds(MOST, EACH))

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a slow job and return its result; raises what it raises."""
        call = partial(job, *args, **kwargs)
        return await get_running_loop().run_in_executor(self.executor, call)

    @asynccontextmanager
    async def turn(self, player: Hashable) -> AsyncIterator[None]:
        """Wait until a player's slow jobs may run, and run them inside; raises TooMuch.

        One player after the other has a turn, so that none waits for all that another asks for.
        """
        leave = self._crowd.enter("", player)
        if leave is None:
            raise TooMuch
        try:
            async with self._turns.turn(player):
                yield
        finally:
            leave()
