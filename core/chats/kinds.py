"""The kinds of values that settings have: how each is read from a text, and shown as one."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Generic, TypeVar
from zoneinfo import available_timezones

from core.errors import BadGrid, SeizeError, translatable
from core.grid import parse_size

MAX_NAMES = 100  # of rooms, or of roles
MAX_NAME = 100  # characters: as long as the names of Discord's channels and roles
_SHOWN = 40  # characters that a refusal repeats of what was typed

T = TypeVar("T")
Choice = TypeVar("Choice", bound=StrEnum)


class BadSetting(SeizeError):
    """A text that a setting cannot have for its value."""

    @classmethod
    def choice(cls, setting: str, text: str, known: Iterable[str]) -> "BadSetting":
        """Refuse what is none of the known values."""
        return cls(
            translatable("{setting}: {text!r} is none of {known}"),
            setting=setting,
            text=text[:_SHOWN],
            known=", ".join(known),
        )

    @classmethod
    def number(cls, setting: str, text: str, low: int, high: int) -> "BadSetting":
        """Refuse what is no number within the limits."""
        return cls(
            translatable("{setting}: {text!r} is no whole number from {low} to {high}"),
            setting=setting,
            text=text[:_SHOWN],
            low=low,
            high=high,
        )

    @classmethod
    def length(cls, setting: str, text: str, low: int, high: int) -> "BadSetting":
        """Refuse what is no number within the limits where 0 would do, too."""
        return cls(
            translatable("{setting}: {text!r} is neither 0 nor a number from {low} to {high}"),
            setting=setting,
            text=text[:_SHOWN],
            low=low,
            high=high,
        )

    @classmethod
    def size(cls, setting: str, text: str) -> "BadSetting":
        """Refuse what is no size of a grid."""
        return cls(
            translatable("{setting}: {text!r} is no size from 2x2 to 8x8, such as 4x4 or 3x5"),
            setting=setting,
            text=text[:_SHOWN],
        )

    @classmethod
    def zone(cls, setting: str, text: str) -> "BadSetting":
        """Refuse what is no time zone."""
        return cls(
            translatable("{setting}: {text!r} is no time zone, such as Europe/Paris or UTC"),
            setting=setting,
            text=text[:_SHOWN],
        )

    @classmethod
    def name(cls, setting: str, text: str) -> "BadSetting":
        """Refuse what is too long, or no text, for a name."""
        return cls(
            translatable(
                "{setting}: {text!r} is no name of {limit} characters or fewer; put commas "
                "between names"
            ),
            setting=setting,
            text=text[:_SHOWN],
            limit=MAX_NAME,
        )

    @classmethod
    def hour(cls, setting: str, text: str) -> "BadSetting":
        """Refuse what is no hour."""
        return cls(
            translatable("{setting}: {text!r} is no hour from 0 to 23, nor off"),
            setting=setting,
            text=text[:_SHOWN],
        )

    @classmethod
    def names(cls, setting: str, count: int) -> "BadSetting":
        """Refuse a list that is too long."""
        return cls(
            translatable("{setting}: {count} names are too many, {limit} are possible"),
            setting=setting,
            count=count,
            limit=MAX_NAMES,
        )


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
        value = _whole(text)
        if value is None or not low <= value <= high:
            raise BadSetting.number(setting, text, low, high)
        return value

    return Kind(read)


def zero_or(low: int, high: int) -> Kind[int]:
    """Return the kind of whole numbers within limits, or 0."""

    def read(setting: str, text: str) -> int:
        value = _whole(text)
        if value is None or (value and not low <= value <= high):
            raise BadSetting.length(setting, text, low, high)
        return value

    return Kind(read)


def _read_hour(setting: str, text: str) -> int | None:
    if text.strip().lower() in ("off", "no"):
        return None
    hour = _whole(text.lower().removesuffix("h"))
    if hour is None or hour > 23:
        raise BadSetting.hour(setting, text)
    return hour


def _read_room(setting: str, text: str) -> str:
    room = text.strip()
    if len(room) > MAX_NAME or not (room.isascii() and (room.isalnum() or not room)):
        raise BadSetting.name(setting, room)
    return room


def _whole(text: str) -> int | None:
    # int() also takes signs, underscores, digits of other scripts, and hours for a long text.
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def _read_size(setting: str, text: str) -> tuple[int, int]:
    try:
        return parse_size(text)
    except BadGrid:
        raise BadSetting.size(setting, text) from None


def _read_yes(setting: str, text: str) -> bool:
    answers = {"yes": True, "no": False, "on": True, "off": False}
    return answers[one_of(lambda: answers).read(setting, text)]


def _read_names(setting: str, text: str) -> tuple[str, ...]:
    # Each name once, in the order in which they stand.
    names = tuple(dict.fromkeys(name for part in text.split(",") if (name := part.strip())))
    if len(names) > MAX_NAMES:
        raise BadSetting.names(setting, len(names))
    for name in names:
        # Half surrogate pairs, which no database takes, are no text; nor are NUL and the like.
        if len(name) > MAX_NAME or any(unicodedata.category(char) in ("Cc", "Cs") for char in name):
            raise BadSetting.name(setting, name)
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
        raise BadSetting.zone(setting, text) from None


SIZE = Kind(_read_size, lambda size: f"{size[0]}x{size[1]}")
YES = Kind(_read_yes, lambda value: "yes" if value else "no")
NAMES = Kind(_read_names, ", ".join)
ZONE = Kind(_read_zone)
HOUR = Kind(_read_hour, lambda hour: "off" if hour is None else str(hour))
ROOM = Kind(_read_room)
