"""The store as the process uses it: while it owns its platforms, with its failures counted."""

import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from core.ids import Room
from core.ports import Store, StoreError, UnitOfWork
from core.services.leases import Tenure

logger = logging.getLogger(__name__)


class OwnedStore:
    """A store that is read and written only while this process has its leases.

    Whoever asks when it has lost them waits for ever, and so says nothing more. `failed` is
    called for all that the store refuses; the log tells of the first, and when that is over.
    """

    def __init__(self, store: Store, tenure: Tenure, failed: Callable[[], None]) -> None:
        self._store, self._tenure, self._failed = store, tenure, failed
        self._trouble = ""

    @asynccontextmanager
    async def read(self) -> AsyncIterator[UnitOfWork]:
        """See Store."""
        with self._noted():
            await self._tenure.sure()
            async with self._store.read() as work:
                yield work

    @asynccontextmanager
    async def write(self, room: Room | None = None) -> AsyncIterator[UnitOfWork]:
        """See Store."""
        with self._noted():
            await self._tenure.sure()
            async with self._store.write(room) as work:
                yield work

    async def close(self) -> None:
        """See Store."""
        await self._store.close()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except StoreError as error:
            self._failed()
            if self._trouble != error.template:
                self._trouble = error.template
                # Without its facts: the place of a database is nobody's business.
                logger.error("database fails", extra={"reason": error.template})  # noqa: TRY400
            raise
        if self._trouble:
            self._trouble = ""
            logger.info("database answers again")
