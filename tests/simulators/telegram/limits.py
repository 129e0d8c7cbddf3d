"""Limits on a bot's calls (Telegram Bots FAQ: My bot is hitting limits)."""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

# A call that was under way when the one before was refused could not know.
ON_THE_WAY = 0.1


@dataclass(frozen=True)
class Limits:
    """The numbers; those that Telegram does not publish are careful guesses.

    The FAQ says: no more than 20 messages a minute to a group; about one a second to a
    chat, with short bursts; about 30 a second in all. Edits count as messages do.
    """

    group_per_minute: int = 20
    chat_per_second: float = 1.0
    chat_burst: int = 3
    all_per_second: int = 30
    # Reactions, answers to clicks and chat actions; Telegram does not tell how many.
    others_per_second: int = 30


@dataclass
class _Window:
    """So many calls in so many seconds."""

    most: int
    seconds: float
    times: deque[float]

    def wait(self, now: float) -> float:
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()
        if len(self.times) < self.most:
            return 0.0
        return self.times[len(self.times) - self.most] + self.seconds - now


@dataclass
class _Bucket:
    """A burst, and then so many a second."""

    rate: float
    burst: int
    tokens: float
    last: float

    def wait(self, now: float) -> float:
        self.tokens = min(self.burst, self.tokens + (now - self.last) * self.rate)
        self.last = now
        return 0.0 if self.tokens >= 1 else (1 - self.tokens) / self.rate


@dataclass
class _Block:
    """When the bot was told to leave a chat alone, and until when."""

    told: float
    until: float


class FloodControl:
    """Counts what the bot sends; `now` is a clock that only runs forward."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.limits = limits
        self._now = now
        self._all = _Window(limits.all_per_second, 1.0, deque())
        self._others = _Window(limits.others_per_second, 1.0, deque())
        self._minutes: dict[int, _Window] = {}
        self._buckets: dict[int, _Bucket] = {}
        self._blocks: dict[int, _Block] = {}

    def wait_for_message(self, chat_id: int) -> int:
        """Return the seconds until a message or edit may go to a chat, 0 for at once."""
        now = self._now()
        waits = [self._all.wait(now), self._bucket(chat_id).wait(now)]
        if chat_id < 0:
            waits.append(self._minute(chat_id).wait(now))
        if chat_id in self._blocks:
            waits.append(self._blocks[chat_id].until - now)
        return math.ceil(max(waits))

    def block(self, chat_id: int, seconds: int) -> bool:
        """Refuse all to a chat for some seconds (Bot API: ResponseParameters: retry_after).

        Return whether the bot came although it knew that it was to wait.
        """
        now = self._now()
        block = self._blocks.get(chat_id)
        if not block or now >= block.until:
            self._blocks[chat_id] = _Block(now, now + seconds)
            return False
        return now > block.told + ON_THE_WAY

    def count_message(self, chat_id: int, messages: int = 1) -> None:
        """Count messages or edits that went to a chat."""
        now = self._now()
        for _ in range(messages):
            self._all.times.append(now)
            if chat_id < 0:
                self._minute(chat_id).times.append(now)
        self._bucket(chat_id).tokens -= messages

    def wait_for_other(self) -> int:
        """Return the seconds until another reaction, answer or action may go, 0 for at once."""
        return math.ceil(self._others.wait(self._now()))

    def count_other(self) -> None:
        """Count a reaction, an answer to a click or a chat action."""
        self._others.times.append(self._now())

    def _minute(self, chat_id: int) -> _Window:
        new = _Window(self.limits.group_per_minute, 60.0, deque())
        return self._minutes.setdefault(chat_id, new)

    def _bucket(self, chat_id: int) -> _Bucket:
        burst, rate = self.limits.chat_burst, self.limits.chat_per_second
        return self._buckets.setdefault(chat_id, _Bucket(rate, burst, float(burst), self._now()))
