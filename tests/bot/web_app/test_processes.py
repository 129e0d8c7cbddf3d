"""Pages where several processes share the work: whichever one a page comes to, it plays."""

import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from core.lexicon import Lexicon
from tests.bot.server.tables import DiscordTable
from tests.bot.server.test_shards import served, spread
from tests.bot.web_app.test_chats import port_of
from tests.helpers.browser import visit, words_of
from tests.helpers.front import PUBLIC, Front
from tests.helpers.serving import ServingBot, serving
from tests.simulators.discord import DiscordSimulator

pytestmark = pytest.mark.slow

Lexicons = Callable[[str], Lexicon]


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
async def test_a_page_goes_on_with_whichever_process_has_its_round(
    by: signal.Signals,
    tmp_path: Path,
    data_dir: Path,
    postgresql_url: str,
    lexicon: Lexicons,
    front: Front,
    browser: Browser,
) -> None:
    async with DiscordSimulator() as discord, AsyncExitStack() as lives:
        discord.shards = 2
        tables = [DiscordTable(discord, f"Words {number}") for number in range(2)]

        async def another() -> ServingBot:
            page: dict[str, Any] = {"SEIZE_WEB_URL": PUBLIC, "SEIZE_WEB_PORT": "0"}
            database: dict[str, Any] = {"SEIZE_DATABASE_URL": postgresql_url}
            bot = serving(tmp_path, data_dir, discord, **page, **database)
            return await lives.enter_async_context(bot)

        bots = [await another() for _ in range(2)]
        await spread(bots, lambda loads: loads == [1, 1])
        table, shard = tables[0], (tables[0].guild.id >> 22) % 2
        owner, other = sorted(bots, key=lambda bot: f"discord {shard}/2" not in served([bot])[0])
        await table.play(600)
        front.to = await port_of(other)
        ben = await visit(browser, await table.page("Ben"))
        await ben.until("#controls")  # what the other process passes on
        words = words_of(await ben.grid(), lexicon("en"))
        assert (await ben.swipe(words[0].path)).endswith(f" {words[0].display}")
        await owner.stop(by)
        await ben.finger(words[1].path)
        await expect(ben.page.locator("#found")).to_contain_text(words[1].display, timeout=60_000)
        await expect(ben.page.locator("#trouble")).to_be_hidden()
        assert (await ben.swipe(words[2].path)).endswith(f" {words[2].display}")
        await spread([other], lambda loads: loads == [2])
        await table.stop()
        await ben.until("#card")
        await expect(ben.page.locator("#standing li")).to_contain_text(["✓ 3"])
        assert discord.violations == []
        assert other.complaints() == []
