"""The days as they go by: closed when they are over, told where chats asked for it.

A group is told of the day that is over and of the one that is on; a player alone with Seize is
reminded of the one that is on, unless they have played it.
"""

import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from core.chats.settings import ChatSettings
from core.daily.calendar import following, latest
from core.daily.puzzle import SETTLING, Puzzle, day_of, midnight
from core.errors import SeizeError
from core.ids import ChatRef, PlayerRef, Room, private_chat
from core.latest import Latest
from core.ports import Clock, Store
from core.services.dailies import DailiesService
from core.services.leaderboards import DailyBoard
from core.services.served import Served
from core.solver.solution import FoundWord
from core.standings import Period

LATE = 6 * 3600.0  # seconds after a chat's hour in which it is told, if it could not be before
PODIUM = 3
_DAYS = 16  # that are over, and whose numbers are kept: those of all languages

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DayNews:
    """A chat's news of the day: `over` is closed, and `today` is on.

    `podium` is the chat's, of `players` in the world; `missed` are words that nobody found
    and all could have known. `seal` is that of tomorrow's puzzle, "" if it is not made.
    """

    room: Room
    settings: ChatSettings
    over: Puzzle
    today: Puzzle
    podium: DailyBoard
    players: int
    missed: tuple[FoundWord, ...]
    seal: str


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder for a player: today's puzzle, and the streak that it goes on with."""

    room: Room
    settings: ChatSettings
    today: Puzzle
    streak: int


DailyNews = DayNews | Reminder


@dataclass(frozen=True, slots=True)
class Calendar:
    """Tells the chats that are served here of their days."""

    store: Store
    clock: Clock
    dailies: DailiesService
    served: Served
    _over: Latest[int, tuple[int, tuple[FoundWord, ...]]] = field(
        default_factory=lambda: Latest(_DAYS), init=False
    )

    async def due(self) -> AsyncIterator[DailyNews]:
        """Yield the news to tell now; each is to be marked as `told` when that is done.

        A chat whose hour has gone by for more than six hours is told nothing of that day.
        """
        for chat, settings, today in await self._untold():
            try:
                news = await self._of(chat, settings, today)
            except SeizeError as error:
                logger.warning("day not told", extra={"reason": type(error).__name__})
                continue
            if news:
                yield news

    async def next(self) -> float:
        """Return when there is something to do next: a day to close, or a chat's hour."""
        now = self.clock()
        async with self.store.read() as work:
            asking = await work.chats.having("daily")
        midnights = [midnight(day_of(now - SETTLING) + timedelta(days=1)) + SETTLING]
        return min(midnights + _hours(asking, now))

    async def told(self, news: DailyNews) -> None:
        """Mark news as announced, or as impossible to announce."""
        number = news.today.number - 1
        async with self.store.write() as work:
            await work.chats.mark_told(news.room.chat, news.today.language, number)

    async def begin(self, chat: ChatRef, settings: ChatSettings) -> None:
        """Let what a chat would have been told before be old news: it has just asked to be."""
        if settings.daily is None:
            return
        today = await self.dailies.today(settings.language_code)
        struck = day_of(latest(settings.daily, settings.zone, self.clock()))
        number = today.number - 1 if struck == today.day else today.number - 2
        async with self.store.write() as work:
            await work.chats.mark_told(chat, today.language, max(number, 0))

    async def _untold(self) -> list[tuple[ChatRef, ChatSettings, Puzzle]]:
        """Return the chats whose hour has come, with the puzzle that was on then."""
        now = self.clock()
        async with self.store.read() as work:
            asking = await work.chats.having("daily")
        struck = [
            (chat, settings, day_of(moment))
            for chat, settings, moment in _strikes(asking, now)
            if self.served.has(chat) and settings.language_code in self.dailies.maker.languages
        ]
        for language in {each.language_code for _, each, day in struck if day == day_of(now)}:
            with suppress(SeizeError):  # logged where it is made; the others are told
                await self.dailies.today(language)  # made at once, if the nights have failed
        found: dict[tuple[str, date], Puzzle | None] = {}
        untold = []
        async with self.store.read() as work:
            told = await work.chats.told_of("daily") if struck else {}
            for chat, settings, day in struck:
                key = settings.language_code, day
                if key not in found:
                    found[key] = await work.puzzles.on(*key)
                today = found[key]
                if today is None or not today.is_open(now):
                    continue
                if told.get((chat, today.language), 0) < today.number - 1:
                    untold.append((chat, settings, today))
        return untold

    async def _of(self, chat: ChatRef, settings: ChatSettings, today: Puzzle) -> DailyNews | None:
        if chat.is_private:
            return await self._reminder(chat, settings, today)
        return await self._day(chat, settings, today)

    async def _day(self, chat: ChatRef, settings: ChatSettings, today: Puzzle) -> DayNews | None:
        language = today.language
        async with self.store.read() as work:
            over = await work.puzzles.numbered(language, today.number - 1)
            following_ = await work.puzzles.on(language, today.day + timedelta(days=1))
            if over is None or over.closed_at is None:
                return None
        if over.id not in self._over:  # the same for all chats: of thousands of players
            async with self.store.read() as work:
                players = await work.attempts.players(over.id)
                finders = await work.attempts.finders(over.id)
            lessons = await self.dailies.lessons(over, finders.keys())
            self._over[over.id] = players, lessons.known
        players, missed = self._over[over.id]
        podium = await self.dailies.board(language, Period.DAY, over.day, chat, limit=PODIUM)
        return DayNews(
            room=Room(chat, settings.daily_room),
            settings=settings,
            over=over,
            today=today,
            podium=podium,
            players=players,
            missed=missed,
            seal=following_.seal if following_ else "",
        )

    async def _reminder(
        self, chat: ChatRef, settings: ChatSettings, today: Puzzle
    ) -> Reminder | None:
        player = PlayerRef(chat.platform, chat.id[1:])
        page = await self.dailies.page(today, player)
        reminder = Reminder(Room(private_chat(player)), settings, today, page.streak.length)
        if page.attempt is None and today.is_open(self.clock()):
            return reminder
        await self.told(reminder)
        return None


def _strikes(
    asking: Mapping[ChatRef, Mapping[str, str]], now: float
) -> Iterator[tuple[ChatRef, ChatSettings, float]]:
    """Yield the chats that were to be told within the last hours, with when their hour struck."""
    struck = {when: latest(*when, now) for when in set(map(_when, asking.values())) if when}
    for chat, texts in asking.items():
        when = _when(texts)
        if when and now - struck[when] <= LATE:
            yield chat, ChatSettings.from_texts(texts), struck[when]


def _hours(asking: Mapping[ChatRef, Mapping[str, str]], now: float) -> list[float]:
    return [following(*when, now) for when in set(map(_when, asking.values())) if when]


def _when(texts: Mapping[str, str]) -> tuple[int, ZoneInfo] | None:
    """Return the hour at which a chat is to be told, and its zone; None for never."""
    return _read_when(texts.get("daily", ""), texts.get("timezone", ""))


@cache
def _read_when(daily: str, timezone: str) -> tuple[int, ZoneInfo] | None:
    # Thousands of chats have the same few hours and zones.
    texts = {"daily": daily, "timezone": timezone}
    settings = ChatSettings.from_texts({name: text for name, text in texts.items() if text})
    return None if settings.daily is None else (settings.daily, settings.zone)
