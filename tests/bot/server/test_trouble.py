"""Rounds go on over a network that fails in every way that the platforms know."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from core.lexicon import Lexicon
from core.solver.solution import FoundWord
from tests.bot.server.book import Book, points
from tests.bot.server.tables import DiscordTable, TelegramTable, house
from tests.helpers.serving import ServingBot, serving
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

pytestmark = pytest.mark.slow

Lexicons = Callable[[str], Lexicon]


async def test_discord_fails_in_the_middle_of_a_round(
    tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    book = Book(tmp_path)
    async with house("discord") as place, serving(tmp_path, data_dir, **place.only) as bot:
        # An answer that came through although Discord said that it failed is given again.
        place.forgiven = "40060 Interaction has already been acknowledged"
        table = place.table()
        assert isinstance(table, DiscordTable)
        sim = table.sim
        await bot.ready()
        await table.play()
        words = book.solution(lexicon)[:20]
        said = [await table.says("Ana", each.display) for each in words[:4]]

        sim.drop_gateway(4000)  # to be resumed
        said += [await table.says("Ana", each.display) for each in words[4:8]]
        await book.until(lambda: len(book.heard()) == 8)
        assert sim.gateway.resumes == 1

        sim.forget_sessions()  # not to be resumed: what is said meanwhile stands in the history
        sim.drop_gateway()
        said += [await table.says("Ana", each.display) for each in words[8:12]]
        await book.until(lambda: len(book.heard()) == 12)
        await sim.ready()

        _disturb_discord(sim)
        said += [await table.says("Ben", each.display) for each in words]
        sim.redeliver(30)
        await book.until(lambda: len(book.heard()) == 32)
        # A word that no mark can tell in time is told by the board.
        last = words[-1].display
        await sim.until(lambda: table.marked(said[-1]) or last in "".join(table.told()))
        ended = await table.stop()
        await sim.until(lambda: "The round is over." in table.told()[0])
        assert _logged(bot, "error") == []
        assert sorted(book.heard()) == sorted(map(table.number, said))
    _check_totals(book, ended, words[:12], words)


def _disturb_discord(sim: DiscordSimulator) -> None:
    sim.cut_next("PUT", "/reactions/")
    sim.fail_next("PUT", "/reactions/")
    sim.limit_next("PUT", "/reactions/", 0.3)
    sim.cut_next("PATCH", "/messages/")
    sim.fail_next("PATCH", "/messages/", status=502)
    sim.limit_next("PATCH", "/messages/", 0.3)
    sim.cut_next("POST", "/callback")
    sim.fail_next("POST", "/callback", done=True)


async def test_telegram_fails_in_the_middle_of_a_round(
    tmp_path: Path, data_dir: Path, lexicon: Lexicons
) -> None:
    book = Book(tmp_path)
    async with house("telegram") as place, serving(tmp_path, data_dir, **place.only) as bot:
        table = place.table()
        assert isinstance(table, TelegramTable)
        sim = table.sim
        await bot.ready()
        sim.cut_next("sendPhoto")
        await table.play()
        words = book.solution(lexicon)[:20]
        said = []
        for number, disturb in enumerate(_troubles(sim), 1):
            disturb()
            some = words[3 * number - 3 : 3 * number]
            said += [await table.says("Ana", each.display) for each in some]
            await book.until(partial(_are, 3 * number, book.heard))
            sim.redeliver(3)
        _disturb_telegram(sim)
        sim.hold()
        said += [await table.says("Ben", each.display) for each in words]
        sim.release(shuffled=random.Random(1))
        await book.until(lambda: len(book.heard()) == 35)
        sim.redeliver(100)
        ended = await table.stop()
        await sim.until(lambda: "The round is over." in table.told()[0])
        assert _logged(bot, "error") == []
        assert sorted(book.heard()) == sorted(map(table.number, said))
        assert sim.impatient == []
    _check_totals(book, ended, words[:15], words)


def _troubles(sim: TelegramSimulator) -> list[Callable[[], None]]:
    """Return the faults of the next polls, one after the other."""
    return [
        partial(sim.cut_next, "getUpdates"),
        partial(sim.fail_next, "getUpdates", 502),
        partial(sim.conflict, 2),
        partial(sim.limit_next, "getUpdates", 1),
        partial(sim.fail_next, "getUpdates", 502, carried_out=True),
    ]


def _are(count: int, found: Callable[[], list[str]]) -> bool:
    return len(found()) == count


def _disturb_telegram(sim: TelegramSimulator) -> None:
    sim.cut_next("setMessageReaction")
    sim.fail_next("setMessageReaction", 502)
    sim.limit_next("setMessageReaction", 1)
    sim.cut_next("editMessageCaption")
    sim.limit_next("editMessageCaption", 1)
    sim.limit_next("sendPhoto", 1)
    sim.fail_next("sendPhoto", 502)


def _logged(bot: ServingBot, level: str) -> list[dict[str, object]]:
    return [line for line in bot.logs if line["level"] == level]


def _check_totals(book: Book, ended: str, ana: list[FoundWord], ben: list[FoundWord]) -> None:
    assert book.results() == {"Ana": points(ana), "Ben": points(ben)}
    assert f"Ben · {points(ben)[0]:,} of" in ended.replace("*", "")
    assert f"Ana · {points(ana)[0]:,} of" in ended.replace("*", "")


async def test_platforms_that_are_away_at_the_start_are_waited_for(
    tmp_path: Path, data_dir: Path
) -> None:
    async with house("discord") as one, house("telegram") as other:
        assert isinstance(one.sim, DiscordSimulator)
        assert isinstance(other.sim, TelegramSimulator)
        one.sim.cut_next("GET", "/users/@me")
        one.sim.fail_next("GET", "/users/@me", status=502)
        other.sim.cut_next("getMe")
        other.sim.fail_next("getMe", 502)
        async with serving(tmp_path, data_dir, one.sim, other.sim) as bot:
            await bot.ready()
            await one.table().play()
            await other.table().play()
            assert await bot.stop() == 0
