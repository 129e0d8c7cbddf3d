"""The settings of a chat, each described once, as a field of ChatSettings.

What people type, and what is stored, is text. Typed, a bad text is refused with what would
work; stored, it counts as not set, for it did work once: a word list may be gone since.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from core.chats.kinds import (
    HOUR,
    NAMES,
    ROOM,
    SIZE,
    YES,
    ZONE,
    BadSetting,
    Kind,
    member_of,
    number,
    one_of,
    zero_or,
)
from core.errors import SeizeError, translatable
from core.ids import Member, Room
from core.languages import ENGLISH, languages
from core.lexicon.catalogue import listing, listings
from core.rounds.laws import Law
from core.rounds.record import Terms
from core.scoring import Rules

BOARDS = ("dark", "light", "text")  # how a grid is shown
_SHOWN = 40  # characters that a refusal repeats of what was typed


class Palette(StrEnum):
    """The colours of the marks of a Wordle: green and yellow, or orange and blue."""

    CLASSIC = "classic"
    CONTRAST = "contrast"


class UnknownSetting(SeizeError):
    """Raised when no setting has a name."""

    def __init__(self, name: str) -> None:
        template = translatable("unknown setting {name!r}: use one of {known}")
        super().__init__(template, name=name[:_SHOWN], known=", ".join(SETTINGS))


def _about(kind: Kind[Any], reason: str) -> Mapping[str, Any]:
    return {"kind": kind, "reason": reason}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """The settings of a chat: its own values, and defaults for the rest.

    `language` is the name of a lexicon, `size` is (rows, columns), `min_length` 0 is the
    rules' own. `rooms` are topics, `moderators` roles (names or ids); none: all rooms, and
    only admins. `daily` is an hour of `timezone`, None for off; `daily_room` a topic.
    """

    language: str = field(
        default=ENGLISH,
        metadata=_about(
            one_of(listings),
            translatable("Rounds are judged by one word list: English, until the chat chooses."),
        ),
    )
    interface: str = field(
        default=ENGLISH,
        metadata=_about(
            one_of(languages),
            translatable(
                "Seize speaks one language here, whichever words are played: English first."
            ),
        ),
    )
    seconds: int = field(
        default=120,
        metadata=_about(
            number(30, 600),
            translatable(
                "Two minutes, as in Ruzzle; no less than 30 seconds, for typing takes time, and no "
                "more than 10 minutes, for others wait for the room."
            ),
        ),
    )
    size: tuple[int, int] = field(
        default=(4, 4),
        metadata=_about(
            SIZE, translatable("The classic grid is 4x4; beyond 8x8 no phone shows it.")
        ),
    )
    rules: Rules = field(
        default=Rules.RUZZLE,
        metadata=_about(
            member_of(Rules),
            translatable("Ruzzle's letters have values and bonuses; in Boggle only length counts."),
        ),
    )
    law: Law = field(
        default=Law.EVERY_FINDER,
        metadata=_about(
            member_of(Law),
            translatable("Who finds a word scores it in full, however slow their connection is."),
        ),
    )
    min_length: int = field(
        default=0,
        metadata=_about(
            zero_or(2, 8),
            translatable(
                "0 leaves it to the rules; most 4x4 grids in English hold no word of more than 8 "
                "letters."
            ),
        ),
    )
    board: str = field(
        default="dark",
        metadata=_about(
            one_of(lambda: BOARDS),
            translatable(
                "A dark picture, a light one, or text that screen readers speak: most chats are "
                "dark."
            ),
        ),
    )
    palette: Palette = field(
        default=Palette.CLASSIC,
        metadata=_about(
            member_of(Palette),
            translatable(
                "Green and yellow, as in every Wordle; “contrast” is orange and blue, which "
                "colour-blind eyes tell apart."
            ),
        ),
    )
    quiet: bool = field(
        default=False,
        metadata=_about(
            YES,
            translatable("Every word gets its answer, until a busy chat wants fewer messages."),
        ),
    )
    rooms: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            NAMES,
            translatable("Seize speaks in every room, until the chat names some (at most 100)."),
        ),
    )
    timezone: str = field(
        default="UTC",
        metadata=_about(
            ZONE,
            translatable(
                "Days on the leaderboards begin at midnight in UTC, until the chat moves."
            ),
        ),
    )
    daily: int | None = field(
        default=None,
        metadata=_about(
            HOUR,
            translatable(
                "Only who asks is told of the daily, unless an hour is set (0 to 23, in the time "
                "zone here): then Seize tells who won yesterday, and what today's is."
            ),
        ),
    )
    duel_reminders: bool = field(
        default=True,
        metadata=_about(
            YES,
            translatable(
                "A duel that ends within 12 hours says so once to who has rounds left, unless they "
                "switch that off."
            ),
        ),
    )
    ghosts: bool = field(
        default=False,
        metadata=_about(
            YES,
            translatable(
                "Others may race a player's last round only if that player allows it in private; "
                "its words appear as signs."
            ),
        ),
    )
    daily_room: str = field(
        default="",
        metadata=_about(
            ROOM,
            translatable("The daily is told where the hour for it was set, or in the room named."),
        ),
    )
    moderators: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            NAMES,
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
        """Return the terms of a round: what was typed for it (not None) over the settings.

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
