"""The files of the page, its headers and its cookie."""

import gzip
import re

import pytest

from bot.web_app.assets import assets
from bot.web_app.guests import COOKIE
from bot.web_app.options import CODE as LENGTH
from bot.web_app.options import LETTERS
from core.languages import languages
from tests.bot.web_app.conftest import CODE, Site

FIRST_LOAD = 30_000  # bytes, packed


async def test_a_new_room_is_opened_by_the_bare_address(site: Site) -> None:
    browser = await site.browser()
    async with browser.get(site.url("/")) as answer:
        assert re.search(rf'"path": "/[{LETTERS}]{{{LENGTH}}}"', await answer.text())
    async with browser.get(site.url(f"/{CODE.lower()}"), allow_redirects=False) as answer:
        assert answer.headers["Location"] == f"/{CODE}"


async def test_the_page_lets_no_other_scripts_run_and_tells_nobody_where_it_is(site: Site) -> None:
    browser = await site.browser()
    async with browser.get(site.url()) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        text = await answer.text()
        cookie = answer.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert "$" not in re.sub(r'id="texts">.*?</script>', "", text)
    assert not re.search(r"<script(?![^>]*(src|type=\"(importmap|application/json)\"))", text)
    assert not re.search(r"\son\w+=|style=", text)


async def test_a_guest_stays_the_same(site: Site) -> None:
    browser = await site.browser()
    cookies = []
    for _ in range(2):
        async with browser.get(site.url()) as answer:
            cookies.append(answer.cookies[COOKIE].value)
    assert cookies[0] == cookies[1]


async def test_the_first_load_is_small(site: Site) -> None:
    browser = await site.browser()
    async with browser.get(site.url()) as answer:
        text = await answer.text()
    size = len(gzip.compress(text.encode()))
    named = set(re.findall(r"/static/[\w.]+", text))
    for address in named & assets().by_address.keys():
        async with browser.get(site.url(address)) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
            assert answer.headers["Content-Type"].endswith("charset=utf-8")
        asset = assets().by_address[address]
        size += len(asset.packed or asset.plain)
    assert size < FIRST_LOAD
    assert {each.rpartition(".")[2] for each in named} == {"css", "js", "svg"}


@pytest.mark.parametrize("language", languages())
async def test_the_page_speaks_the_language_that_a_browser_asks_for(
    site: Site, language: str
) -> None:
    browser = await site.browser()
    async with browser.get(
        site.url(), headers={"Accept-Language": f"xx,{language}-XX;q=0.8"}
    ) as answer:
        text = await answer.text()
    assert f'<html lang="{language}">' in text
    assert f'"language": "{language}"' in text


@pytest.mark.parametrize(
    "path", ["/nothing", "/static/nothing.js", "/static/..%2f..%2fsettings.py", "/BCDF", "/BCDFA"]
)
async def test_what_is_not_there_is_told_so(site: Site, path: str) -> None:
    browser = await site.browser()
    async with browser.get(site.url(path)) as answer:
        assert answer.status == 404
        assert "5 letters" in await answer.text()
    async with browser.post(site.url()) as answer:
        assert answer.status in (404, 405)
