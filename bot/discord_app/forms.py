"""The forms to type words and guesses in."""

import discord

from bot.discord_app.rendering import PREFIX
from bot.discord_app.requests import Data, number_of
from bot.presenters.wording import Wording
from core.wordle.game import LONGEST

FORM = "typed"  # what the data of a form sent in begins with
GUESS = "wguess"  # likewise of one for a guess, and the verb of the button that opens it
MAX_TITLE, MAX_LABEL, MAX_WORDS = 45, 45, 1000


def form(words: Wording, round_id: int) -> discord.ui.Modal:
    """Return an empty form for the words of a round, in somebody's language.

    To be called in a running event loop.
    """
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="words", style=discord.TextStyle.paragraph, max_length=MAX_WORDS
    )
    title, label = words.gettext("Your words"), words.gettext("One word or several")
    return _form(title, label, f"{FORM}:{round_id}", field)


def guess_form(words: Wording, data: str) -> discord.ui.Modal:
    """Return an empty form for a guess; `data` is that of the button: "wguess:12:5".

    To be called in a running event loop.
    """
    length = min(number_of(data.rpartition(":")[2]) or LONGEST, LONGEST)
    # Twice as long as a guess: letters may come with their accents apart.
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="words", max_length=2 * length
    )
    label = words.gettext("Type a word of {count} letters.", count=length)
    return _form(words.gettext("Your guess"), label, data, field)


def _form(
    title: str, label: str, data: str, field: discord.ui.TextInput[discord.ui.Modal]
) -> discord.ui.Modal:
    modal = discord.ui.Modal(title=title[:MAX_TITLE], custom_id=PREFIX + data, timeout=None)
    modal.add_item(discord.ui.Label(text=label[:MAX_LABEL], component=field))
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
