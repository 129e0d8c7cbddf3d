"""A busy room: the bot keeps the platforms' limits by itself, and judges every word."""

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core.lexicon import Lexicon
from tests.bot.server.book import Book
from tests.bot.server.tables import PLAYERS, Table, house
from tests.helpers.serving import serving
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

pytestmark = pytest.mark.slow

SECONDS, A_MINUTE = 25, 200
TOGETHER = 20  # messages and edits that Telegram lets into a group in 60 seconds


async def test_two_hundred_words_a_minute(
    tmp_path: Path, data_dir: Path, lexicon: Callable[[str], Lexicon]
) -> None:
    book = Book(tmp_path)
    count = SECONDS * A_MINUTE // 60
    async with house("discord") as one, house("telegram") as other:
        tables = [one.table(), other.table()]
        async with serving(tmp_path, data_dir, **one.only, **other.only) as bot:
            await bot.ready()
            for table in tables:
                await table.play()
            words = [[each.word for each in book.solution(lexicon, place)] for place in (1, 2)]
            await asyncio.gather(
                *(_talk(table, known, count) for table, known in zip(tables, words, strict=True))
            )
            await book.until(lambda: len(book.heard()) == 2 * count)
            for table in tables:
                await table.stop()
            assert bot.complaints() == []
        assert isinstance(one.sim, DiscordSimulator)
        assert isinstance(other.sim, TelegramSimulator)
        assert one.sim.refused == []
        assert (other.sim.refused, other.sim.impatient, other.sim.wasted) == (0, [], [])
        assert _most_in_a_minute(_spoken(other.sim)) <= TOGETHER
        boards = [each for each in one.sim.requests if each.method == "PATCH"]
        assert len(boards) >= SECONDS // 5  # they are kept up to date all the while


async def _talk(table: Table, known: Sequence[str], count: int) -> None:
    """Have both players send words evenly, most of them on the grid."""
    rng, loop = random.Random(1), asyncio.get_running_loop()
    began = loop.time()
    for number in range(count):
        await asyncio.sleep(began + number * 60 / A_MINUTE - loop.time())
        await table.says(PLAYERS[number % 2], rng.choice([*known, "zzz"]))


def _spoken(sim: TelegramSimulator) -> list[float]:
    """Return when messages and edits went to groups."""
    said = [
        each
        for each in sim.requests
        if each.method.lower().startswith(("send", "edit")) and each.chat.startswith("-")
    ]
    assert {each.status for each in said} == {200}
    return [each.time for each in said]


def _most_in_a_minute(times: list[float]) -> int:
    return max(sum(start <= each < start + 60 for each in times) for start in times)
