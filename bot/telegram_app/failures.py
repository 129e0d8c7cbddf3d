"""What could not be delivered, counted."""

import logging

from bot.chat.metrics import Metrics
from bot.telegram_app.options import PLATFORM

ANSWER, POST, EDIT = "answer", "post", "edit"

logger = logging.getLogger(__name__)


class Failures:
    """Counts failures by their kinds; never with what was to be said."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def count(self, kind: str) -> None:
        """Count a failure that is raised."""
        self._metrics.delivery_failed(PLATFORM, kind)

    def note(self, kind: str, error: Exception) -> None:
        """Count a failure that ends here, and log what it was."""
        self.count(kind)
        facts = {"platform": PLATFORM, "kind": kind, "reason": type(error).__name__}
        logger.warning("not delivered", extra=facts)
