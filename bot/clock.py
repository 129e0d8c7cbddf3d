"""The clock of a process that serves platforms: it shows their time, whatever the host's says.

Words are judged by the times that the platforms stamp on them, so rounds must begin and end by
the same time. What a platform sends bounds it: an answer over HTTP was dated between its question
and its arrival, a message was stamped before it came. These bounds lie on the difference to a
steady clock of the host, which nobody can set, and are intersected: the algorithm IM of Marzullo
and Owicki, "Maintaining the time in a distributed system" (1983).
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from math import inf

from bot.steady import boot_time
from core.ports import Clock

DRIFT = 5e-4  # seconds a second that a steady clock errs: what NTP may slew it by, and a bit
SLACK = 0.05  # seconds that the servers of the platforms differ
ENOUGH = 3  # contradictions in a row, all of one mind, until they are believed
NEAR = 5.0  # seconds that what is heard may have taken for the host's clock to agree with it
ALARM = 1.0  # seconds that the host's clock may be off, and change by, before the log says so
QUIET = 60.0  # seconds between two such lines

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most seconds that UTC is ahead of a steady clock."""

    least: float
    most: float = inf

    def __contains__(self, offset: float) -> bool:
        """Return whether so many seconds are possible."""
        return self.least <= offset <= self.most

    def __and__(self, other: "Bounds") -> "Bounds | None":
        """Return the bounds that hold both, None if they contradict each other."""
        least, most = max(self.least, other.least), min(self.most, other.most)
        return Bounds(least, most) if least <= most else None

    def wider(self, seconds: float) -> "Bounds":
        """Return bounds that allow so much more to both sides."""
        return Bounds(self.least - seconds, self.most + seconds)


_ANY = Bounds(-inf)


def bounds_of(headers: Mapping[str, str], sent: float, received: float) -> Bounds | None:
    """Bound the offset of the clock that a question was timed by, from its answer's Date.

    None if it tells no time, or was kept somewhere on its way.
    """
    if "Age" in headers:
        return None
    try:
        date = parsedate_to_datetime(headers.get("Date", "")).timestamp()
    except ValueError:
        return None
    return Bounds(date - received, date + 1 - sent)  # it is cut to whole seconds


class Offset:
    """The seconds that UTC is ahead of a steady clock: a guess, mended by bounds.

    The value stays where it is as long as all bounds allow it, for a clock that is set right knows
    better than any of them. Else it is the least that they allow: never ahead of UTC, so that a
    word sent right after the start of a round is not taken to be sent before it. Bounds that
    contradict those before are believed once ENOUGH of them agree, or at once where the host's own
    clock agrees: then the machine was stopped, and the steady clock with it.
    """

    def __init__(self, guess: float) -> None:
        self.value = guess
        self.bounds = _ANY
        self._contrary, self._agreed = _ANY, 0
        self._read = 0.0

    def learn(self, told: Bounds, reading: float, host: float = inf) -> None:
        """Take bounds learned at a reading of the steady clock into account.

        `host` is how far the host's own clock is ahead of the steady one then.
        """
        drift = DRIFT * max(reading - self._read, 0.0)
        self._read = reading
        known, contrary = self.bounds.wider(drift), self._contrary.wider(drift)
        agreed = contrary & told
        if both := known & told:
            self.bounds = both
            self._contrary, self._agreed = (contrary, self._agreed) if agreed else (_ANY, 0)
        else:
            self.bounds = known
            self._contrary, self._agreed = (agreed, self._agreed + 1) if agreed else (told, 1)
            if told.least <= host <= min(told.least + NEAR, told.most):
                self._contrary, self._agreed = told, ENOUGH
            if self._agreed == ENOUGH:
                self.bounds, self._contrary, self._agreed = self._contrary, _ANY, 0
        if self.value not in self.bounds:
            self.value = self.bounds.least


class PlatformClock:
    """Seconds of UTC epoch as the platforms count them; as the host does, until one is heard.

    `host` may be set at any time, `steady` never is. Only what is known to come from a platform
    may be told: an answer of its API, an event of its gateway, an update with the secret.
    """

    def __init__(self, host: Clock = time.time, steady: Clock = boot_time) -> None:
        self.heard = asyncio.Event()
        self.steady = steady
        self._host = host
        self._offset = Offset(host() - steady())
        self._watchers: list[Callable[[], None]] = []
        self._said, self._said_at = 0.0, -inf

    def __call__(self) -> float:
        """Return the time."""
        return self.steady() + self._offset.value

    @property
    def ahead(self) -> float:
        """Return how many seconds the host's clock is ahead of this one, negative if behind."""
        return self._host() - self()

    def watch(self, act: Callable[[], None]) -> None:
        """Call a function whenever this clock is set."""
        self._watchers.append(act)

    def answered(self, sent: float, headers: Mapping[str, str]) -> None:
        """Learn from the headers of an answer that comes now; its question was `sent` (steady)."""
        now = self.steady()
        if told := bounds_of(headers, sent, now):
            self._learn(told, now)

    def stamped(self, at: float) -> None:
        """Learn from the time that a platform stamped on a message that comes now."""
        now = self.steady()
        self._learn(Bounds(at - now), now)

    def _learn(self, told: Bounds, now: float) -> None:
        before = self._offset.value
        self._offset.learn(told.wider(SLACK), now, self._host() - now)
        self.heard.set()
        if self._offset.value != before:
            for act in self._watchers:
                act()
        self._say(now)

    def _say(self, now: float) -> None:
        ahead = self.ahead
        if abs(ahead - self._said) < ALARM or now < self._said_at + QUIET:
            return
        self._said, self._said_at = ahead, now
        if abs(ahead) < ALARM:
            logger.info("host's clock is right again")
        else:
            logger.warning(
                "host's clock is wrong: Seize goes by the platforms'",
                extra={"seconds_ahead": round(ahead, 1)},
            )
