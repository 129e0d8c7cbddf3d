"""Which messages show a picture: an edit must name it, or it is gone from the embed."""

from collections import OrderedDict

import discord

from bot.discord_app.failures import PASSING
from bot.discord_app.rendering import shown_in

MOST = 1_000  # messages that are remembered


class PicturesShown:
    """The names of the files that messages show in their embeds, "" for none."""

    def __init__(self) -> None:
        self._names: OrderedDict[int, str] = OrderedDict()

    def keep(self, message_id: int, name: str) -> None:
        """Remember what a message shows."""
        self._names[message_id] = name
        if len(self._names) > MOST:
            self._names.popitem(last=False)

    async def of(self, message: discord.PartialMessage) -> str:
        """Return what a message shows; one of an earlier process is asked for."""
        if message.id not in self._names:
            try:
                self.keep(message.id, shown_in((await message.fetch()).embeds))
            except (discord.Forbidden, *PASSING):
                return ""
        return self._names.get(message.id, "")
