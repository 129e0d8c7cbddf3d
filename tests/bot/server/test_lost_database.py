"""The database is deleted under the running bot: it says so, and acknowledges no word."""

import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from core.lexicon import Lexicon
from tests.bot.server.book import Book
from tests.bot.server.tables import TelegramTable, house
from tests.helpers.command import seize
from tests.helpers.serving import serving

pytestmark = pytest.mark.slow


async def test_a_deleted_database_is_told_and_counted_and_takes_no_word(
    tmp_path: Path, data_dir: Path, lexicon: Callable[[str], Lexicon]
) -> None:
    book, files = Book(tmp_path), [tmp_path / f"seize.db{end}" for end in ("", "-wal", "-shm")]
    db = partial(seize, "db", data_dir=data_dir, SEIZE_DATABASE_URL=f"sqlite:///{files[0]}")
    async with house("telegram") as place:
        table = place.table()
        assert isinstance(table, TelegramTable)
        async with serving(tmp_path, data_dir, **place.only) as bot:
            await bot.ready()
            await table.play()
            words = [each.display for each in book.solution(lexicon)[:6]]
            said = [await table.says("Ana", word) for word in words[:3]]
            await table.until(lambda: all(map(table.marked, said)))
            assert db("backup", str(tmp_path / "copy")).status == 0

            for file in files:
                file.unlink()
            late = [await table.says("Ben", word) for word in words]
            fails = await bot.event("database fails")
            assert (fails["level"], "was deleted or replaced" in fails["reason"]) == ("error", True)
            await bot.event("word not kept", len(late))
            # The board tells of those whose mark it comes before, on a busy machine perhaps of all.
            (board,) = table.group.bot_messages
            await table.until(
                lambda: (
                    any(map(table.marked, late))
                    or any("⚠️" in text for text in [board.text, *(it.text for it in board.history)])
                )
            )
            assert {mark for each in late for mark in each.reactions.values()} <= {"🤔"}
            assert not any(file.exists() for file in files)
            status, text = await bot.get("/healthz")
            assert (status, '"missing": ["database"]' in text) == (503, True)
            metrics = (await bot.get("/metrics"))[1]
            counted = metrics.partition("\nseize_database_failures_total ")[2].split()[0]
            assert float(counted) >= len(late)
            assert sum(line["event"] == "database fails" for line in bot.logs) == 1
            await bot.stop(signal.SIGTERM)

        assert db("restore", str(tmp_path / "copy")).status == 0
        async with serving(tmp_path, data_dir, **place.only) as bot:
            await bot.ready()
            await table.stop()
    assert {table.number(each) for each in said} <= set(book.heard())
