"""Hundreds of connections that never send a request do not silence the bot."""

import asyncio
import json
import resource
import signal
from pathlib import Path

import pytest

from tests.bot.server.tables import TelegramTable
from tests.helpers.serving import serving
from tests.simulators.telegram import TelegramSimulator

pytestmark = pytest.mark.slow

DESCRIPTORS, BURSTS, BURST = 220, 4, 100


async def test_a_process_with_few_descriptors_answers_all_the_same(
    tmp_path: Path, data_dir: Path
) -> None:
    async with TelegramSimulator() as telegram:
        table = TelegramTable(telegram, "Words")
        async with serving(tmp_path, data_dir, telegram=telegram) as bot:
            await bot.ready()
            limits = resource.prlimit(bot.process.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(bot.process.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, limits[1]))
            port = (await bot.event("started"))["port"]
            writers = []
            for _ in range(BURSTS):  # each waits as a whole before the process sees it
                bot.process.send_signal(signal.SIGSTOP)
                for _ in range(BURST):
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: here\r\n")
                    writers.append(writer)
                bot.process.send_signal(signal.SIGCONT)
                assert (await bot.get("/healthz"))[0] == 200
            await table.play()
            assert "over" in await table.stop()
            for writer in writers:
                writer.close()
            assert await bot.stop() == 0
            assert bot.complaints() == []
            assert all(isinstance(json.loads(line), dict) for line in bot.said)
