"""The store of a process that may not be the only one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from core.ports import Store, UnitOfWork
from core.services.leases import Tenure


@dataclass(frozen=True, slots=True)
class OwnedStore:
    """A store that is read and written only while this process has its leases.

    Whoever asks when it has lost them waits for ever, and so says nothing more.
    """

    store: Store
    tenure: Tenure

    @asynccontextmanager
    async def read(self) -> AsyncIterator[UnitOfWork]:
        """See Store."""
        await self.tenure.sure()
        async with self.store.read() as work:
            yield work

    @asynccontextmanager
    async def write(self) -> AsyncIterator[UnitOfWork]:
        """See Store."""
        await self.tenure.sure()
        async with self.store.write() as work:
            yield work

    async def close(self) -> None:
        """See Store."""
        await self.store.close()
