"""Who waits for whom where PostgreSQL is written: rooms by themselves, all else for everybody."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from core.ids import ChatRef, Room
from core.ports import Lease, StoreError
from core.store.sql.store import SqlStore, open_store

pytestmark = pytest.mark.slow

HERE, THERE = Room(ChatRef("discord", "1"), "7"), Room(ChatRef("discord", "1"), "8")


async def _waits(store: SqlStore, room: Room | None) -> bool:
    """Return whether a writer does not get in."""
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(0.5):
                await stack.enter_async_context(store.write(room))
        except TimeoutError:
            return True
    return False


async def test_words_of_two_rooms_are_written_at_once_and_nothing_else_is(
    postgresql_url: str,
) -> None:
    one, other = await open_store(postgresql_url), await open_store(postgresql_url)
    try:
        async with one.write(HERE):
            for store in (one, other):
                assert not await _waits(store, THERE)
                assert await _waits(store, HERE)
                assert await _waits(store, None)
        async with one.write():
            assert await _waits(other, HERE)
        for store in (one, other):
            assert not await _waits(store, HERE)
            assert not await _waits(store, None)
    finally:
        await one.close()
        await other.close()


async def _stand_still(one: SqlStore, other: SqlStore) -> None:
    """Write, but say nothing until another writer has got in."""
    async with one.write() as work:
        await work.leases.put(Lease("thing", "one", 0))
        async with other.write() as others:
            await others.leases.put(Lease("thing", "other", 0))
        await work.leases.put(Lease("thing", "one", 1))


async def test_a_writer_that_stands_still_does_not_stop_the_others(postgresql_url: str) -> None:
    one, other = await open_store(postgresql_url), await open_store(postgresql_url)
    try:
        with pytest.raises(StoreError):
            await _stand_still(one, other)
        async with one.write() as work:
            assert await work.leases.get("thing") == Lease("thing", "other", 0)
    finally:
        await one.close()
        await other.close()
