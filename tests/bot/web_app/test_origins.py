"""The origins that are the server's own, and all others."""

import socket
from collections.abc import AsyncIterator, Callable

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request
from hypothesis import given
from hypothesis import strategies as st

from bot.web_app.guests import COOKIE
from bot.web_app.origins import Origins
from core.lexicon import Lexicon
from core.store.memory import MemoryStore
from tests.bot.web_app.conftest import CODE, Site, open_site

PUBLIC = "https://play.example.org"
STRANGER = "evil.example"
HERE, SERVED, BOTH = Origins(), Origins(PUBLIC, here=False), Origins(f"{PUBLIC}:443/")


@pytest.mark.parametrize(
    ("origins", "host", "own"),
    [
        (HERE, "127.0.0.1:8016", "http://127.0.0.1:8016"),
        (HERE, "192.168.1.5:8016", "http://192.168.1.5:8016"),
        (HERE, "[::1]:8016", "http://[::1]:8016"),
        (HERE, "localhost:8016", "http://localhost:8016"),
        (HERE, "LOCALHOST:8016", "http://localhost:8016"),
        (HERE, f"{socket.gethostname()}:8016", f"http://{socket.gethostname()}:8016".lower()),
        (HERE, f"{STRANGER}:8016", ""),
        (HERE, f"localhost.{STRANGER}:8016", ""),
        (HERE, f"127.0.0.1.{STRANGER}", ""),
        (HERE, "[", ""),
        (HERE, "", ""),
        (SERVED, "play.example.org", PUBLIC),
        (SERVED, "10.0.0.2:8016", PUBLIC),  # as a proxy may ask
        (BOTH, "play.example.org", PUBLIC),
        (BOTH, "127.0.0.1:8016", "http://127.0.0.1:8016"),
        (BOTH, STRANGER, ""),
    ],
)
def test_a_request_has_come_by_one_of_the_origins(origins: Origins, host: str, own: str) -> None:
    assert origins.of(make_mocked_request("GET", "/", {"Host": host})) == own
    for origin in (own, f"http://{STRANGER}:8016", f"http://{host}", f"https://{host}", "null", ""):
        request = make_mocked_request("GET", "/", {"Host": host, "Origin": origin})
        assert origins.is_own(request) is (bool(own) and origin == own)


NAMES = st.text("ab1.:[]-@/ é", max_size=12)


@given(host=NAMES, origin=NAMES, scheme=st.sampled_from(["http://", "https://", ""]))
def test_no_other_name_is_one_s_own(host: str, origin: str, scheme: str) -> None:
    said = {"Host": f"{host}.{STRANGER}", "Origin": f"{scheme}{origin}.{STRANGER}"}
    for origins in (HERE, SERVED, BOTH):
        assert not origins.is_own(make_mocked_request("GET", "/", said))


@pytest.fixture
async def public(lexicon: Callable[[str], Lexicon]) -> AsyncIterator[Site]:
    """Return a site with an address by https, too."""
    async with open_site(lexicon, MemoryStore(), public=PUBLIC) as site:
        yield site


async def test_a_name_that_strangers_lead_here_opens_no_page(public: Site) -> None:
    browser, headers = await public.browser(), {"Host": f"{STRANGER}:80"}
    for path in (f"/{CODE}", "/"):
        async with browser.get(public.url(path), headers=headers) as answer:
            assert answer.status == 421
            assert f"not known as {STRANGER}:80: open it by" in await answer.text()
            assert "Set-Cookie" not in answer.headers
    headers |= {"Origin": f"http://{STRANGER}:80", "Cookie": f"{COOKIE}={'x' * 30}"}
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await browser.ws_connect(public.url(f"/{CODE}/socket"), headers=headers)


async def test_a_guest_has_a_cookie_of_the_scheme(public: Site) -> None:
    browser = await public.browser()
    async with browser.get(public.url()) as answer:
        assert COOKIE in answer.cookies
        assert "Strict-Transport-Security" not in answer.headers
    headers = {"Host": "play.example.org"}
    async with browser.get(public.url(), headers=headers) as answer:
        cookie = answer.cookies[f"__Host-{COOKIE}"]
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    path = public.url(f"/{CODE}/socket")
    for origin, name in ((PUBLIC, COOKIE), (public.url(""), f"__Host-{COOKIE}")):
        sent = headers | {"Origin": origin, "Cookie": f"{name}={cookie.value}"}
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await browser.ws_connect(path, headers=sent)
    sent = headers | {"Origin": PUBLIC, "Cookie": f"__Host-{COOKIE}={cookie.value}"}
    await (await browser.ws_connect(path, headers=sent)).close()
