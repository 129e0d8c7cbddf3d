"""A first start, on an empty cache: people are answered while everything is still being made."""

from pathlib import Path

import pytest

from tests.helpers.platforms import shown_on_discord
from tests.helpers.serving import serving
from tests.simulators.discord import DiscordSimulator

pytestmark = pytest.mark.slow


async def test_people_are_answered_before_anything_is_ready(tmp_path: Path) -> None:
    async with DiscordSimulator() as sim, serving(tmp_path, tmp_path, sim) as bot:
        guild = sim.add_guild("Words", locale="en-GB")
        channel = guild.add_channel("play")
        ana, ben = (sim.add_user(name, guild, locale="en-GB") for name in ("Ana", "Ben"))
        await sim.ready()
        await sim.commands_synced()
        played = await ana.slash(channel, "play", language="fr")
        solved = await ben.slash(channel, "solve", letters="TEARSOUND", language="en")
        for each in (played, solved):
            assert "comes by itself" in shown_on_discord(await each.response()).text
        helped = await ben.slash(channel, "help")
        assert "/play" in shown_on_discord(await helped.response()).text
        assert '"preparing"' in (await bot.get("/healthz"))[1]
        assert not [line for line in bot.logs if line["event"] == "prepared"]

        await sim.until(lambda: any("Ruzzle" in str(each.embeds) for each in played.messages))
        await sim.until(lambda: any("Longest" in str(each.embeds) for each in solved.messages))
        for each in (played, solved):
            assert not any("by itself" in str(message.embeds) for message in each.messages)
        await bot.ready()
        assert {line["level"] for line in bot.logs if line["event"] != "library reported"} == {
            "info"
        }
        assert sim.violations == []
