"""Who waits for whom where PostgreSQL is written: rooms by themselves, all else for everybody."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from sqlalchemy.engine import make_url

from core.ids import ChatRef, Room
from core.ports import Lease, StoreError
from core.store.sql.engine import _lock
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


@asynccontextmanager
async def _halfway(url: str, lock: str) -> AsyncIterator[asyncio.StreamReader]:
    """Take a lock, describe a statement, and stand still before it is executed.

    A driver is halfway for a moment only. Yield what the server says to it from then on.
    Source: https://www.postgresql.org/docs/current/protocol-message-formats.html
    """
    place = make_url(url)
    reader, writer = await asyncio.open_unix_connection(f"{place.query['host']}/.s.PGSQL.5432")
    user, database = f"{place.username}".encode(), f"{place.database}".encode()
    hello = b"\0\3\0\0user\0" + user + b"\0database\0" + database + b"\0\0"
    writer.write((len(hello) + 4).to_bytes(4) + hello)
    await reader.readuntil(b"Z\0\0\0\5I")
    for kind, body in (
        (b"Q", f"BEGIN; {lock}\0".encode()),
        (b"P", b"\0SELECT 1\0\0\0"),
        (b"H", b""),
    ):
        writer.write(kind + (len(body) + 4).to_bytes(4) + body)
    await reader.readuntil(b"1\0\0\0\4")  # parsed
    try:
        yield reader
    finally:
        writer.close()


@pytest.mark.parametrize("room", [HERE, None])
async def test_a_writer_that_stands_still_halfway_does_not_stop_the_others(
    room: Room | None, postgresql_url: str
) -> None:
    store = await open_store(postgresql_url)
    try:
        async with _halfway(postgresql_url, _lock(room)) as other:
            async with store.write(room) as work:
                await work.leases.put(Lease("thing", "one", 0))
            assert b"terminating connection" in await other.read()
    finally:
        await store.close()


async def test_a_writer_who_is_slow_is_waited_for(postgresql_url: str) -> None:
    one, other = await open_store(postgresql_url), await open_store(postgresql_url)
    try:
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
            work = await stack.enter_async_context(one.write())
            tasks.create_task(_put(other, Lease("thing", "other", 0)))
            for renewal in range(14):
                await asyncio.sleep(0.5)
                await work.leases.put(Lease("thing", "one", renewal))
            await stack.aclose()
        async with one.read() as work:
            assert await work.leases.get("thing") == Lease("thing", "other", 0)
    finally:
        await one.close()
        await other.close()


async def _put(store: SqlStore, lease: Lease) -> None:
    async with store.write() as work:
        await work.leases.put(lease)
