"""A script of words, played through each of the three adapters: who scored what."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

import discord.gateway
import discord.http

from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.discord_app.app import DiscordApp
from bot.discord_app.options import DiscordOptions
from bot.server.assembly import Assembly
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.options import TelegramOptions
from bot.web_app.app import WebApp
from core.generator import generator
from core.grid import Bonus, Grid
from core.ids import PlayerRef
from core.lexicon import HouseWords, Lexicon
from core.ports import Store
from core.rounds.record import Terms
from core.services.dealer import Dealer, Dealt
from core.services.standings import StandingsService
from core.standings import world_day
from tests.helpers.command import seize
from tests.helpers.fakes import no_maker
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

LETTERS, BONUSES = "SMATORGVTREIADPS", ".T..td.D....D..."
Script = list[tuple[str, str]]  # who, and what they type
Scores = dict[str, tuple[int, int]]  # points and words, by name


class ThisGrid(Dealer):
    """A dealer of one grid, solved by the words and rules that were asked for."""

    async def deal(
        self,
        terms: Terms,
        house: HouseWords,
        bonuses: Collection[Bonus],
        grid: Grid | None = None,
    ) -> Dealt:
        return await super().deal(terms, house, bonuses, Grid.of(LETTERS, BONUSES))


@asynccontextmanager
async def running(
    app: DiscordApp | TelegramApp | WebApp,
    store: Store,
    lexicon: Callable[[str], Lexicon],
    clock: Callable[[], float],
) -> AsyncIterator[Dispatcher]:
    """Run an app, as it is served, but for the grid."""
    maker = no_maker(store, clock)
    assembly = Assembly(store, lexicon, generator(1), clock, Metrics(COMMANDS, ()), maker)
    services = assembly.services(app.platform, ThisGrid(lexicon, count(1)))
    dispatcher = Dispatcher(services, app, assembly.metrics)
    task = asyncio.create_task(app.run(dispatcher))
    try:
        yield dispatcher
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def through_discord(
    script: Script, store: Store, lexicon: Callable[[str], Lexicon]
) -> Scores:
    """Play a script in a channel of a server."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    async with DiscordSimulator() as sim:
        guild = sim.add_guild("Words", locale="en-GB")
        channel = guild.add_channel("play")
        people = {name: sim.add_user(name, guild) for name, _ in script}
        app = DiscordApp(
            DiscordOptions(token=sim.token, api_url=sim.api_url, gateway_url=sim.gateway_url),
            Metrics(COMMANDS, ()),
        )
        try:
            async with running(app, store, lexicon, sim.clock):
                await sim.ready()
                await sim.commands_synced()
                host = people[script[0][0]]
                await (await host.slash(channel, "play", language="en")).response()
                for name, text in script:
                    message = await people[name].says(channel, text)
                    await sim.until(lambda message=message: message.reactions)  # type: ignore[misc]
                await (await host.slash(channel, "stop")).response()
        finally:
            discord.http.Route.BASE = base
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
        assert sim.violations == []
        ids = {str(person.id): name for name, person in people.items()}
    return await _scores(store, "discord", ids, sim.clock())


async def through_telegram(
    script: Script, store: Store, lexicon: Callable[[str], Lexicon]
) -> Scores:
    """Play a script in a group whose plain messages the bot sees."""
    async with TelegramSimulator(privacy=False) as sim:
        group = sim.add_group("Words")
        people = {name: sim.add_user(name, language_code="en") for name, _ in script}
        for person in people.values():
            group.join(person)
        app = TelegramApp(
            TelegramOptions(token=sim.token, api_url=sim.api_url), Metrics(COMMANDS, ())
        )
        async with running(app, store, lexicon, sim.clock) as dispatcher:
            await sim.polling()
            host = people[script[0][0]]
            await host.says(group, "/play en")
            await sim.until(lambda: group.bot_messages)
            for name, text in script:
                await people[name].says(group, text)
            await host.says(group, "/stop")
            await sim.until(lambda: not dispatcher.rooms())
        assert sim.violations == []
        ids = {str(person.id): name for name, person in people.items()}
    return await _scores(store, "telegram", ids, sim.clock())


def through_console(script: Script, data_dir: Path, folder: Path) -> Scores:
    """Play each player's words of a script at a terminal."""
    scores: Scores = {}
    for name in dict.fromkeys(name for name, _ in script):
        database = f"sqlite:///{folder}/{name}.db"
        typed = "".join(f"{text}\n" for who, text in script if who == name)
        options = ["--lang", "en", "--letters", LETTERS, "--bonuses", BONUSES]
        for arguments, stdin in ((["play", *options], typed), (["stats", "--json"], "")):
            ran = seize(*arguments, data_dir=data_dir, stdin=stdin, SEIZE_DATABASE_URL=database)
            assert ran.status == 0, ran.err
        stats = json.loads(ran.out)
        scores[name] = (stats["points"], stats["words"])
    return scores


async def _scores(store: Store, platform: str, names: dict[str, str], now: float) -> Scores:
    standings, today = StandingsService(store), world_day(now)
    scores: Scores = {}
    for number, name in names.items():
        past = await standings.statistics(PlayerRef(platform, number), "en", today)
        scores[name] = (past.points, past.words)
    return scores
