"""Wordle on both platforms, with a bot that runs as its own process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from tests.helpers.platforms import (
    DiscordPlayer,
    DiscordSide,
    Lexicons,
    RealClock,
    Shown,
    TelegramPlayer,
    TelegramSide,
    a_scene,
    discord_side,
    telegram_side,
)
from tests.helpers.serving import ServingBot, serving

P_contra = TypeVar("P_contra", contravariant=True)


class Platform(Protocol[P_contra]):
    """A platform; `P_contra` is what its players are."""

    @property
    def side(self) -> Any:
        """Where there are players."""

    async def guesses(self, player: P_contra, board: Shown, word: str, sentence: str) -> Shown:
        """Make a guess of a player's own game, as one does there."""

    async def solves(self, player: P_contra, position: str, sentence: str) -> Shown:
        """Ask the coach about English words, where nobody else sees it."""

    async def shares(self, player: P_contra) -> None:
        """Ask for an English game that all in the chat share."""

    async def says(self, player: P_contra, text: str) -> None:
        """Write in the chat."""


@dataclass(frozen=True)
class DiscordWordle:
    """Guesses are made by a form."""

    side: DiscordSide

    async def guesses(self, player: DiscordPlayer, board: Shown, word: str, sentence: str) -> Shown:
        return await player.guesses(board, word, sentence)

    async def solves(self, player: DiscordPlayer, position: str, sentence: str) -> Shown:
        options = {"what": "solve", "language": "en", "position": position}
        return await player.asks("wordle", sentence, **options)

    async def shares(self, player: DiscordPlayer) -> None:
        await player.person.slash(self.side.channel, "wordle", what="here", language="en")

    async def says(self, player: DiscordPlayer, text: str) -> None:
        await player.person.says(self.side.channel, text)


@dataclass(frozen=True)
class TelegramWordle:
    """Guesses are typed in private."""

    side: TelegramSide

    async def guesses(self, player: TelegramPlayer, _: Shown, word: str, sentence: str) -> Shown:
        return await player.guesses(word, sentence)

    async def solves(self, player: TelegramPlayer, position: str, sentence: str) -> Shown:
        return await player.guesses(f"/wordle solve en {position}", sentence)

    async def shares(self, player: TelegramPlayer) -> None:
        await self.says(player, "/wordle here en")

    async def says(self, player: TelegramPlayer, text: str) -> None:
        await player.person.says(self.side.group, text)


async def shown(platform: Platform[Any], sentence: str) -> Shown:
    """Return the last message in the chat with a sentence in it, once it is there."""
    side = platform.side
    found = await side.sim.until(lambda: [each for each in side.told() if sentence in each.text])
    last: Shown = found[-1]
    return last


@asynccontextmanager
async def both_platforms(
    folder: Path, lexicon: Lexicons
) -> AsyncIterator[tuple[DiscordWordle, TelegramWordle]]:
    """Simulate both platforms."""
    scene = a_scene(folder, lexicon, RealClock())
    async with discord_side(scene) as one, telegram_side(scene) as other:
        yield DiscordWordle(one), TelegramWordle(other)


@asynccontextmanager
async def serving_both(
    folder: Path, data_dir: Path, platforms: tuple[DiscordWordle, TelegramWordle]
) -> AsyncIterator[ServingBot]:
    """Run `seize serve` for both platforms; nothing must have troubled it."""
    one, other = platforms
    async with serving(folder, data_dir, one.side.sim, other.side.sim) as bot:
        await bot.ready()
        await one.side.serves()
        await other.side.serves()
        yield bot
        assert bot.complaints() == []
