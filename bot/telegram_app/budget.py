"""The limits on how often a bot may speak (Bots FAQ: My bot is hitting limits).

A call counts from when it is begun until so long after its answer came: whenever in between
Telegram counted it, the limit is kept.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from enum import Enum

from bot.telegram_app.options import Timing
from core.services.crowds import Crowds

WAITING, EACH = 5, 2  # answers of a chat, and to each player in it, whose turn has not come
_MINUTE = 60.0
_MANY = 1000  # chats beyond which those that were silent are forgotten


class Level(Enum):
    """The purpose of a call; its value: how many of a group's calls it leaves to urgent ones.

    Verdicts take all of a busy minute: while they do, an answer waits for the next of its calls.
    """

    NEWS = "news", 0  # a round begins or ends
    VERDICTS = "verdicts", 0  # an edit of a live board that players wait for
    ANSWER = "answer", 2
    BOARD = "board", 4  # an edit of a live board, which a later one makes up for

    @property
    def spare(self) -> int:
        """Return the number of a group's calls in a minute that it leaves to more urgent ones."""
        return self.value[1]

    @property
    def burst_spare(self) -> int:
        """Return the number of calls of a burst that it leaves to more urgent ones."""
        return 1 if self is Level.BOARD else 0


class Crowded(Exception):
    """Raised when too many answers wait: one more would come when nobody needs it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Telegram's limits: 20 calls a minute to a group, one a second to a chat, 30 in all.

    It allows for short bursts within a chat: so many in as many seconds.
    """

    group_minute: int = 20
    burst: int = 3
    burst_seconds: float = 3.0
    all_second: int = 30


@dataclass(slots=True)
class Window:
    """A limit of `most` calls in any `seconds`."""

    most: int
    seconds: float
    _ended: deque[float] = field(default_factory=deque)
    _flying: int = 0

    def wait(self, now: float, spare: int = 0) -> float:
        """Return the seconds until a call may begin that leaves `spare` to others; 0: now.

        It is the least: calls that are under way may make it longer.
        """
        while self._ended and self._ended[0] <= now - self.seconds:
            self._ended.popleft()
        excess = len(self._ended) + self._flying - (max(self.most - spare, 1) - 1)
        if excess <= 0:
            return 0.0
        if excess > len(self._ended):
            return self.seconds
        return self._ended[excess - 1] + self.seconds - now

    def until_even(self, last: float, now: float) -> float:
        """Return the seconds until a call may follow the `last` one, if all come as evenly."""
        left = self.most - len(self._ended) - self._flying
        # Of each that has ended another takes the place, once it is out of the window.
        paces = (
            (end + self.seconds - last) / max(left + number, 1)
            for number, end in enumerate(self._ended, 1)
        )
        return last + max(paces, default=0.0) - now

    def begin(self) -> None:
        """Note that a call begins."""
        self._flying += 1

    def end(self, now: float, *, counts: bool = True) -> None:
        """Note that a call has ended; one that does not count was never made."""
        self._flying -= 1
        if counts:
            self._ended.append(now)

    def is_idle(self, now: float) -> bool:
        """Return whether nothing needs to be remembered."""
        return self.wait(now) == 0.0 and not self._ended and not self._flying


@dataclass(slots=True)
class Turn:
    """Leave to make one call; set `counts` to False if it is not made after all."""

    counts: bool = True


@dataclass(slots=True)
class _Chat:
    burst: Window
    minute: Window | None = None  # of groups: in private nobody else is kept waiting
    queues: dict[Level, asyncio.Lock] = field(
        default_factory=lambda: {level: asyncio.Lock() for level in Level}
    )
    closed_until: float = 0.0
    last_verdicts: float = -_MINUTE  # when an edit began that told verdicts

    @property
    def windows(self) -> tuple[Window, ...]:
        return (self.burst, self.minute) if self.minute else (self.burst,)

    def wait(self, now: float, level: Level) -> float:
        waits = [self.burst.wait(now, level.burst_spare), self.closed_until - now]
        if self.minute:
            busy = level is Level.ANSWER and now < self.last_verdicts + _MINUTE
            waits.append(self.minute.wait(now, 0 if busy else level.spare))
            if level is Level.VERDICTS:
                waits.append(self.minute.until_even(self.last_verdicts, now))
        return max(waits)

    def is_idle(self, now: float) -> bool:
        waited_for = any(queue.locked() for queue in self.queues.values())
        return (
            not waited_for
            and self.closed_until <= now
            and all(each.is_idle(now) for each in self.windows)
        )


class Budget:
    """Gives each call its turn; calls of one level and chat in the order of asking."""

    def __init__(self, timing: Timing, limits: Limits | None = None) -> None:
        self._timing = timing
        self._limits = limits or Limits()
        self._all = Window(self._limits.all_second, 1.0)
        self._chats: dict[int, _Chat] = {}
        self._crowds = Crowds(WAITING, EACH)

    @asynccontextmanager
    async def turn(
        self, chat_id: int, level: Level, asker: int | None = None
    ) -> AsyncIterator[Turn]:
        """Wait until a call may go to a chat, and count it.

        `asker` is the player whom an answer is for. Raises Crowded if too many of these wait.
        """
        chat = self._chat(chat_id)
        with self._waiting(chat_id, level, asker):
            async with chat.queues[level]:
                await self._wait(chat, level)
                turn, windows = Turn(), (self._all, *chat.windows)
                if level is Level.VERDICTS:
                    chat.last_verdicts = self._timing.now()
                for each in windows:
                    each.begin()
        try:
            yield turn
        finally:
            now = self._timing.now()
            for each in windows:
                each.end(now, counts=turn.counts)

    def close(self, chat_id: int, seconds: float) -> None:
        """Let nothing go to a chat for so long, as Telegram asked."""
        chat = self._chat(chat_id)
        chat.closed_until = max(chat.closed_until, self._timing.now() + seconds)

    @contextmanager
    def _waiting(self, chat_id: int, level: Level, asker: int | None) -> Iterator[None]:
        if asker is None or level is not Level.ANSWER:
            yield
            return
        leave = self._crowds.enter(chat_id, asker)
        if leave is None:
            raise Crowded
        try:
            yield
        finally:
            leave()

    async def _wait(self, chat: _Chat, level: Level) -> None:
        while True:
            now = self._timing.now()
            seconds = max(chat.wait(now, level), self._all.wait(now))
            if seconds <= 0:
                return
            await self._timing.sleep(seconds)

    def _chat(self, chat_id: int) -> _Chat:
        if chat_id not in self._chats:
            self._forget_idle()
            self._chats[chat_id] = self._new(is_group=chat_id < 0)
        return self._chats[chat_id]

    def _new(self, *, is_group: bool) -> _Chat:
        limits = self._limits
        burst = Window(limits.burst, limits.burst_seconds)
        return _Chat(burst, Window(limits.group_minute, _MINUTE) if is_group else None)

    def _forget_idle(self) -> None:
        if len(self._chats) < _MANY:
            return
        now = self._timing.now()
        self._chats = {key: chat for key, chat in self._chats.items() if not chat.is_idle(now)}
