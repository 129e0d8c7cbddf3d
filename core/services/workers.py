"""The workers: what computes for long leaves the event loop here."""

from asyncio import Lock, get_running_loop
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Workers:
    """The threads or processes of `executor`; None: the event loop's threads."""

    executor: Executor | None = None
    _turn: Lock = field(default_factory=Lock)

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a slow job and return its result; raises what it raises."""
        call = partial(job, *args, **kwargs)
        return await get_running_loop().run_in_executor(self.executor, call)

    async def run_in_turn(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a slow job once no other such job runs.

        For jobs in Python: several at a time would keep rounds from the interpreter.
        """
        async with self._turn:
            return await self.run(job, *args, **kwargs)
