"""Twenty thousand hostile messages, commands and button ids: no error, no ping, no leak.

`python -m benchmarks.storms` does a million.
"""

from collections.abc import Callable

import pytest

from core.lexicon import Lexicon
from tests.bot.server.scenes import discord_scene, telegram_scene
from tests.bot.server.storms import discord_storm, telegram_storm

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:unread_data")]
COUNT = 10_000  # on each platform


def test_discord(lexicon: Callable[[str], Lexicon]) -> None:
    with discord_scene(lexicon) as scene:
        assert scene.loop.run(discord_storm(scene, COUNT, seed=1)) >= COUNT


def test_telegram(lexicon: Callable[[str], Lexicon]) -> None:
    with telegram_scene(lexicon) as scene:
        assert scene.loop.run(telegram_storm(scene, COUNT, seed=1)) >= COUNT
