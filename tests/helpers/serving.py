"""The bot as its own process, as people run it: `seize serve` against simulated platforms."""

import asyncio
import json
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

from tests.helpers.command import SEIZE, environment
from tests.helpers.patience import PATIENCE
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator


class ServingBot:
    """A running bot: its log, line by line, and its health."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.logs: list[dict[str, Any]] = []
        self.said: list[str] = []  # lines as they were written
        self._changed = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def event(self, name: str, nth: int = 1) -> dict[str, Any]:
        """Return the `nth` line of the log with an event, once it is there."""
        found: dict[str, Any] = await self.until(lambda: self._events(name)[nth - 1 :][:1])
        return found

    async def until(self, condition: Callable[[], list[Any]]) -> Any:
        """Return the first of what `condition` finds, once it finds anything in the log."""
        async with asyncio.timeout(PATIENCE):
            while not (found := condition()):
                if self._reading.done():
                    raise AssertionError("\n".join(self.said))
                self._changed.clear()
                await self._changed.wait()
        return found[0]

    async def get(self, path: str) -> tuple[int, str]:
        """Return status and text of what the bot serves under a path."""
        port = (await self.event("started"))["port"]
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}{path}") as answer,
        ):
            return answer.status, await answer.text()

    async def ready(self) -> None:
        """Wait until the bot says that it is well."""
        async with asyncio.timeout(PATIENCE):
            while (await self.get("/healthz"))[0] != 200:  # noqa: ASYNC110 (another process)
                await asyncio.sleep(0.02)

    async def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Tell the bot to stop; return its exit status, negative if a signal ended it."""
        with suppress(ProcessLookupError):
            self.process.send_signal(by)
        async with asyncio.timeout(PATIENCE):
            status = await self.process.wait()
            await self._reading
        return status

    def complaints(self) -> list[dict[str, Any]]:
        """Return the lines of the log that tell of trouble.

        That a daily was not made tells of none: its search has been given a second.
        """
        return [
            line
            for line in self.logs
            if line["level"] != "info" and line["event"] != "daily not made"
        ]

    def _events(self, name: str) -> list[dict[str, Any]]:
        return [line for line in self.logs if line["event"] == name]

    async def _read(self) -> None:
        assert self.process.stderr
        async for line in self.process.stderr:
            text = line.decode().rstrip()
            self.said.append(text)
            if text.startswith("{"):
                self.logs.append(json.loads(text))
            self._changed.set()
        self._changed.set()


@asynccontextmanager
async def serving(
    folder: Path,
    data_dir: Path,
    discord: DiscordSimulator | None = None,
    telegram: TelegramSimulator | None = None,
    **env: str,
) -> AsyncIterator[ServingBot]:
    """Run `seize serve` in a folder, where its database lies, too; it is killed at the end."""
    given = {
        "SEIZE_DATABASE_URL": f"sqlite:///{folder}/seize.db",
        "SEIZE_HTTP_PORT": "0",
        # The night's work is not to take the processors from what is tested.
        "SEIZE_DAILY_LANGUAGES": "en",
        "SEIZE_DAILY_SECONDS": "1",
    }
    if discord:
        given |= {
            "SEIZE_DISCORD_TOKEN": discord.token,
            "SEIZE_DISCORD_API_URL": discord.api_url,
            "SEIZE_DISCORD_GATEWAY_URL": discord.gateway_url,
        }
    if telegram:
        given |= {
            "SEIZE_TELEGRAM_TOKEN": telegram.token,
            "SEIZE_TELEGRAM_API_URL": telegram.api_url,
        }
    process = await asyncio.create_subprocess_exec(
        SEIZE,
        "serve",
        cwd=folder,
        env=environment(data_dir, **(given | env)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
    )
    bot = ServingBot(process)
    try:
        yield bot
    finally:
        await bot.stop(signal.SIGKILL)
