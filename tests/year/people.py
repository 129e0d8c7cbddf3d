"""The players of the year: where they live, which chats they are in, how often they play."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import numpy as np

from core.ids import ChatRef, Member, PlayerRef

A_DAY = 86_400.0
PARIS, NEW_YORK, KATHMANDU, AUCKLAND = map(
    ZoneInfo, ("Europe/Paris", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland")
)


@dataclass(frozen=True)
class Chat:
    """A chat that is told of dailies in a language, at an hour of its zone."""

    ref: ChatRef
    language: str
    zone: ZoneInfo
    hour: int


# 2:00 is left out one day a year in New York, and comes twice another; Paris changes its clocks
# in other weeks, Auckland the other way round, and Kathmandu never.
CHATS = (
    Chat(ChatRef("discord", "1"), "fr", PARIS, 9),
    Chat(ChatRef("discord", "2"), "en", NEW_YORK, 2),
    Chat(ChatRef("telegram", "-1"), "fr", KATHMANDU, 0),
    Chat(ChatRef("telegram", "-2"), "en", AUCKLAND, 23),
)


@dataclass(frozen=True)
class Person:
    """An account and its habits: `chance` of a day on which it plays, near an hour of its zone."""

    member: Member
    chats: tuple[Chat, ...]
    languages: tuple[str, ...]
    zone: ZoneInfo
    chance: float
    hour: float
    words: int

    @property
    def ref(self) -> PlayerRef:
        return self.member.ref


def person(
    platform: str, number: int, chats: tuple[int, ...], languages: str, **habit: float
) -> Person:
    member = Member(PlayerRef(platform, str(number)), f"{platform} {number}")
    own = tuple(CHATS[each] for each in chats)
    return Person(
        member=member,
        chats=own,
        languages=tuple(languages.split()),
        zone=own[0].zone if own else PARIS,
        chance=habit.get("chance", 0.7),
        hour=habit.get("hour", 20.0),
        words=int(habit.get("words", 3)),
    )


PEOPLE = (
    person("discord", 1, (0, 1), "fr en", chance=0.9, words=3),
    person("discord", 2, (0,), "fr", chance=0.7, hour=8.0),
    person("discord", 3, (1,), "en", chance=0.5, hour=23.5),
    person("discord", 5, (), "fr en", chance=0.3, hour=1.0),
    person("telegram", 1, (2,), "fr", chance=0.75, hour=6.0),
    person("telegram", 2, (2, 3), "en fr", chance=0.35),
    person("telegram", 3, (3,), "en", chance=0.55, hour=12.5, words=2),
)
# Two accounts of one human, who links them in the middle of the year.
TWINS = PEOPLE[1], PEOPLE[5]


def moment_of(someone: Person, midnight: float, rng: np.random.Generator) -> float:
    """Return when somebody plays on the day that begins at a time, now and then at its very end."""
    if rng.random() < 0.03:
        return midnight + A_DAY - float(rng.integers(1, 119))
    day = datetime.fromtimestamp(midnight, UTC)
    home = datetime(day.year, day.month, day.day, tzinfo=someone.zone).timestamp()
    around = home + 3600 * (someone.hour + float(rng.normal(0, 2)))
    return midnight + (around - midnight) % A_DAY
