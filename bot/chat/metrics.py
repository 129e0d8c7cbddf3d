"""Counters and timers for Prometheus. No label ever holds what people typed, or an id."""

from collections.abc import Callable, Collection
from importlib.metadata import version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

# A verdict is to be there in 0.1 s for 99 words of 100, the first response to a command
# within the 3 s that Discord waits: most buckets lie around these.
_ACKNOWLEDGEMENT = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 5)
_RESPONSE = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)
_OTHER = "other"


class Metrics:
    """Counts and times since the process started, in seconds, in a registry of its own.

    `commands` and `kinds` are all that these labels may hold; anything else is "other".
    Threads may share it.
    """

    def __init__(self, commands: Collection[str], kinds: Collection[str]) -> None:
        self._commands, self._kinds = frozenset(commands), frozenset(kinds)
        self._registry = registry = CollectorRegistry()
        platform = ("platform",)
        self._acknowledgement = Histogram(
            "seize_acknowledgement_seconds",
            "From a word's arrival until it is judged and stored",
            platform,
            registry=registry,
            buckets=_ACKNOWLEDGEMENT,
        )
        self._response = Histogram(
            "seize_response_seconds",
            "From a command's arrival to the first response",
            (*platform, "command"),
            registry=registry,
            buckets=_RESPONSE,
        )
        self._words = Counter(
            "seize_words_total", "Words judged", (*platform, "verdict"), registry=registry
        )
        self._rounds = Gauge(
            "seize_rounds_running", "Rounds that run now", platform, registry=registry
        )
        self._limited = Counter(
            "seize_rate_limited_total",
            "Answers of a platform that it is asked too often (429)",
            platform,
            registry=registry,
        )
        self._dropped = Counter(
            "seize_dropped_reactions_total",
            "Reactions that were not shown, so that verdicts keep up",
            platform,
            registry=registry,
        )
        self._clock_ahead = Gauge(
            "seize_clock_ahead_seconds",
            "The host's clock less the platforms', which Seize goes by",
            registry=registry,
        )
        self._owner = Gauge(
            "seize_owner",
            "1 where this process serves a platform or a share of it, 0 where it stands by",
            registry=registry,
        )
        self._shards = Gauge(
            "seize_shards", "Shards that this process serves", platform, registry=registry
        )
        self._failures = Counter(
            "seize_failures_total",
            "What could not be delivered, by its kind",
            (*platform, "kind"),
            registry=registry,
        )
        self._refusals = Counter(
            "seize_database_failures_total",
            "Reads and writes that the database did not carry out",
            registry=registry,
        )
        Info("seize_build", "The version that runs", registry=registry).info(
            {"version": version("seize")}
        )

    def word_judged(self, platform: str, accepted: bool, seconds: float) -> None:
        """Count a word that was judged and stored `seconds` after it had arrived."""
        self._acknowledgement.labels(platform).observe(seconds)
        self._words.labels(platform, "accepted" if accepted else "refused").inc()

    def command_answered(self, platform: str, command: str, seconds: float) -> None:
        """Count a command whose first response went out `seconds` after it had arrived."""
        known = command if command in self._commands else _OTHER
        self._response.labels(platform, known).observe(seconds)

    def rounds_running(self, platform: str, count: int) -> None:
        """Note how many rounds run now."""
        self._rounds.labels(platform).set(count)

    def watch_clock(self, ahead: Callable[[], float]) -> None:
        """Have a function tell, when asked, how many seconds the host's clock is ahead."""
        self._clock_ahead.set_function(ahead)

    def watch_ownership(self, owned: Callable[[], bool]) -> None:
        """Have a function tell, when asked, whether this process serves the platforms."""
        self._owner.set_function(lambda: float(owned()))

    def watch_shards(self, platform: str, served: Callable[[], int]) -> None:
        """Have a function tell, when asked, how many shards of a platform this process serves."""
        self._shards.labels(platform).set_function(lambda: float(served()))

    def rate_limited(self, platform: str) -> None:
        """Count an answer of the platform that it is asked too often."""
        self._limited.labels(platform).inc()

    def reaction_dropped(self, platform: str) -> None:
        """Count a reaction that was left out."""
        self._dropped.labels(platform).inc()

    def delivery_failed(self, platform: str, kind: str) -> None:
        """Count something that could not be delivered."""
        self._failures.labels(platform, kind if kind in self._kinds else _OTHER).inc()

    def database_failed(self) -> None:
        """Count a read or a write that the database did not carry out."""
        self._refusals.inc()

    def text(self) -> bytes:
        """Return all of it in Prometheus' text format (UTF-8)."""
        return generate_latest(self._registry)
