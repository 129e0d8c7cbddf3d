"""A process among others that share a database: it has some shards of the platforms."""

import asyncio
import logging
from asyncio import FIRST_COMPLETED
from collections.abc import Collection, Mapping

from bot.app import say
from bot.chat.dispatcher import Dispatcher
from bot.presenters.wording import wording
from bot.server.platform import PATIENCE, Platform
from bot.server.preparation import Preparation
from core.errors import SeizeError
from core.ids import Shard
from core.services.leases import Tenure
from core.services.shards import Shards

logger = logging.getLogger(__name__)


class Whole:
    """A platform that is not split: one process at a time serves all of it. See Server."""

    def __init__(self, platform: Platform, dispatcher: Dispatcher) -> None:
        self._platform, self._dispatcher = platform, dispatcher
        self._running: asyncio.Task[None] | None = None

    async def size(self) -> int:
        """Return 1; raises what the platform ended for."""
        if self._running and self._running.done():
            self._running.result()
        return 1

    async def prepare(self, shard: Shard) -> None:
        """Do nothing: it does not take two at a time."""

    async def take(self, shard: Shard) -> None:  # noqa: ARG002
        """Run the platform."""
        self._running = asyncio.create_task(self._platform.run(self._dispatcher))

    async def release(self, shard: Shard) -> None:
        """End it; `take` may run it again."""
        if running := self._running:
            self._running = None
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await self._dispatcher.let_go(shard)


def lost(language: str, platform: str, error: BaseException) -> None:
    """Report that a platform cannot be served by this process."""
    logger.error("platform ended", exc_info=error, extra={"platform": platform})
    if isinstance(error, SeizeError):
        say(wording(language).notice(error))


async def share(
    shards: Shards,
    fronts: Collection[Platform],
    dispatchers: Mapping[str, Dispatcher],
    tenure: Tenure,
    preparation: Preparation,
    stop: asyncio.Event,
) -> None:
    """Serve a share of the platforms until `stop`; then hand it over to the others.

    `fronts` are the platforms that run whichever shards they have. Raises Lost, and what the last
    platform could not go on for.
    """
    waiting = asyncio.create_task(stop.wait())
    keeping = asyncio.create_task(tenure.keep())
    running = [asyncio.create_task(each.run(dispatchers[each.platform])) for each in fronts]
    running.append(asyncio.create_task(_serve(shards, preparation)))
    try:
        await asyncio.wait({waiting, keeping, *running}, return_when=FIRST_COMPLETED)
        if waiting.done():
            logger.info("stopping")
            leaving = asyncio.create_task(shards.leave())
            await asyncio.wait({leaving, keeping, *running}, return_when=FIRST_COMPLETED)
            leaving.cancel()
    finally:
        waiting.cancel()
        running[-1].cancel()
        ending = asyncio.create_task(_end(shards, running))
        _, late = await asyncio.wait({ending}, timeout=PATIENCE)
        keeping.cancel()  # renewed no more, the leases are the next process's soon
        for task in (*late, *running):
            task.cancel()
        await asyncio.gather(ending, *running, return_exceptions=True)
    for task in (keeping, *running):
        if task.done() and not task.cancelled():
            task.result()


async def _serve(shards: Shards, preparation: Preparation) -> None:
    """Take a share, once all is ready; who is alone takes it at once, and asks for patience."""
    if not await shards.is_alone():
        await preparation.done.wait()
    await shards.run()


async def _end(shards: Shards, running: list[asyncio.Task[None]]) -> None:
    """Release all shards, as soon as none is taken any more."""
    await asyncio.wait(running[-1:])
    await shards.end()
