"""The forms to type words and guesses in."""

import discord

from bot.chat.context import Entry
from bot.discord_app.rendering import PREFIX
from bot.discord_app.requests import Data, number_of
from bot.presenters.wording import Wording
from core.wordle.game import LONGEST

MAX_TITLE, MAX_LABEL, MAX_WORDS = 45, 45, 1000


def form(entry: Entry, words: Wording, data: str) -> discord.ui.Modal:
    """Make an empty form in somebody's language; `data` is that of the button: "wguess:12:5".

    To be called in a running event loop.
    """
    match entry:
        case Entry.WORDS:
            title, label = words.gettext("Your words"), words.gettext("One word or several")
            style, most = discord.TextStyle.paragraph, MAX_WORDS
        case Entry.GUESS:
            length = min(number_of(data.rpartition(":")[2]) or LONGEST, LONGEST)
            title = words.gettext("Your guess")
            label = words.gettext("Type a word of {count} letters.", count=length)
            # Twice as long as a guess: letters may come with their accents apart.
            style, most = discord.TextStyle.short, 2 * length
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="words", style=style, max_length=most
    )
    modal = discord.ui.Modal(title=title[:MAX_TITLE], custom_id=PREFIX + data, timeout=None)
    modal.add_item(discord.ui.Label(text=label[:MAX_LABEL], component=field))
    # As with buttons: it is handled without the client calling it back.
    modal.stop()
    return modal


def filled_in(data: Data) -> str:
    """Return the text typed into a form, "" for none."""
    parts = list(data.get("components", ()))
    while parts:
        part = parts.pop()
        if part.get("custom_id") == "words":
            return str(part.get("value") or "")
        parts += part.get("components", ())
        parts += [part["component"]] if part.get("component") else []
    return ""
