"""Seize on a simulated Discord, with a fake dispatcher."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import discord
import pytest

from bot.discord_app.app import DiscordApp
from bot.discord_app.options import DiscordOptions
from bot.gate import Gate, open_gate
from core.ids import ChatRef, Room
from tests.bot.discord_app.fakes import FakeDispatcher, FakeMetrics
from tests.simulators.discord import Channel, DiscordSimulator, Guild, Person


@dataclass(frozen=True, slots=True)
class Stage:
    """A guild with a channel and a player, and what Seize is made of."""

    sim: DiscordSimulator
    guild: Guild
    channel: Channel
    ana: Person
    dispatcher: FakeDispatcher = field(default_factory=FakeDispatcher)
    metrics: FakeMetrics = field(default_factory=FakeMetrics)

    @property
    def room(self) -> Room:
        """Return the room of the channel."""
        return self.room_of(self.channel)

    def room_of(self, channel: Channel) -> Room:
        """Return the room of a channel or thread."""
        return Room(ChatRef("discord", str(self.guild.id)), str(channel.id))

    def options(self, **changes: Any) -> DiscordOptions:
        """Return the options of the app, impatient as tests are."""
        options = DiscordOptions(
            token=self.sim.token,
            api_url=self.sim.api_url,
            gateway_url=self.sim.gateway_url,
            settling=0.1,
            pause=0.01,
        )
        return replace(options, **changes)

    @asynccontextmanager
    async def running(self, gate: Gate = open_gate, **changes: Any) -> AsyncIterator[DiscordApp]:
        """Run the app, ready and with its commands registered."""
        app = DiscordApp(self.options(**changes), self.metrics, gate=gate)
        self.dispatcher.outbox = app
        serving = asyncio.create_task(app.run(self.dispatcher))
        runs = self.dispatcher.runs
        try:
            await self.sim.until(
                lambda: serving.done() or (app.ready and self.dispatcher.runs > runs)
            )
            if serving.done():
                serving.result()
            await self.sim.until(lambda: self.sim.commands)
            yield app
        finally:
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving


@dataclass(frozen=True, slots=True)
class Play(Stage):
    """A stage on which the app runs."""

    app: DiscordApp = field(kw_only=True)


@pytest.fixture
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Return a stage; afterwards nothing must have been asked of Discord that it forbids."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    async with DiscordSimulator() as sim:
        guild = sim.add_guild("Words", locale="fr")
        channel = guild.add_channel("play")
        yield Stage(sim, guild, channel, sim.add_user("Ana", guild, locale="fr"))
        assert not sim.violations


@pytest.fixture
async def play(stage: Stage) -> AsyncIterator[Play]:
    """Return the stage with the app running."""
    async with stage.running() as app:
        yield Play(
            stage.sim,
            stage.guild,
            stage.channel,
            stage.ana,
            stage.dispatcher,
            stage.metrics,
            app=app,
        )
