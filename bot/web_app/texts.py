"""The texts of the page, in the language of who opens it."""

from typing import Any

from bot.chat.arguments import Argument, Kind
from bot.chat.commands import commands_on_page, rows_on_page
from bot.chat.context import OnPage
from bot.presenters.bonuses import effect
from bot.presenters.languages import lexicon_label
from bot.presenters.wording import Wording
from bot.web_app.protocol import VERSION
from core.chats.settings import ChatSettings
from core.errors import translatable
from core.grid import MULTIPLIERS
from core.languages import languages
from core.opponents.levels import LEVELS

SECONDS = (60, 90, 120, 180, 300, 600)

TEXTS = {
    "tagline": translatable("Sixteen letters, two minutes, every word you can trace."),
    "grid": translatable("The grid"),
    "play": translatable("Play"),
    "again": translatable("Play again"),
    "stop": translatable("Stop"),
    "clear": translatable("Clear"),
    "send": translatable("Send"),
    "name": translatable("Your name"),
    "invite": translatable("Play with friends"),
    "copy": translatable("Copy the link"),
    "copied": translatable("Copied."),
    "inviting": translatable("Whoever opens this link plays with you:"),
    "choose": translatable("Choose the round"),
    "players": translatable("Players"),
    "yours": translatable("Your words"),
    "none": translatable("None yet."),
    "within": translatable("Within reach"),
    "learn": translatable("To learn"),
    "missed": translatable("Words that nobody found"),
    "nothing": translatable("Nobody found a word this time."),
    "over": translatable("The round is over."),
    "begins": translatable("The round begins: {seconds} seconds."),
    "next": translatable("The next round begins in {seconds} s."),
    "left": translatable("{seconds} seconds left."),
    "away": translatable(
        "No connection. What you trace is kept, and sent as soon as there is one."
    ),
    "held": translatable("sent later"),
    "reload": translatable("Load again"),
    "sound": translatable("Sound"),
    "vibration": translatable("Vibration"),
    "path": translatable("{word}, traced on the grid"),
    "tile": translatable("{letters}, row {row}, column {column}"),
    "worth": translatable("worth {value}"),
    "how": translatable("Swipe from letter to letter, tap them one by one, or type."),
    "opening": translatable("One moment…"),
    "closed": translatable("Press Swipe below a board in the chat to come here."),
    "unreachable": translatable("Seize cannot be reached just now: try again in a moment."),
    "noscript": translatable("This page needs JavaScript."),
}


def text_of(wording: Wording, name: str) -> str:
    """Return a text of the page in a language."""
    return wording.pgettext("", TEXTS[name])


def texts_of(wording: Wording, path: str, chosen: ChatSettings) -> dict[str, Any]:
    """Return all that the page is told before it connects.

    `path` is the address of its room, `chosen` what that has set.
    """
    return {
        "path": path,
        "version": VERSION,
        "language": wording.language,
        "texts": {name: text_of(wording, name) for name in TEXTS}
        | {bonus.label: effect(bonus, wording) for bonus in MULTIPLIERS},
        "verbs": {
            place.value: row.name
            for place in OnPage
            if not place.is_own
            for row in rows_on_page(place)
        },
        "starts": [
            (row.name, wording.pgettext("", row.start)) for row in commands_on_page(OnPage.START)
        ],
        "options": [
            {
                "name": argument.name,
                "label": argument.name_in(wording.language).capitalize(),
                "values": _values(argument, wording),
                "chosen": _chosen(argument, chosen),
            }
            for form in commands_on_page(OnPage.FORM)
            for argument in form.arguments
        ],
    }


def _values(argument: Argument, wording: Wording) -> list[tuple[str, str]]:
    """Return the values of an argument of a round, with their labels."""
    match argument.kind:
        case Kind.LANGUAGE:
            return [(code, lexicon_label(code, wording).capitalize()) for code in languages()]
        case Kind.INTEGER if argument.name == "with":
            levels = [(str(level), str(level)) for level in LEVELS]
            return [("", wording.gettext("nobody")), *levels]
        case Kind.INTEGER:
            return [(str(seconds), str(seconds)) for seconds in SECONDS]
        case _:
            return [
                (value, wording.pgettext("", label)) for value, label in argument.choices.items()
            ]


def _chosen(argument: Argument, chosen: ChatSettings) -> str:
    given = {
        "language": chosen.language,
        "seconds": str(chosen.seconds),
        "size": "x".join(map(str, chosen.size)),
        "rules": str(chosen.rules),
        "law": str(chosen.law),
        "rounds": "1",
        "with": "",
    }
    return given[argument.name]
