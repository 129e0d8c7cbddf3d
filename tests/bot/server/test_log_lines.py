"""Logs tell what happened, and nothing that anybody typed."""

import asyncio
import gc
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.server.logs import BadLevel, JsonLines, start_logging
from tests.helpers.command import seize


def logged(record: logging.LogRecord) -> dict[str, object]:
    line = JsonLines().format(record)
    assert "\n" not in line
    found: dict[str, object] = json.loads(line)
    return found


@contextmanager
def restored_loggers() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in ("bot", "core", "aiohttp", "asyncio")]
    before = [(each, each.handlers, each.propagate, each.level) for each in loggers]
    yield
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_a_record_is_one_line_with_its_facts() -> None:
    record = logging.makeLogRecord(
        {"name": "core.x", "levelname": "INFO", "msg": "round finished", "created": 0.0, "round": 7}
    )
    assert logged(record) == {
        "time": "1970-01-01T00:00:00.000+00:00",
        "level": "info",
        "event": "round finished",
        "logger": "core.x",
        "round": 7,
    }


def test_of_an_exception_only_type_and_place_are_told() -> None:
    try:
        int("a word\nthat somebody typed")
    except ValueError as error:
        record = logging.makeLogRecord(
            {"msg": "not told", "exc_info": (type(error), error, error.__traceback__)}
        )
    found = logged(record)
    assert found["error"] == "ValueError"
    assert "test_log_lines.py:" in str(found["at"])
    assert "typed" not in str(found)


def test_trouble_of_the_loop_and_the_server_is_one_line_without_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def fail() -> None:
        future = asyncio.get_running_loop().create_future()
        future.set_exception(ValueError("a secret"))
        del future
        gc.collect()
        logging.getLogger("aiohttp.server").error("Error handling request from %s", "someone")

    with restored_loggers():
        start_logging("INFO")
        asyncio.run(fail())
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == [
        "Future exception was never retrieved",
        "Error handling request from %s",
    ]
    assert "a secret" not in str(lines)


def test_a_level_that_is_none_is_refused() -> None:
    with pytest.raises(BadLevel, match="SEIZE_LOG_LEVEL is 'LOUD': write one of DEBUG, INFO"):
        start_logging("LOUD")


def test_a_round_is_logged_without_its_words(tmp_path: Path, data_dir: Path) -> None:
    database = f"sqlite:///{tmp_path}/secret-place.db"
    ran = seize(
        *("play", "--lang", "en", "--letters", "SMATORGVTREIADPS", "--plain"),
        stdin="spam\nwizard\nmore\n",
        data_dir=data_dir,
        SEIZE_DATABASE_URL=database,
        SEIZE_LOG_LEVEL="debug",
    )
    assert ran.status == 0
    lines = [json.loads(line) for line in ran.err.splitlines() if line.startswith("{")]
    finished = [line for line in lines if line["event"] == "round finished"]
    assert [line["plays"] for line in finished] == [3]
    for typed in ("spam", "wizard", "more", "secret-place"):
        assert typed not in ran.err


def test_without_a_level_nothing_is_logged(tmp_path: Path, data_dir: Path) -> None:
    database = f"sqlite:///{tmp_path}/seize.db"
    ran = seize("play", "--plain", data_dir=data_dir, SEIZE_DATABASE_URL=database)
    assert ran.status == 0
    assert "{" not in ran.err
    refused = seize("lexicons", data_dir=data_dir, SEIZE_LOG_LEVEL="loud")
    assert (refused.status, refused.out) == (2, "")
    assert "SEIZE_LOG_LEVEL is “loud”: write one of" in refused.err
