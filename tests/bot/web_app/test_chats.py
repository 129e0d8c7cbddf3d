"""The page of a round in a chat: who types and who swipes are in one round, with one ranking."""

import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from core.lexicon import Lexicon
from tests.bot.server.book import Book, points
from tests.bot.server.tables import PLATFORMS, House, Table, house
from tests.helpers.browser import Phone, chromium, visit
from tests.helpers.serving import ServingBot, serving

pytestmark = pytest.mark.slow

Lexicons = Callable[[str], Lexicon]
PUBLIC = "https://play.example.org"
TYPE, TRACE = ("Ana", "Ben"), ("Cal", "Dan", "Eve")


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Return a browser."""
    async with chromium() as browser:
        yield browser


def settings(place: House, port: int = 0) -> dict[str, Any]:
    """Return the settings of a bot whose page Caddy would serve, and BotFather knows."""
    if telegram := place.only.get("telegram"):
        telegram.world.mini_apps["https://t.me/seize_bot/swipe"] = f"{PUBLIC}/in"
    return {
        "SEIZE_WEB_URL": PUBLIC,
        "SEIZE_WEB_PORT": str(port),
        "SEIZE_TELEGRAM_APP": "swipe",
    }


async def port_of(bot: ServingBot) -> int:
    return int((await bot.event("page"))["port"])


async def swiper(browser: Browser, table: Table, who: str, port: int) -> Phone:
    """Have somebody press Swipe in the chat, and open what that opens."""
    address = await table.page(who)
    assert address.startswith(f"{PUBLIC}/in")
    player = await visit(browser, address.replace(PUBLIC, f"http://127.0.0.1:{port}"))
    await player.until("#controls")
    return player


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_two_type_and_three_trace_in_one_round(
    platform: str, tmp_path: Path, data_dir: Path, lexicon: Lexicons, browser: Browser
) -> None:
    book = Book(tmp_path)
    async with house(platform) as place:
        table = place.table(players=TYPE + TRACE)
        async with serving(tmp_path, data_dir, **place.only, **settings(place)) as bot:
            await bot.ready()
            port = await port_of(bot)
            await table.play(600)
            words = book.solution(lexicon)
            phones = [await swiper(browser, table, who, port) for who in TRACE]
            for who, each in zip(TYPE, words, strict=False):
                await table.says(who, each.display)
            for player, each in zip(phones, words[2:], strict=False):
                assert (await player.swipe(each.path)).endswith(each.display)
            await book.until(lambda: len(book.heard()) == 5)
            await bot.stop(signal.SIGKILL)
        # Traced while there is no bot.
        for player in phones:
            await player.until("#trouble")
            await player.finger(words[5].path)
        await table.says("Ana", words[6].display)
        async with serving(tmp_path, data_dir, **place.only, **settings(place, port)) as bot:
            await bot.ready()
            for player in phones:
                await expect(player.page.locator("#trouble")).to_be_hidden(timeout=60_000)
                await expect(player.page.locator("#found")).to_contain_text(words[5].display)
            await book.until(lambda: len(book.heard()) == 9)
            ended = await table.stop()
            for player in phones:
                await player.until("#card")
            standings = [await player.standing() for player in phones]
            assert [line for line in bot.logs if line["level"] == "error"] == []
    found = dict(zip(TYPE + TRACE, ([each] for each in words), strict=False))
    found["Ana"] += [words[6]]
    for who in TRACE:
        found[who] += [words[5]]
    assert len(book.heard()) == 9
    assert book.results() == {who: points(theirs) for who, theirs in found.items()}
    assert standings[0] == standings[1] == standings[2]
    for who, theirs in found.items():
        total, count = points(theirs)[:2]
        assert f"{who}{total} · ✓ {count}" in "".join(standings[0]).replace("\n", "")
        assert f"{who} · {total:,} of" in ended.replace("*", "")
