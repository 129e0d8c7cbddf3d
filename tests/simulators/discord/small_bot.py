"""A small bot of discord.py: the simulator's own tests drive it, no game is in it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord
import yarl
from discord import app_commands, ui

if TYPE_CHECKING:
    from tests.simulators.discord.server import DiscordSimulator

LANGUAGES = ["de", "en", "es", "fr", "it"]


class WordsForm(ui.Modal, title="Words"):
    """A form with one long text."""

    words: ui.TextInput["WordsForm"] = ui.TextInput(
        label="Your words", custom_id="words", style=discord.TextStyle.long, max_length=100
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Answer with the words."""
        count = len(self.words.value.split())
        await interaction.response.send_message(f"{count} words", ephemeral=True)


class Buttons(ui.View):
    """A button that changes its message, one that opens a form, and a menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Again", custom_id="again")
    async def again(self, interaction: discord.Interaction, _: ui.Button["Buttons"]) -> None:
        """Change the message."""
        await interaction.response.edit_message(content="changed")

    @ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, _: ui.Button["Buttons"]) -> None:
        """Put the change off."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="changed later")

    @ui.select(
        custom_id="language", options=[discord.SelectOption(label=name) for name in LANGUAGES]
    )
    async def choose(self, interaction: discord.Interaction, menu: ui.Select["Buttons"]) -> None:
        """Say what was chosen."""
        await interaction.response.send_message(menu.values[0], ephemeral=True)


class SmallBot(discord.AutoShardedClient):
    """A bot with a command of each kind; `heard` holds the messages it received."""

    def __init__(self, sim: "DiscordSimulator", intents: discord.Intents) -> None:
        super().__init__(intents=intents, guild_ready_timeout=0.05, chunk_guilds_at_startup=False)
        self.tree = app_commands.CommandTree(self)
        self.sim = sim
        self.heard: list[discord.Message] = []
        self.events: list[str] = []
        self.answer_late = asyncio.Event()
        add_commands(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once: the library would wait five seconds."""

    async def setup_hook(self) -> None:
        """Write the commands."""
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        """Keep what was said."""
        if message.author != self.user:
            self.heard.append(message)
            self.sim.changes.news()

    async def on_socket_event_type(self, event: str) -> None:
        """Keep the names of events."""
        self.events.append(event)
        self.sim.changes.news()


def add_commands(bot: SmallBot) -> None:
    """Give the bot its commands."""

    @bot.tree.command(description="Plays")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def play(
        interaction: discord.Interaction,
        language: str,
        seconds: app_commands.Range[int, 10, 600] = 120,
    ) -> None:
        await interaction.response.defer()
        picture = discord.File(BytesIO(b"picture"), "grid.png", description="The grid")
        embed = discord.Embed(title=language).set_image(url="attachment://grid.png")
        await interaction.edit_original_response(
            content=f"{seconds} s", embed=embed, attachments=[picture], view=Buttons()
        )
        await interaction.followup.send("started", ephemeral=True)

    @play.autocomplete("language")
    async def languages(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = [name for name in LANGUAGES if name.startswith(current)]
        return [app_commands.Choice(name=name, value=name) for name in found]

    @bot.tree.command(description="Opens a form")
    async def words(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(WordsForm())

    @bot.tree.command(description="Answers when told to")
    async def late(interaction: discord.Interaction) -> None:
        await bot.answer_late.wait()
        with suppress(discord.NotFound):
            await interaction.response.send_message("late")

    @bot.tree.command(description="Sets", name="set")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def set_(interaction: discord.Interaction, player: discord.Member) -> None:
        await interaction.response.send_message(f"set {player.mention}")


@asynccontextmanager
async def running(
    sim: "DiscordSimulator", monkeypatch: Any, intents: discord.Intents | None = None
) -> AsyncIterator[SmallBot]:
    """Run a bot against a simulator, ready and with its commands written."""
    monkeypatch.setattr(discord.http.Route, "BASE", sim.api_url)
    gateway = yarl.URL(sim.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    bot = SmallBot(sim, intents or discord.Intents(guilds=True, messages=True, reactions=True))
    async with bot:
        task = asyncio.create_task(bot.start(sim.token))
        try:
            await sim.ready()
            await bot.wait_until_ready()
            yield bot
        finally:
            await bot.close()
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
