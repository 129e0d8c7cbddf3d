"""The workers: what computes for long leaves the event loop here, each player's jobs in turn."""

from asyncio import get_running_loop
from collections.abc import Awaitable, Callable, Hashable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
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
_lacking: ContextVar[list[str] | None] = ContextVar("lacking", default=None)


@contextmanager
def one_request() -> Iterator[None]:
    """Tell apart what the jobs and tasks begun inside lack from what others do."""
    token = _lacking.set([])
    try:
        yield
    finally:
        _lacking.reset(token)


def lacking() -> tuple[str, ...]:
    """Return what jobs of the request under way wait for: see Unprepared."""
    return tuple(_lacking.get() or ())


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
        """Return about how many seconds the request under way still waits, None if it does not."""


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
            except Unprepared as unprepared:
                if _in_turn.get():
                    raise  # others are to have the turn meanwhile
                await self._prepared(unprepared)

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
                except Unprepared as unprepared:
                    await self._prepared(unprepared)
        finally:
            leave()

    def left(self) -> float | None:
        """Return about how many seconds a request still waits for what is being made.

        Inside `one_request` it is that request alone; None if it waits for nothing.
        """
        if self.preparation is None or _lacking.get() == []:
            return None
        return self.preparation.left()

    async def _in_turn(self, player: Hashable, act: Callable[[], Awaitable[T]]) -> T:
        async with self._turns.turn(player):
            token = _in_turn.set(True)
            try:
                return await act()
            finally:
                _in_turn.reset(token)

    async def _prepared(self, unprepared: Unprepared) -> None:
        if self.preparation is None:
            raise unprepared
        own = _lacking.get()
        if own is None:
            return await self.preparation.wait(unprepared)
        own.append(unprepared.what)
        try:
            await self.preparation.wait(unprepared)
        finally:
            own.remove(unprepared.what)
