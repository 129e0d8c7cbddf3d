"""The page in Chromium: by finger, by taps, by keyboard, by what screen readers see."""

import json
import re
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from core.lexicon import Lexicon
from tests.bot.web_app.hand import traces
from tests.helpers.browser import WebServer, chromium, phone, web_server, words_of

pytestmark = pytest.mark.slow

Lexicons = Callable[[str], Lexicon]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Return a browser."""
    async with chromium() as browser:
        yield browser


@pytest.fixture
async def server(tmp_path: Path, data_dir: Path) -> AsyncIterator[WebServer]:
    """Return a server of pages."""
    async with web_server(tmp_path, data_dir) as server:
        yield server


async def test_friends_swipe_in_one_round_and_have_one_ranking(
    browser: Browser, server: WebServer, lexicon: Lexicons
) -> None:
    ana = await phone(browser, server.url, "Ana")
    ben = await phone(browser, ana.page.url, "Ben", locale="fr-FR")
    await ana.page.click("#play")
    for player in (ana, ben):
        await player.until("#controls")
    grid = await ana.grid()
    assert await ben.grid() == grid
    first, second, *_ = words_of(grid, lexicon("en"))
    for player, word in ((ana, first), (ben, first), (ben, second)):
        assert (await player.swipe(word.path)).endswith(f" {word.display}")
    assert await ana.swipe(first.path) == f"{first.display}: already found"
    await expect(ana.page.locator("#standing li")).to_contain_text(["Ben", "Ana"])
    assert await ana.standing() == await ben.standing()
    assert await ben.page.locator("#stop").is_hidden()
    await ana.page.click("#stop")
    for player in (ana, ben):
        await player.until("#card")
    assert await ana.standing() == await ben.standing()
    assert await ben.page.locator("#title").inner_text() == "Anglais · Ruzzle"
    await ana.page.locator("#missed button").first.click()
    traced = await ana.page.locator(".tile.on").count()
    assert traced > 3
    await ben.page.click("#again")  # whoever is there may go on
    await ana.until("#controls")
    assert await ana.grid() == await ben.grid() != grid


async def test_a_whole_round_by_taps(
    browser: Browser, server: WebServer, lexicon: Lexicons
) -> None:
    ana = await phone(browser, server.url, "Ana")
    await ana.page.tap("#play")
    await ana.until("#controls")
    words = words_of(await ana.grid(), lexicon("en"))
    for word, ends in ((words[0], "#send"), (words[1], "")):
        tiles = ana.page.locator("#board .tile")
        for cell in word.path:
            await tiles.nth(cell).tap()
        await (ana.page.locator(ends) if ends else tiles.nth(word.path[-1])).tap()
        assert (await ana.verdict()).endswith(f" {word.display}")
        await expect(ana.page.locator("#word")).to_have_class("", timeout=10_000)
    await ana.page.locator("#board .tile").nth(0).tap()
    await ana.page.tap("#clear")
    assert await ana.page.locator(".tile.on").count() == 0
    await ana.page.tap("#stop")
    await ana.until("#card")
    assert await ana.page.locator("#found button").count() == 2


async def test_a_whole_round_by_keyboard(
    browser: Browser, server: WebServer, lexicon: Lexicons
) -> None:
    ana = await phone(browser, server.url, "Ana", has_touch=False)
    press = ana.page.keyboard.press
    await ana.page.locator("#play").focus()
    await press("Enter")
    await ana.until("#controls")
    typed, walked, *_ = words_of(await ana.grid(), lexicon("en"))
    await ana.page.keyboard.type(typed.word)
    assert await ana.page.locator(".tile.on").count() == len(typed.path)
    await press("Enter")
    assert (await ana.verdict()).endswith(f" {typed.display}")
    at = await ana.page.evaluate(
        "[...document.querySelectorAll('.tile')].indexOf(document.activeElement)"
    )
    for cell in walked.path:
        for step, keys in (
            (cell // 4 - at // 4, ("ArrowUp", "ArrowDown")),
            (cell % 4 - at % 4, ("ArrowLeft", "ArrowRight")),
        ):
            for _ in range(abs(step)):
                await press(keys[step > 0])
        at = cell
        await press("Space")
    await press("Enter")
    await expect(ana.page.locator("#found button")).to_have_count(2)
    await ana.page.locator("#stop").focus()
    await press("Enter")
    await ana.until("#card")
    await expect(ana.page.locator("#again")).to_be_focused()
    await press("Enter")
    await ana.until("#controls")


async def test_a_whole_round_by_what_a_screen_reader_is_told(
    browser: Browser, server: WebServer, lexicon: Lexicons
) -> None:
    ana = await phone(browser, server.url, "Ana", has_touch=False)
    page, said = ana.page, ana.page.get_by_role("status")
    await page.get_by_role("button", name="Play", exact=True).press("Enter")
    await expect(said).to_contain_text(re.compile(r"^The round begins: 1[012]\d seconds\.$"))
    cells = page.get_by_role("grid", name="The grid").get_by_role("gridcell")
    await expect(cells).to_have_count(16)
    labels = [await cell.get_attribute("aria-label") or "" for cell in await cells.all()]
    assert labels[5].split(", ")[1:3] == ["row 2", "column 2"]
    grid = "".join(label.split(",")[0] for label in labels)
    word = words_of(grid, lexicon("en"))[0]
    for cell in word.path:
        await cells.nth(cell).press("Space")
        await expect(cells.nth(cell)).to_have_attribute("aria-selected", "true")
    await page.get_by_role("button", name="Send").press("Enter")
    await expect(said).to_contain_text(word.display)
    await expect(page.get_by_role("button", name=f"{word.display}, ")).to_be_visible()
    await page.get_by_role("button", name="Stop").press("Enter")
    await expect(said).to_contain_text("The round is over.")
    await expect(said).to_contain_text("Words: 1 of")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
async def test_nothing_keeps_anybody_out(
    browser: Browser, server: WebServer, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 640}
    ana = await phone(browser, server.url, "Ana", color_scheme=scheme, viewport=size)
    for button, seen in (("", "#start"), ("#play", "#controls"), ("#stop", "#card")):
        if button:
            await ana.page.click(button)
        await ana.until(seen)
        assert await ana.keeps_out() == ""


async def test_what_is_traced_while_the_bot_is_killed_counts_once(
    browser: Browser, server: WebServer, lexicon: Lexicons
) -> None:
    ana = await phone(browser, server.url, "Ana")
    await ana.page.click("#play")
    await ana.until("#controls")
    words = words_of(await ana.grid(), lexicon("en"))
    await ana.swipe(words[0].path)
    board = await ana.middles()
    await server.end(signal.SIGKILL)
    await expect(ana.page.locator("#trouble")).to_contain_text("No connection")
    assert await ana.middles() == board  # it does not move under a finger
    await ana.page.keyboard.type(words[1].word)
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.locator("#word")).to_contain_text("sent later")
    await server.begin()
    await expect(ana.page.locator("#found button")).to_have_count(2, timeout=60_000)
    await expect(ana.page.locator("#trouble")).to_be_hidden()
    await ana.page.reload()
    await ana.until("#controls")
    await expect(ana.page.locator("#found button")).to_have_count(2)
    await ana.page.click("#stop")
    await ana.until("#card")
    assert (await ana.page.locator("#lines li").all_inner_texts())[1].startswith("Words: 2 of")


@pytest.mark.parametrize(("pace", "least"), [(6, 1.0), (9, 0.92)])
async def test_ten_thousand_words_of_a_hand_are_read_as_meant(
    browser: Browser, server: WebServer, pace: int, least: float
) -> None:
    ana = await phone(browser, server.url, "Ana")
    given = json.dumps(list(traces(10_000, pace, seed=1)))
    right = await ana.page.evaluate(_READ, given)
    assert right >= least * 10_000


_READ = """async (given) => {
  const { imports } = JSON.parse(document.querySelector('script[type=importmap]').textContent);
  const { Trace } = await import(imports['/static/trace.js']);
  return JSON.parse(given).filter(([meant, way]) => {
    const trace = new Trace(4, 4);
    way.forEach(([x, y], place) => (place ? trace.move({ x, y }) : trace.begin({ x, y })));
    return trace.path.join() === meant.join();
  }).length;
}"""
