"""Rate limits: buckets, headers, refusals, and what a test makes fail on purpose.

Source: Discord docs, Topics: Rate Limits. Numbers that Discord does not publish are those
seen in its headers.
"""

import math
import re
import time
from dataclasses import dataclass, field, replace

from tests.simulators.discord.shapes import Clock, Json

# A client that sleeps exactly `retry_after` may wake within the timer's resolution.
SLACK = 0.01
LIMITS = {
    "messages": (5, 5.0),
    "edits": (5, 5.0),
    "deletions": (5, 1.0),
    "reactions": (1, 0.25),
    "history": (50, 1.0),
    "webhooks": (5, 2.0),
    "typing": (5, 5.0),
    "commands": (5, 20.0),
    "other": (50, 1.0),
}


@dataclass
class Window:
    """Requests of one bucket since its window began."""

    ends: float = 0.0
    used: int = 0
    blocked_until: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """Whether a request passes, with the headers that tell; `retry_after` where it does not."""

    headers: dict[str, str]
    retry_after: float | None = None
    scope: str = "user"

    @property
    def body(self) -> Json:
        """Return the body of the 429."""
        return {
            "message": "You are being rate limited.",
            "retry_after": round(self.retry_after or 0, 3),
            "global": self.scope == "global",
        }


@dataclass
class Limits:
    """The buckets. `counts` holds (requests, seconds) by name; `scale` multiplies requests."""

    counts: dict[str, tuple[int, float]] = field(default_factory=lambda: dict(LIMITS))
    global_per_second: int = 50
    scale: float = 1.0
    monotonic: Clock = time.monotonic

    def __post_init__(self) -> None:
        self._windows: dict[tuple[str, str], Window] = {}
        self._everything = Window()

    def take(self, name: str, major: str, *, counts_globally: bool = True) -> Verdict:
        """Count a request in its bucket, and say whether it passes."""
        now = self.monotonic()
        if counts_globally and (wait := self._take_global(now)):
            return self._refused(name, wait, "global")
        if name == "callbacks":
            return Verdict({})
        most, seconds = self.counts[name]
        most = max(1, int(most * self.scale))
        window = self._windows.setdefault((name, major), Window())
        if window.blocked_until - now > SLACK:
            return self._refused(name, window.blocked_until - now, "user")
        if now >= window.ends - SLACK:
            window.ends, window.used = now + seconds, 0
        if window.used >= most:
            return self._refused(name, window.ends - now, "user")
        window.used += 1
        return Verdict(_headers(name, most, most - window.used, window.ends - now))

    def _take_global(self, now: float) -> float:
        window = self._everything
        if window.blocked_until - now > SLACK:
            return window.blocked_until - now
        if now >= window.ends:
            window.ends, window.used = now + 1, 0
        if window.used >= self.global_per_second * self.scale:
            return window.ends - now
        window.used += 1
        return 0

    def block(self, name: str, major: str, seconds: float, scope: str) -> Verdict:
        """Refuse a request on a test's behalf; those that come back too early are refused too."""
        window = self._windows.setdefault((name, major), Window())
        if scope == "global":
            window = self._everything
        window.blocked_until = self.monotonic() + seconds
        return self._refused(name, seconds, scope)

    def refuse_alone(self, name: str, seconds: float) -> Verdict:
        """Refuse a request for a limit of its own, such as that on edits of old messages."""
        verdict, most = self._refused(name, seconds, "shared"), self.counts[name][0]
        return replace(verdict, headers=verdict.headers | _headers(name, most, most - 1, 1.0))

    def _refused(self, name: str, wait: float, scope: str) -> Verdict:
        most = self.counts.get(name, (1, 1.0))[0]
        headers = _headers(name, most, 0, wait)
        if scope == "global":
            headers = {"X-RateLimit-Global": "true"}
        headers |= {
            "Retry-After": str(math.ceil(wait)),
            "X-RateLimit-Scope": scope,
            # Without it a client takes the refusal for a ban by the proxy in front.
            "Via": "1.1 google",
        }
        return Verdict(headers, wait, scope)


def _headers(name: str, most: int, left: int, wait: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(most),
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
        "X-RateLimit-Reset-After": f"{wait:.3f}",
        "X-RateLimit-Bucket": f"bucket-{name}",
    }


@dataclass
class Fault:
    """A fault that a test wants the next requests of a kind to meet."""

    method: str
    pattern: str
    times: int
    status: int = 0
    retry_after: float = 0.0
    scope: str = "user"
    done: bool = False
    code: int = 0

    @property
    def body(self) -> Json:
        """Return what Discord says of it."""
        return {"message": f"{self.status}: planned", "code": self.code}

    def matches(self, method: str, path: str) -> bool:
        """Tell whether a request is meant, and count it."""
        meant = self.times > 0 and method == self.method and bool(re.search(self.pattern, path))
        self.times -= meant
        return meant


class Faults:
    """The mishaps that a test has planned, oldest first."""

    def __init__(self) -> None:
        self._planned: list[Fault] = []

    def plan(self, fault: Fault) -> None:
        """Add a mishap."""
        self._planned.append(fault)

    def clear(self) -> None:
        """Forget what is still planned."""
        self._planned.clear()

    def next(self, method: str, path: str) -> Fault | None:
        """Return the mishap meant for a request, None for none."""
        for fault in self._planned:
            if fault.matches(method, path):
                return fault
        return None
