"""Logs as JSON lines: what happened, with facts; never what people typed, never a secret."""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

from core.errors import SeizeError, translatable

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_OURS = ("bot", "core")  # most libraries log statements with their values, addresses with tokens
# These tell of trouble in the process, and for hours if nobody reads it: as one line each.
_THEIRS = ("aiohttp", "asyncio")
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class BadLevel(SeizeError):
    """Raised when logs have no such level."""

    template = translatable("SEIZE_LOG_LEVEL is {level!r}: write one of {known}")


class JsonLines(logging.Formatter):
    """One line a record: the event is the message as it stands in the code, facts are `extra`.

    Of a message of several lines only the first is told: asyncio shows values below it. Of an
    exception only its type and place are told: its text may hold anything.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a JSON object."""
        facts = {name: value for name, value in vars(record).items() if name not in _PLAIN}
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": str(record.msg).partition("\n")[0],
            "logger": record.name,
        }
        if record.exc_info and record.exc_info[0]:
            frames = traceback.extract_tb(record.exc_info[2])
            line["error"] = record.exc_info[0].__name__
            line["at"] = " < ".join(f"{f.filename}:{f.lineno}" for f in reversed(frames))
        return json.dumps(line | facts, ensure_ascii=False, default=str)


def start_logging(level: str) -> None:
    """Log what Seize does to stderr, from a level of LEVELS on; "" for nothing at all.

    Raises BadLevel.
    """
    if level.upper() not in ("", *LEVELS):
        raise BadLevel(level=level, known=", ".join(LEVELS))
    handler: logging.Handler = logging.NullHandler()
    if level:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
    for name in (*_OURS, *_THEIRS):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() or logging.WARNING)
        if name in _THEIRS:
            logger.setLevel(max(logger.level, logging.WARNING))
