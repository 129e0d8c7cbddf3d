"""The workers: what computes for long leaves the event loop here, each player's jobs in turn."""

from asyncio import get_running_loop
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Executor
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, Protocol, TypeVar

from core.errors import SeizeError, Unprepared, translatable
from core.services.crowds import Crowds
from core.services.turns import Turns

SLOW = 2  # players served at once: more would keep rounds from the interpreter
MOST, EACH = 200, 4  # of all players and of each, under way and waiting

P = ParamSpec("P")
T = TypeVar("T")

_in_turn: ContextVar[bool] = ContextVar("in turn", default=False)


class TooMuch(SeizeError):
    """Raised when a player has as much under way as one may have."""

    template = translatable(
        "You have asked for a lot at once: wait for the answers, then ask again."
    )


class Preparation(Protocol):
    """The making of what jobs need, elsewhere."""

    async def wait(self, lacking: Unprepared) -> None:
        """Wait until a job that lacked something may be run again."""

    def left(self) -> float | None:
        """Return about how many seconds jobs still wait, None if none does."""


@dataclass(frozen=True, slots=True)
class Workers:
    """The threads or processes of `executor`; None: the event loop's threads.

    Jobs may raise Unprepared if there is a `preparation`: they are run again.
    """

    executor: Executor | None = None
    preparation: Preparation | None = None
    _turns: Turns = field(default_factory=lambda: Turns(SLOW))
    _crowd: Crowds = field(default_factory=lambda: Crowds(MOST, EACH))

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a slow job and return its result; raises what it raises."""
        call = partial(job, *args, **kwargs)
        while True:
            try:
                return await get_running_loop().run_in_executor(self.executor, call)
            except Unprepared as lacking:
                if _in_turn.get():
                    raise  # others are to have the turn meanwhile
                await self._prepared(lacking)

    async def in_turn(self, player: Hashable, act: Callable[[], Awaitable[T]]) -> T:
        """Act, with slow jobs, when it is a player's turn; raises TooMuch, and what it raises.

        One player after the other has a turn, so that none waits for all that another asks for.
        """
        leave = self._crowd.enter("", player)
        if leave is None:
            raise TooMuch
        try:
            while True:
                try:
                    return await self._in_turn(player, act)
                except Unprepared as lacking:
                    await self._prepared(lacking)
        finally:
            leave()

    def left(self) -> float | None:
        """Return about how many seconds jobs wait for what is being made, None if none does."""
        return self.preparation.left() if self.preparation else None

    async def _in_turn(self, player: Hashable, act: Callable[[], Awaitable[T]]) -> T:
        async with self._turns.turn(player):
            token = _in_turn.set(True)
            try:
                return await act()
            finally:
                _in_turn.reset(token)

    async def _prepared(self, lacking: Unprepared) -> None:
        if self.preparation is None:
            raise lacking
        await self.preparation.wait(lacking)
