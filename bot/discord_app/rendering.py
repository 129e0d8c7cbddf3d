"""A reply as what a Discord message is made of: an embed, files, buttons."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import BytesIO
from urllib.parse import urlsplit

import discord

from bot.discord_app.markup import markdown, title
from bot.messages import Button, Look, Reply

PREFIX = "seize:"  # of the ids of everything that can be pressed or sent in
MAX_TITLE, MAX_DESCRIPTION, MAX_ALT, MAX_LABEL = 256, 4096, 1024, 80
MAX_ROWS, MAX_COLUMNS = 5, 5
COLOUR = discord.Colour(0x2F6FB5)

_LOOKS = {
    Look.MAIN: discord.ButtonStyle.primary,
    Look.OTHER: discord.ButtonStyle.secondary,
    Look.GOOD: discord.ButtonStyle.success,
    Look.DANGER: discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address; only the adapter itself has such."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Parts:
    """What a message is made of; the files can be sent once.

    `keeps_files`: an embed shows a file that the message has already.
    """

    embeds: list[discord.Embed]
    files: list[discord.File]
    view: discord.ui.View
    keeps_files: bool = False


def parts_of(reply: Reply, *, picture: str = "", link: Link | None = None) -> Parts:
    """Return the parts of a reply.

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
    return Parts(_embeds(reply, picture), files, _view(reply.buttons, link), keeps)


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


def _view(rows: tuple[tuple[Button, ...], ...], link: Link | None) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    seen: set[str] = set()
    for number, row in enumerate(rows[:MAX_ROWS]):
        for button in row[:MAX_COLUMNS]:
            if button.data not in seen:  # Discord refuses a message with two of one id
                seen.add(button.data)
                view.add_item(_button(button, number))
    if link:
        view.add_item(discord.ui.Button(label=link.label[:MAX_LABEL], url=link.url))
    # The client keeps views to call them back, for ever; presses are handled without it.
    view.stop()
    return view


def _button(button: Button, row: int) -> discord.ui.Button[discord.ui.View]:
    label = " ".join(button.label.split())
    if len(label) > MAX_LABEL:
        label = label[: MAX_LABEL - 1] + "…"
    return discord.ui.Button(
        label=label, custom_id=PREFIX + button.data, style=_LOOKS[button.look], row=row
    )
