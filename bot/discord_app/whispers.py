"""What a player alone is told of their daily, in the channel where they play it.

An answer to an interaction can be followed by others that only its asker sees, for fifteen
minutes. After that, or after a restart, they are told in direct messages.
"""

import logging

import discord

from bot.discord_app.failures import PASSING
from bot.discord_app.needs import PLATFORM
from bot.discord_app.rendering import parts_of, shown_in
from bot.discord_app.requests import Interaction
from bot.messages import Reply
from core.daily.puzzle import daily_room
from core.ids import PlayerRef, Room

MOST = 1000  # players, the last to act

logger = logging.getLogger(__name__)


class Whispers:
    """The latest interactions of those who play a daily in a channel."""

    def __init__(self) -> None:
        self._latest: dict[Room, Interaction] = {}

    def keep(self, interaction: Interaction) -> None:
        """Answer through this interaction whatever its player is told of their daily."""
        self.forget(interaction.user.id)
        self._latest[_room(interaction.user.id)] = interaction
        if len(self._latest) > MOST:
            del self._latest[next(iter(self._latest))]

    def forget(self, user_id: int) -> None:
        """Let a player be told in direct messages."""
        self._latest.pop(_room(user_id), None)

    async def send(self, room: Room, reply: Reply) -> bool:
        """Send a reply through the latest interaction; return False if there is no such way."""
        interaction = self._latest.get(room)
        if interaction is None or interaction.is_expired():
            return False
        parts = parts_of(reply)
        try:
            await interaction.followup.send(
                embeds=parts.embeds, files=parts.files, view=parts.view, ephemeral=True
            )
        except (*PASSING, discord.HTTPException) as error:
            logger.warning("not whispered", extra={"reason": type(error).__name__})
            return False
        return True

    async def close(self, room: Room, reply: Reply) -> None:
        """Show the last state of a board, whose picture stays, where its player used it last."""
        interaction = self._latest.get(room)
        if interaction is None or interaction.is_expired():
            return
        try:
            board = await interaction.original_response()
            parts = parts_of(reply, picture=shown_in(board.embeds))
            await interaction.edit_original_response(embeds=parts.embeds, view=parts.view)
        except (*PASSING, discord.HTTPException) as error:
            logger.warning("board not closed", extra={"reason": type(error).__name__})


def _room(user_id: int) -> Room:
    return daily_room(PlayerRef(PLATFORM, str(user_id)))
