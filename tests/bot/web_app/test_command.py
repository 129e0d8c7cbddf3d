"""`seize web` as a process, and what keeps it from serving."""

import re
import signal
from pathlib import Path

import aiohttp
import pytest

from bot.web_app.app import PortTaken, WebApp
from bot.web_app.options import CODE, LETTERS, WebOptions
from tests.bot.web_app.conftest import Site
from tests.helpers.browser import WebServer, web_server


@pytest.mark.slow
async def test_play_with_web_is_the_same_command(tmp_path: Path, data_dir: Path) -> None:
    server = WebServer(tmp_path, data_dir, "play", "--web")
    await server.begin()
    async with aiohttp.ClientSession() as browser, browser.get(server.url) as answer:
        assert answer.status == 200
        assert re.search(rf'"path": "/[{LETTERS}]{{{CODE}}}"', await answer.text())
    assert await server.end(signal.SIGINT) == 0


@pytest.mark.slow
async def test_a_second_one_on_the_same_database_is_refused_with_the_reason(
    tmp_path: Path, data_dir: Path
) -> None:
    async with web_server(tmp_path, data_dir):
        second = WebServer(tmp_path, data_dir)
        with pytest.raises(AssertionError, match=r"another Seize .* runs with this database"):
            await second.begin()
        assert await second.ended() == 2


async def test_a_port_that_is_taken_is_named(site: Site) -> None:
    options = WebOptions("127.0.0.1", site.port)
    app = WebApp(options, site.clock, site.steady, lambda _: None)
    with pytest.raises(PortTaken, match=f"port {site.port} of 127.0.0.1") as refused:
        await app.run(site.dispatcher)
    assert str(refused.value).endswith("--port says another")
