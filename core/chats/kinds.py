"""The kinds of values that settings have: how each is read from a text, and shown as one."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Generic, TypeVar
from zoneinfo import available_timezones

from core.errors import SeizeError, translatable
from core.grid import BadGrid, parse_size
from core.texts import whole_number

MAX_NAMES = 100  # of rooms, or of roles
MAX_NAME = 100  # characters: as long as the names of Discord's channels and roles
_SHOWN = 40  # characters that a refusal repeats of what was typed
_NO_NAME = translatable(
    "{setting}: {text!r} is not a name of {limit} characters or fewer; put commas between names"
)

T = TypeVar("T")
Choice = TypeVar("Choice", bound=StrEnum)


class BadSetting(SeizeError):
    """Raised when a text is no value of a setting; only its beginning is shown."""

    def __init__(self, template: str, setting: str, text: str, **facts: object) -> None:
        super().__init__(template, setting=setting, text=text[:_SHOWN], **facts)

    @classmethod
    def choice(cls, setting: str, text: str, known: Iterable[str]) -> "BadSetting":
        """Refuse a text that is none of the known values."""
        template = translatable("{setting}: {text!r} is not possible; choose from {known}")
        return cls(template, setting, text, known=", ".join(known))


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of values: `read` from a text, for the setting of that name, and `show`n as one.

    `read` raises BadSetting, and makes the same value of what `show` returns. `known` returns
    all values, where they can be listed.
    """

    read: Callable[[str, str], T]
    show: Callable[[T], str] = str
    known: Callable[[], Iterable[str]] | None = None


def one_of(known: Callable[[], Iterable[str]]) -> Kind[str]:
    """Return the kind of texts that are among the known ones, in any case."""

    def read(setting: str, text: str) -> str:
        value = text.strip().lower()
        if value not in known():
            raise BadSetting.choice(setting, text, known())
        return value

    return Kind(read, known=known)


def member_of(choices: type[Choice]) -> Kind[Choice]:
    """Return the kind of the members of an enumeration, by their values."""
    names = one_of(lambda: [str(choice) for choice in choices])
    return Kind(lambda setting, text: choices(names.read(setting, text)), known=names.known)


def number(low: int, high: int) -> Kind[int]:
    """Return the kind of whole numbers within limits, both included."""

    def read(setting: str, text: str) -> int:
        value = whole_number(text.strip())
        if value is None or not low <= value <= high:
            template = translatable(
                "{setting}: {text!r} is not a whole number from {low} to {high}"
            )
            raise BadSetting(template, setting, text, low=low, high=high)
        return value

    return Kind(read)


def zero_or(low: int, high: int) -> Kind[int]:
    """Return the kind of whole numbers within limits, or 0."""

    def read(setting: str, text: str) -> int:
        value = whole_number(text.strip())
        if value is None or (value and not low <= value <= high):
            template = translatable(
                "{setting}: {text!r} is neither 0 nor a number from {low} to {high}"
            )
            raise BadSetting(template, setting, text, low=low, high=high)
        return value

    return Kind(read)


def _read_hour(setting: str, text: str) -> int | None:
    if text.strip().lower() in ("off", "no"):
        return None
    hour = whole_number(text.lower().removesuffix("h").strip())
    if hour is None or hour > 23:
        template = translatable("{setting}: {text!r} is neither an hour from 0 to 23 nor off")
        raise BadSetting(template, setting, text)
    return hour


def _read_room(setting: str, text: str) -> str:
    room = text.strip()
    if len(room) > MAX_NAME or not (room.isascii() and (room.isalnum() or not room)):
        raise BadSetting(_NO_NAME, setting, room, limit=MAX_NAME)
    return room


def _read_size(setting: str, text: str) -> tuple[int, int]:
    try:
        return parse_size(text)
    except BadGrid:
        template = translatable(
            "{setting}: {text!r} is not a size from 2x2 to 8x8, such as 4x4 or 3x5"
        )
        raise BadSetting(template, setting, text) from None


def _read_yes(setting: str, text: str) -> bool:
    answers = {"yes": True, "no": False, "on": True, "off": False}
    return answers[one_of(lambda: answers).read(setting, text)]


def _read_names(setting: str, text: str) -> tuple[str, ...]:
    # Each name once, in the order in which they stand.
    names = tuple(dict.fromkeys(name for part in text.split(",") if (name := part.strip())))
    if len(names) > MAX_NAMES:
        template = translatable("{setting}: {count} names are too many, {limit} are possible")
        raise BadSetting(template, setting, text, count=len(names), limit=MAX_NAMES)
    for name in names:
        # Half surrogate pairs, which no database takes, are no text; nor are NUL and the like.
        if len(name) > MAX_NAME or any(unicodedata.category(char) in ("Cc", "Cs") for char in name):
            raise BadSetting(_NO_NAME, setting, name, limit=MAX_NAME)
    return names


@cache
def _zones() -> Mapping[str, str]:
    # Looked up here, no text from outside ever becomes a path. The two left out are no places:
    # one is where the server happens to be.
    return {name.lower(): name for name in available_timezones() - {"localtime", "Factory"}}


def _read_zone(setting: str, text: str) -> str:
    try:
        return _zones()[text.strip().lower()]
    except KeyError:
        template = translatable(
            "{setting}: {text!r} is not a time zone, such as Europe/Paris or UTC"
        )
        raise BadSetting(template, setting, text) from None


SIZE = Kind(_read_size, lambda size: f"{size[0]}x{size[1]}")
YES = Kind(_read_yes, lambda value: "yes" if value else "no")
NAMES = Kind(_read_names, ", ".join)
ZONE = Kind(_read_zone)
HOUR = Kind(_read_hour, lambda hour: "off" if hour is None else str(hour))
ROOM = Kind(_read_room)
