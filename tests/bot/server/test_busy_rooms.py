"""A room of twenty who write ten words a second: everybody is told of each within three seconds."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import discord.gateway
import discord.http
import pytest

from bot.chat.commands import COMMANDS
from bot.chat.metrics import Metrics
from bot.clock import PlatformClock
from bot.discord_app.app import DiscordApp
from bot.discord_app.options import DiscordOptions
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.options import TelegramOptions, Timing
from core.grid import Grid
from core.lexicon import Lexicon
from core.lexicon.unfit import unfit
from core.scoring import ruleset
from core.solver.solver import solve
from core.store.memory import MemoryStore
from tests.bot.server.tables import Table, house
from tests.helpers.adapters import BONUSES, LETTERS, running
from tests.helpers.crowds import NAMES, Crowd
from tests.helpers.skipping import SkippingLoop
from tests.simulators.discord import DiscordSimulator

SECONDS = {"discord": 12, "telegram": 65}  # of Telegram's limits one is of a minute
SOON = 3.0 + 0.1  # seconds, and a glance
Lexicons = Callable[[str], Lexicon]


@asynccontextmanager
async def a_room(
    platform: str, lexicon: Lexicons
) -> AsyncIterator[tuple[Table, Callable[[], int]]]:
    """Run the bot on a simulated platform in the loop's time; return how often it was refused."""
    loop, began = asyncio.get_running_loop(), time.time()

    def wall() -> float:
        return began + loop.time()

    clock = PlatformClock(wall, loop.time)
    async with house(platform) as place:
        sim = place.sim
        sim.clock = wall
        table = place.table(players=NAMES)
        app: DiscordApp | TelegramApp
        if isinstance(sim, DiscordSimulator):
            sim.limits.monotonic = loop.time
            options = DiscordOptions(
                token=sim.token, api_url=sim.api_url, gateway_url=sim.gateway_url, settling=0.1
            )
            app = DiscordApp(options, Metrics(COMMANDS, ()), clock=clock)
        else:
            sim.server.flood._now = loop.time
            bot = TelegramOptions(token=sim.token, api_url=sim.api_url)
            app = TelegramApp(bot, Metrics(COMMANDS, ()), Timing(loop.time), clock=clock)
        async with running(app, MemoryStore(), lexicon, clock):
            await (sim.ready() if isinstance(sim, DiscordSimulator) else sim.polling())
            yield table, lambda: sim.refused if isinstance(sim.refused, int) else len(sim.refused)


@pytest.mark.parametrize("platform", ["discord", pytest.param("telegram", marks=pytest.mark.slow)])
def test_each_word_is_told_in_time(
    platform: str, lexicon: Lexicons, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    grid = Grid.of(LETTERS, BONUSES)
    found = solve(grid, lexicon("en"), ruleset("ruzzle", "en"))
    words = [each.word for each in found if each.word not in unfit("en")]  # boards repeat no others

    async def play() -> None:
        async with a_room(platform, lexicon) as (table, refused):
            await table.play(300)
            crowd = Crowd(table, words, asyncio.get_running_loop().time)
            await crowd.play(SECONDS[platform], 10)
            assert crowd.waiting == []
            assert max(crowd.waits) <= SOON
            assert refused() == 0

    SkippingLoop().run(play())
