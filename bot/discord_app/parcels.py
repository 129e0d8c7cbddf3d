"""A reply as the message that carries it, and the pictures that messages show."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import BytesIO
from urllib.parse import urlsplit

import discord

from bot.discord_app.errors import TRANSIENT
from bot.discord_app.rendering import Link, keyboard, markdown, title
from bot.messages import Reply
from core.latest import Latest

MAX_TITLE, MAX_DESCRIPTION, MAX_ALT = 256, 4096, 1024
COLOUR = discord.Colour(0x2F6FB5)
MOST = 1_000  # messages that are remembered


@dataclass(frozen=True, slots=True)
class Parcel:
    """The parts of one message; its files can be sent once.

    `keeps_files`: an embed shows a file that the message has already.
    """

    embeds: list[discord.Embed]
    files: list[discord.File]
    view: discord.ui.View
    keeps_files: bool = False


def parcel_of(reply: Reply, *, picture: str = "", link: Link | None = None) -> Parcel:
    """Make the message of a reply.

    `picture` is the name of a file that the message has already and its embed is to show;
    then no image is sent. To be called in a running event loop.
    """
    files = []
    if reply.without_image and not (reply.image or picture):
        reply = replace(reply, body=reply.without_image)
    if reply.image and not picture:
        picture, image = picture_of(reply), BytesIO(reply.image.data)
        files.append(discord.File(image, picture, description=reply.image.alt[:MAX_ALT]))
    if reply.file:
        files.append(discord.File(BytesIO(reply.file.data), filename(reply.file.name)))
    keeps = bool(picture) and not reply.image
    return Parcel(_embeds(reply, picture), files, keyboard(reply.buttons, link), keeps)


def shown_in(embeds: Iterable[discord.Embed]) -> str:
    """Return the name of the file that a message shows, "" for none.

    Discord does not list it among the attachments.
    """
    shown = (each.image.url for each in embeds if each.image.url)
    return next((urlsplit(url).path.rpartition("/")[2] for url in shown), "")


def picture_of(reply: Reply) -> str:
    """Return the name of the file that a reply's embed shows, "" for none."""
    return filename(reply.image.name) if reply.image else ""


def filename(name: str) -> str:
    """Return a file's name as Discord keeps it."""
    return re.sub(r"[^\w.-]", "", name.replace(" ", "_"), flags=re.ASCII) or "file"


def _embeds(reply: Reply, picture: str) -> list[discord.Embed]:
    heading = title(reply.title, MAX_TITLE)
    description = markdown(reply.body, MAX_DESCRIPTION)
    if not (heading or description.strip() or picture):
        return []
    embed = discord.Embed(title=heading or None, description=description or None, colour=COLOUR)
    if picture:
        embed.set_image(url=f"attachment://{picture}")
    return [embed]


class Memory(Latest[int, str]):
    """The names of the files that messages show in their embeds, "" for none, by their ids."""

    def __init__(self) -> None:
        super().__init__(MOST)

    async def shown(self, message: discord.PartialMessage) -> str:
        """Return the picture's name; Discord is asked about messages of an earlier process."""
        if message.id not in self:
            try:
                self[message.id] = shown_in((await message.fetch()).embeds)
            except (discord.Forbidden, *TRANSIENT):
                return ""
        return self[message.id]
