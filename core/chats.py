"""What a chat can set: each setting described once, as a field of ChatSettings.

What people type, and what is stored, is text. Typed, a bad text is refused with what would
work; stored, it counts as not set, for it did work once: a word list may be gone since.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from core.errors import BadGrid, SeizeError, translatable
from core.grid import parse_size
from core.ids import Member, Room
from core.lexicon.alphabet import LANGUAGES
from core.lexicon.catalogue import listing, listings
from core.rounds.laws import Law
from core.rounds.record import Terms
from core.scoring import Rules

MAX_NAMES = 100  # of rooms, or of roles
MAX_NAME = 100  # characters: as long as the names of Discord's channels and roles
_SHOWN = 40  # characters that a refusal repeats of what was typed

T = TypeVar("T")
Choice = TypeVar("Choice", bound=StrEnum)


class UnknownSetting(SeizeError):
    """A name that no setting has."""

    def __init__(self, name: str) -> None:
        template = translatable("unknown setting {name!r}: use one of {known}")
        super().__init__(template, name=name[:_SHOWN], known=", ".join(SETTINGS))


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

    `read` raises BadSetting, and makes the same value of what `show` returns.
    """

    read: Callable[[str, str], T]
    show: Callable[[T], str] = str


def _one_of(known: Callable[[], Iterable[str]]) -> Kind[str]:
    def read(setting: str, text: str) -> str:
        value = text.strip().lower()
        if value not in known():
            raise BadSetting.choice(setting, text, known())
        return value

    return Kind(read)


def _member_of(choices: type[Choice]) -> Kind[Choice]:
    names = _one_of(lambda: [str(choice) for choice in choices])
    return Kind(lambda setting, text: choices(names.read(setting, text)))


def _number(low: int, high: int) -> Kind[int]:
    def read(setting: str, text: str) -> int:
        value = _whole(text)
        if value is None or not low <= value <= high:
            raise BadSetting.number(setting, text, low, high)
        return value

    return Kind(read)


def _zero_or(low: int, high: int) -> Kind[int]:
    def read(setting: str, text: str) -> int:
        value = _whole(text)
        if value is None or (value and not low <= value <= high):
            raise BadSetting.length(setting, text, low, high)
        return value

    return Kind(read)


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
    return answers[_one_of(lambda: answers).read(setting, text)]


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


_SIZE = Kind(_read_size, lambda size: f"{size[0]}x{size[1]}")
_YES = Kind(_read_yes, lambda value: "yes" if value else "no")
_NAMES = Kind(_read_names, ", ".join)
_ZONE = Kind(_read_zone)


def _about(kind: Kind[Any], reason: str) -> Mapping[str, Any]:
    return {"kind": kind, "reason": reason}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """What a chat has set, and the defaults of what it has not.

    `language` is the name of a lexicon, `size` is (rows, columns), `min_length` 0 is the
    rules' own. `rooms` are topics, `moderators` roles (names or ids); none: all rooms, and
    only admins.
    """

    language: str = field(
        default="en",
        metadata=_about(
            _one_of(listings),
            translatable("Rounds are judged by one word list: English, until the chat chooses."),
        ),
    )
    interface: str = field(
        default="en",
        metadata=_about(
            _one_of(lambda: LANGUAGES),
            translatable(
                "Seize speaks one language here, whichever words are played: English first."
            ),
        ),
    )
    seconds: int = field(
        default=120,
        metadata=_about(
            _number(30, 600),
            translatable(
                "Two minutes, as in Ruzzle; no less than 30 seconds, for typing takes time, and no "
                "more than 10 minutes, for others wait for the room."
            ),
        ),
    )
    size: tuple[int, int] = field(
        default=(4, 4),
        metadata=_about(
            _SIZE, translatable("The classic grid is 4x4; beyond 8x8 no phone shows it.")
        ),
    )
    rules: Rules = field(
        default=Rules.RUZZLE,
        metadata=_about(
            _member_of(Rules),
            translatable("Ruzzle's letters have values and bonuses; in Boggle only length counts."),
        ),
    )
    law: Law = field(
        default=Law.EVERY_FINDER,
        metadata=_about(
            _member_of(Law),
            translatable("Who finds a word scores it in full, however slow their connection is."),
        ),
    )
    min_length: int = field(
        default=0,
        metadata=_about(
            _zero_or(2, 8),
            translatable(
                "0 leaves it to the rules; most 4x4 grids in English hold no word of more than 8 "
                "letters."
            ),
        ),
    )
    quiet: bool = field(
        default=False,
        metadata=_about(
            _YES,
            translatable("Every word gets its answer, until a busy chat wants fewer messages."),
        ),
    )
    rooms: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            _NAMES,
            translatable("Seize speaks in every room, until the chat names some (at most 100)."),
        ),
    )
    timezone: str = field(
        default="UTC",
        metadata=_about(
            _ZONE,
            translatable(
                "Days on the leaderboards begin at midnight in UTC, until the chat moves."
            ),
        ),
    )
    moderators: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            _NAMES,
            translatable(
                "Only admins change settings and decide on words, until the chat names roles that "
                "may, too (at most 100)."
            ),
        ),
    )

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> "ChatSettings":
        """Return the settings of stored texts, by name; what means nothing now is left out."""
        values: dict[str, Any] = {}
        for name in texts.keys() & SETTINGS.keys():
            try:
                values[name] = SETTINGS[name].read(texts[name])
            except BadSetting:
                continue
        return cls(**values)

    def with_texts(self, texts: Mapping[str, str]) -> "ChatSettings":
        """Return these settings with others, as people typed them, over some.

        Raises UnknownSetting, BadSetting.
        """
        typed = {(each := setting(name)).name: each.read(text) for name, text in texts.items()}
        return replace(self, **typed)

    def terms(self, **typed: str | None) -> Terms:
        """Return what a round is to be, with what is typed for it (not None) over the settings.

        Raises UnknownSetting, BadSetting.
        """
        chosen = self.with_texts({name: text for name, text in typed.items() if text is not None})
        return Terms(
            lexicon=chosen.language,
            rules=chosen.rules,
            min_length=chosen.min_length,
            size=chosen.size,
            law=chosen.law,
            seconds=chosen.seconds,
        )

    def may_moderate(self, member: Member) -> bool:
        """Return whether a member decides here: an admin, or one with a role of `moderators`."""
        return member.admin or not member.roles.isdisjoint(self.moderators)

    def allows(self, room: Room) -> bool:
        """Return whether rounds may be played in a room; always where a chat has only one."""
        return not self.rooms or not room.topic or room.topic in self.rooms

    @property
    def zone(self) -> ZoneInfo:
        """Return the time zone."""
        return ZoneInfo(self.timezone)

    @property
    def language_code(self) -> str:
        """Return the ISO 639-1 code of the words' language, by which boards are kept."""
        return listing(self.language).language


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its default, and why that and its limits are what they are."""

    name: str
    default: Any
    kind: Kind[Any]
    reason: str

    def read(self, text: str) -> Any:
        """Return the value that a text stands for; raises BadSetting."""
        return self.kind.read(self.name, text)

    def show(self, settings: ChatSettings) -> str:
        """Return its value among `settings` as a text that reads back as the same."""
        return self.kind.show(getattr(settings, self.name))


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        each.name: Setting(each.name, each.default, each.metadata["kind"], each.metadata["reason"])
        for each in fields(ChatSettings)
    }
)


def setting(name: str) -> Setting:
    """Return the setting of a name as people type it ("Min-Length"); raises UnknownSetting."""
    try:
        return SETTINGS[name.strip().lower().replace("-", "_").replace(" ", "_")]
    except KeyError:
        raise UnknownSetting(name) from None
