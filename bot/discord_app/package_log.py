"""The logs of discord.py without their texts, which hold tokens and people's words."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.chat.metrics import Metrics
from bot.discord_app.options import PLATFORM

logger = logging.getLogger(__name__)

LIBRARY = "discord"
_LIMITED = ("We are being rate limited", "Webhook ID %s is rate limited")


class Facts(logging.Handler):
    """Logs where in the library a record arose; counts refusals for the rate (429)."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record of the library without its text."""
        if str(record.msg).startswith(_LIMITED):
            self._metrics.rate_limited(PLATFORM)
            return
        error = record.exc_info[0] if record.exc_info else None
        facts = {
            "library": record.name,
            "line": record.lineno,
            "reason": error.__name__ if error else "",
        }
        logger.log(record.levelno, "library reported", extra=facts)


@contextmanager
def package_logs(metrics: Metrics) -> Iterator[None]:
    """Replace the library's log by bare facts while this lasts."""
    library, handler = logging.getLogger(LIBRARY), Facts(metrics)
    before = library.propagate, library.level
    library.propagate = False
    library.setLevel(logging.WARNING)
    library.addHandler(handler)
    try:
        yield
    finally:
        library.removeHandler(handler)
        library.propagate = before[0]
        library.setLevel(before[1])
