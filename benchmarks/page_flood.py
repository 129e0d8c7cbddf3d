"""A flooded page, as the players on it feel it: part of `python -m benchmarks.flood`."""

import os
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bot.app import App
from bot.settings import Settings
from core.lexicon import Lexicon
from tests.helpers.browser import web_server
from tests.helpers.front import PUBLIC
from tests.helpers.hostile import (
    SORTS,
    SOURCES,
    Attack,
    Place,
    chat_page,
    chat_places,
    guest_places,
    playing,
)


async def pages(count: int) -> None:
    """Flood the page of a chat, then that of guests; print how those fare who play there."""
    app = App(Settings.from_environment())
    app.prepare_solver()
    lexicon = app.lexicon("en")
    os.environ["SEIZE_CACHE_DIR"] = str(app.settings.cache_dir)
    os.environ["SEIZE_TRUSTED_PROXIES"] = "127.0.0.1"
    with TemporaryDirectory() as name:
        async with chat_page(Path(name), Path(name)) as (port, addresses, bot):
            places = await chat_places(port, addresses)
            await flood("chat", port, [*SORTS][:-1], count, places, lexicon, PUBLIC)
            print("chat, logged:", *(line["event"] for line in bot.complaints()))
    with TemporaryDirectory() as name:
        async with web_server(Path(name), Path(name)) as server:
            places = await guest_places(server.url.rstrip("/"))
            await flood("guests", server.port, [*SORTS], count, places, lexicon)


async def flood(
    where: str,
    port: int,
    sorts: Sequence[str],
    count: int,
    places: Sequence[Place],
    lexicon: Lexicon,
    origin: str = "",
) -> None:
    """Open hostile connections of each sort beside pages that play, and print how those fare."""
    for sort, source in product(sorts, SOURCES):
        async with playing(places, lexicon) as players:
            took = await Attack(sort, source, port, count, origin=origin).apart()
        waits = [wait for each in players for wait in each.waits]
        print(
            f"{where}, {count} {sort}, {source}, in {took:.1f} s: "
            f"{sum(each.closed for each in players)} of {len(players)} pages closed; "
            f"{len(waits)} words, {1000 * median(waits):.0f} ms median, "
            f"{1000 * max(waits):.0f} ms at most",
            flush=True,
        )
