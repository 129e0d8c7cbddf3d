"""The page of a round in a chat: who types and who swipes are in one round, with one ranking."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from core.lexicon import Lexicon
from tests.bot.server.book import Book, points
from tests.bot.server.tables import PLATFORMS, House, Table, house
from tests.helpers.browser import Phone, visit, words_of
from tests.helpers.front import PUBLIC, Front
from tests.helpers.serving import ServingBot, serving

pytestmark = pytest.mark.slow

Lexicons = Callable[[str], Lexicon]
TYPE, TRACE = ("Ana", "Ben"), ("Cal", "Dan", "Eve")


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


async def swiper(browser: Browser, table: Table, who: str) -> Phone:
    """Have somebody press Swipe in the chat, and open what that opens."""
    address = await table.page(who)
    assert address.startswith(f"{PUBLIC}/in")
    player = await visit(browser, address)
    await player.until("#controls")
    return player


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_two_type_and_three_trace_in_one_round(
    platform: str,
    tmp_path: Path,
    data_dir: Path,
    lexicon: Lexicons,
    front: Front,
    browser: Browser,
) -> None:
    book = Book(tmp_path)
    async with house(platform) as place:
        table = place.table(players=TYPE + TRACE)
        async with serving(tmp_path, data_dir, **place.only, **settings(place)) as bot:
            await bot.ready()
            port = front.to = await port_of(bot)
            await table.play(600)
            words = book.solution(lexicon)
            phones = [await swiper(browser, table, who) for who in TRACE]
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


async def own_page(place: House, table: Any) -> str:
    """Have Ana ask for the daily in the chat, and press Swipe below it; return what opens."""
    ana = table.people["Ana"]
    if place.only.get("discord"):
        await table.sim.commands_synced()
        asked = await ana.slash(table.channel, "daily", language="en")
        asked = await ana.clicks(await asked.response(), "👆 Swipe")
        (row,) = (await asked.response()).components
        return str(row["components"][0]["url"])
    await ana.starts("daily")
    shown = await table.sim.until(
        lambda: [each for each in ana.private.bot_messages if "Swipe" in str(each.buttons)]
    )
    return str(ana.opens(shown[0], "👆 Swipe"))


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_daily_is_played_on_ones_own_page(
    platform: str,
    tmp_path: Path,
    data_dir: Path,
    lexicon: Lexicons,
    front: Front,
    browser: Browser,
) -> None:
    async with house(platform) as place:
        table = place.table()
        async with serving(tmp_path, data_dir, **place.only, **settings(place)) as bot:
            await bot.ready()
            address = await own_page(place, table)
            front.to = await port_of(bot)
            ana = await visit(browser, address)
            await ana.until("#sheet")
            await expect(ana.page.locator("#heading")).to_contain_text("1")
            await ana.page.locator("#offers button", has_text="Start").click()
            await ana.until("#controls")
            grid = await ana.grid()
            first = words_of(grid, lexicon("en"))[0]
            assert (await ana.swipe(first.path)).endswith(f" {first.display}")
            await ana.page.reload()
            await ana.until("#controls")
            await expect(ana.page.locator("#found")).to_contain_text(first.display)
            await ana.page.click("#stop")
            await ana.until("#card")
            await expect(ana.page.locator("#lines")).to_contain_text("Words")
            assert await ana.page.locator("#key").is_hidden()  # secret until the day is over
            assert await ana.page.locator("#places").is_hidden()
            await ana.page.click("#daily")
            await expect(ana.page.locator("#offers")).to_contain_text("My card")
            await ana.page.click("summary")
            await ana.page.select_option("[name=language]", "en")
            await ana.page.click("#play")  # a round alone
            await ana.until("#controls")
            grid = await ana.grid()
            first = words_of(grid, lexicon("en"))[0]
            await ana.swipe(first.path)
            assert await ana.page.locator("#places").is_hidden()
            await ana.page.click("#stop")
            await ana.until("#key")
            for button in ("#ghost", "#onward button"):
                await ana.page.locator(button).first.click()
                await ana.until("#controls")
                assert await ana.grid() == grid
                await expect(ana.page.locator("#standing")).to_contain_text("Ghost")
                await expect(ana.page.locator("#signs")).to_contain_text("▪" * len(first.word))
                await ana.page.click("#stop")
                await ana.until("#card")
                await expect(ana.page.locator("#lines")).to_contain_text(first.display)
                assert await ana.page.locator("#again").is_hidden()
            assert [line for line in bot.logs if line["level"] == "error"] == []


async def test_a_duel_is_played_on_ones_own_page(
    tmp_path: Path, data_dir: Path, front: Front, browser: Browser
) -> None:
    async with house("discord") as place:
        table = place.table()
        async with serving(tmp_path, data_dir, **place.only, **settings(place)) as bot:
            await bot.ready()
            address = await own_page(place, table)
            front.to = await port_of(bot)
            ana = await visit(browser, address)
            await ana.until("#sheet")
            assert await ana.page.locator("#daily").is_hidden()  # for it is open
            await ana.page.click("#duels")
            await ana.page.locator("#offers button", has_text="New duel").click()
            await ana.page.locator("#offers button", has_text="My rounds").click()
            await ana.page.locator("#offers button", has_text="Round 1").click()
            await ana.until("#controls")
            await ana.page.click("#stop")
            await expect(ana.page.locator("#onward")).to_contain_text("Round 2")
            assert await ana.page.locator("#key").is_hidden()  # secret until the other has played


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
async def test_nothing_keeps_anybody_out(
    scheme: str, width: int, tmp_path: Path, data_dir: Path, front: Front, browser: Browser
) -> None:
    look: dict[str, Any] = {
        "color_scheme": scheme,
        "viewport": {"width": width, "height": 640},
    }
    async with house("discord") as place:
        table = place.table()
        async with serving(tmp_path, data_dir, **place.only, **settings(place)) as bot:
            await bot.ready()
            address = await own_page(place, table)
            front.to = await port_of(bot)
            lost = await visit(browser, f"{PUBLIC}/in", **look)
            await expect(lost.page.locator("#notice")).to_contain_text("Press Swipe")
            assert await lost.keeps_out() == ""
            ana = await visit(browser, address, **look)
            for seen, button in (
                ("#sheet", "#offers button"),
                ("#controls", "#stop"),
                ("#card", ""),
            ):
                await ana.until(seen)
                assert await ana.keeps_out() == ""
                if button:
                    await ana.page.locator(button).first.click()
            await ana.page.click("#daily")
            await ana.until("#sheet")
            assert await ana.keeps_out() == ""
