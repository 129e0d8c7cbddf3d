"""The form to type words in."""

import discord

from bot.discord_app.parts import PREFIX
from bot.discord_app.requests import Data
from bot.presenters.wording import Wording

FORM = "typed"  # what the data of a form sent in begins with
MAX_TITLE, MAX_LABEL, MAX_WORDS = 45, 45, 1000


def form(words: Wording) -> discord.ui.Modal:
    """Return an empty form in somebody's language; to be called in a running event loop."""
    modal = discord.ui.Modal(
        title=words.gettext("Your words")[:MAX_TITLE], custom_id=PREFIX + FORM, timeout=None
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="words", style=discord.TextStyle.paragraph, max_length=MAX_WORDS
    )
    label = words.gettext("One word or several")[:MAX_LABEL]
    modal.add_item(discord.ui.Label(text=label, component=field))
    # As with buttons: it is handled without the client calling it back.
    modal.stop()
    return modal


def filled_in(data: Data) -> str:
    """Return what was typed into a form, "" for nothing."""
    parts = list(data.get("components", ()))
    while parts:
        part = parts.pop()
        if part.get("custom_id") == "words":
            return str(part.get("value") or "")
        parts += part.get("components", ())
        parts += [part["component"]] if part.get("component") else []
    return ""
