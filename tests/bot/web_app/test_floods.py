"""Five thousand hostile connections of each sort, at processes as people run them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.lexicon import Lexicon
from tests.helpers.browser import web_server
from tests.helpers.front import PUBLIC
from tests.helpers.hostile import (
    FORGED,
    MANY,
    ONE,
    SORTS,
    Attack,
    chat_page,
    chat_places,
    guest_places,
    playing,
)

pytestmark = pytest.mark.slow

Lexicons = Callable[[str], Lexicon]


@pytest.mark.parametrize("source", [ONE, MANY])
async def test_no_page_of_a_chat_closes(
    source: str,
    tmp_path: Path,
    data_dir: Path,
    lexicon: Lexicons,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SEIZE_TRUSTED_PROXIES", "127.0.0.1")
    async with chat_page(tmp_path, data_dir) as (port, addresses, bot):
        async with playing(await chat_places(port, addresses), lexicon("en")) as players:
            for sort in [*SORTS][:-1]:
                await Attack(sort, source, port, origin=PUBLIC).apart()
                assert not any(each.closed for each in players), sort
        assert [line for line in bot.logs if line["level"] == "error"] == []


@pytest.mark.parametrize("source", [ONE, MANY, FORGED])
async def test_no_page_of_guests_closes(
    source: str,
    tmp_path: Path,
    data_dir: Path,
    lexicon: Lexicons,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SEIZE_TRUSTED_PROXIES", "127.0.0.1")
    async with web_server(tmp_path, data_dir) as server:
        places = await guest_places(server.url.rstrip("/"))
        async with playing(places, lexicon("en")) as players:
            for sort in SORTS if source == ONE else [*SORTS][-1:]:
                await Attack(sort, source, server.port).apart()
                assert not any(each.closed for each in players), sort
