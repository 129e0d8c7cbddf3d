"""The settings of a chat in words: the name of each, and the values that are words."""

from bot.presenters.laws import CHOICES
from bot.presenters.wording import Wording
from core.chats.settings import ChatSettings, Setting
from core.errors import translatable

LABELS = {
    "language": translatable("Word list"),
    "interface": translatable("Language of Seize"),
    "seconds": translatable("Seconds of a round"),
    "size": translatable("Size of the grid"),
    "rules": translatable("Rules"),
    "law": translatable("Who scores a word"),
    "min_length": translatable("Letters of the shortest word"),
    "board": translatable("Look of the board"),
    "palette": translatable("Colours of Wordle"),
    "quiet": translatable("Fewer messages"),
    "rooms": translatable("Rooms"),
    "timezone": translatable("Time zone"),
    "daily": translatable("Hour of the daily"),
    "daily_room": translatable("Room of the daily"),
    "duel_reminders": translatable("Reminders of duels"),
    "ghosts": translatable("Races against the last round"),
    "moderators": translatable("Moderators"),
}
_VALUES = {
    "law": CHOICES,
    "board": {
        "dark": translatable("dark"),
        "light": translatable("light"),
        "text": translatable("text"),
    },
    "palette": {
        "classic": translatable("classic"),
        "contrast": translatable("contrast"),
    },
    "quiet": {"yes": translatable("yes"), "no": translatable("no")},
    "duel_reminders": {"yes": translatable("yes"), "no": translatable("no")},
    "ghosts": {"yes": translatable("yes"), "no": translatable("no")},
    "daily": {"off": translatable("off")},
}


def setting_line(known: Setting, settings: ChatSettings, wording: Wording) -> tuple[str, str]:
    """Return a setting's name and value, each with the word to type: "Durée (seconds)", " : 60"."""
    label = wording.gettext(LABELS[known.name])
    return (
        f"{label} ({known.name})",
        wording.gettext(
            "{label}: {value}", label="", value=value_of(known, settings, wording) or "–"
        ),
    )


def value_of(known: Setting, settings: ChatSettings, wording: Wording) -> str:
    """Return a setting's value among `settings`, with the word to type: "sombre (dark)"."""
    typed = known.show(settings)
    message = _VALUES.get(known.name, {}).get(typed)
    said = wording.gettext(message) if message else typed
    return said if said == typed else f"{said} ({typed})"
