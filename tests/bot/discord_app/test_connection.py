"""Refused tokens and intents, servers that fail, and how Seize ends."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest

from bot.chat.commands import COMMANDS
from bot.discord_app.app import DiscordApp
from bot.discord_app.client import SPARE, set_addresses, spare
from bot.discord_app.errors import GatewayRefused, TokenRefused
from bot.messages import Audience, Button, Mark, Reply, Said
from core.ids import Shard
from tests.bot.discord_app.conftest import Play, Stage


async def test_a_refused_token_is_named(stage: Stage) -> None:
    app = DiscordApp(stage.options(token="wrong"), stage.metrics)  # noqa: S106
    with pytest.raises(TokenRefused, match="SEIZE_DISCORD_TOKEN"):
        await app.run(stage.dispatcher)
    assert app.state == "closed"
    assert "wrong" not in repr(stage.options(token="wrong"))  # noqa: S106
    stage.sim.violations.clear()


async def test_a_token_refused_later_is_named_too(stage: Stage) -> None:
    stage.sim.refuse_identify(4004)
    with pytest.raises(TokenRefused):
        await DiscordApp(stage.options(), stage.metrics).run(stage.dispatcher)


async def test_other_refusals_of_the_gateway_end_it(stage: Stage) -> None:
    stage.sim.refuse_identify(4013)
    with pytest.raises(GatewayRefused, match="4013"):
        await DiscordApp(stage.options(), stage.metrics).run(stage.dispatcher)


async def test_without_the_intent_seize_plays_on(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.sim.message_content = False
    async with stage.running() as app:
        assert not app.hears(stage.room)
        await stage.ana.says(stage.channel, f"<@{stage.sim.me.id}> plie")
        await stage.dispatcher.until(lambda: stage.dispatcher.texts)
    [warning] = [record for record in told(caplog) if "not granted" in record.msg]
    assert "Message Content Intent" in vars(warning)["fix"]
    stage.sim.violations.clear()


async def test_intents_refused_altogether_end_it(stage: Stage) -> None:
    stage.sim.refuse_identify(4014, times=2)
    with pytest.raises(GatewayRefused, match="4014"):
        await DiscordApp(stage.options(), stage.metrics).run(stage.dispatcher)


async def test_who_asks_while_a_shard_changes_hands_is_answered_once(stage: Stage) -> None:
    async with shard_of(stage) as old, shard_of(stage) as new:
        await stage.sim.until(lambda: stage.sim.commands)
        old.listen()
        stage.dispatcher.reply = Reply(
            title="Board",
            buttons=((Button("Words", "words:12:2"), Button("Type", "type:12")),),
            audience=Audience.ROOM,
        )
        board = await (await stage.ana.slash(stage.channel, "help")).response()
        opened = await (await stage.ana.clicks(board, "Type")).form()
        await old.finish()

        stage.dispatcher.said = [Said("PLIE: 12 points", Mark.ACCEPTED)]
        left = [
            await stage.ana.slash(stage.channel, "stats"),
            await stage.ana.clicks(board, "Words"),
            await stage.ana.submits(opened, {"words": "plie"}),
        ]
        await new.post(stage.room, Reply(title="This takes its time"))
        assert [each.name for each in stage.dispatcher.requests] == ["help"]
        new.listen()
        for asked in left:
            assert (await asked.response()).embeds
        names = [each.name for each in stage.dispatcher.requests]
        assert sorted(names) == ["help", "stats", "words"]
        assert len(stage.dispatcher.texts) == 1


@asynccontextmanager
async def shard_of(stage: Stage) -> AsyncIterator[DiscordApp]:
    """Connect as the only shard, beside others."""

    async def turn(_what: str, _seconds: float) -> None:
        pass

    set_addresses(stage.options())
    app = DiscordApp(stage.options(), stage.metrics, shard=Shard("discord"), turn=turn)
    connecting = asyncio.create_task(app.connect(stage.dispatcher))
    try:
        await app.begun.wait()
        yield app
    finally:
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)


async def test_a_server_that_is_away_is_waited_for(stage: Stage) -> None:
    stage.sim.cut_next("GET", "/users/@me$", times=2)
    stage.sim.cut_next("GET", "/gateway/bot$", times=2)
    async with stage.running() as app:
        assert app.ready


@pytest.mark.parametrize(("shards", "enough"), [(1, 0), (2, 1), (3, 1), (4, 2)])
async def test_it_is_ready_while_half_of_its_connections_are_there(
    stage: Stage, shards: int, enough: int
) -> None:
    async with stage.running() as app:
        client = app._client
        client.shard_count = shards
        for away in range(shards):
            assert app.ready is (away <= enough)
            await client.on_shard_disconnect(away)
        assert not app.ready
        for back in range(shards):
            await client.on_shard_resumed(back)
        assert app.ready
        client.shard_count = 1


async def test_commands_are_registered_once(stage: Stage) -> None:
    async with stage.running():
        await stage.sim.commands_synced()
    async with stage.running() as app:
        await stage.sim.until(lambda: len(reads(stage)) == 2)
        assert app.ready
    assert stage.sim.command_writes == 1
    stage.sim.commands[0]["description"] = "another"
    stage.sim.command_writes = 0
    async with stage.running():
        await stage.sim.commands_synced()


async def test_the_entry_point_that_discord_added_is_kept(stage: Stage) -> None:
    entry = {"id": "77", "application_id": "1", "version": "9", "type": 4, "handler": 2}
    entry |= {"name": "launch", "description": "", "contexts": [0, 1, 2]}
    stage.sim.commands = [entry]
    async with stage.running():
        await stage.sim.commands_synced()
    kept = [each for each in stage.sim.commands if each["type"] == 4]
    assert [(each["id"], each["name"], each["handler"]) for each in kept] == [("77", "launch", 2)]
    assert len(stage.sim.commands) == len(COMMANDS) + 1
    async with stage.running():
        await stage.sim.until(lambda: len(reads(stage)) == 2)
    assert stage.sim.command_writes == 1  # it is no difference


async def test_commands_that_cannot_be_registered_stop_nothing(stage: Stage) -> None:
    stage.sim.cut_next("GET", "/commands$", times=99)
    app = DiscordApp(stage.options(), stage.metrics)
    serving = asyncio.create_task(app.run(stage.dispatcher))
    await stage.metrics.until(lambda: stage.metrics.counts["commands"])
    assert app.ready
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def test_it_closes_soon_though_discord_says_nothing(stage: Stage) -> None:
    app = DiscordApp(stage.options(), stage.metrics)
    assert app.state == "connecting"
    serving = asyncio.create_task(app.run(stage.dispatcher))
    await stage.sim.until(lambda: stage.dispatcher.runs)
    assert (app.state, app.ready) == ("ready", True)
    stage.sim.silence(30)
    loop = asyncio.get_running_loop()
    began = loop.time()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    assert loop.time() - began < 3
    assert (app.state, app.ready) == ("closed", False)


async def test_it_closes_before_it_has_begun(stage: Stage) -> None:
    app = DiscordApp(stage.options(), stage.metrics)
    serving = asyncio.create_task(app.run(stage.dispatcher))
    await asyncio.sleep(0)
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert app.state == "closed"


async def test_a_game_that_fails_is_not_hidden(stage: Stage) -> None:
    async def fail() -> None:
        raise RuntimeError("broken")

    stage.dispatcher.run = fail  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="broken"):
        await DiscordApp(stage.options(), stage.metrics).run(stage.dispatcher)


async def test_a_client_that_ends_is_replaced(play: Play) -> None:
    await play.app._client.close()
    await play.sim.until(lambda: play.app.ready and play.sim.gateway.identifies == 2)
    await play.ana.says(play.channel, "plie")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    assert play.dispatcher.runs == 1


@pytest.mark.slow  # discord.py waits five seconds before it identifies a second shard
async def test_where_discord_wants_more_shards_it_connects_with_more(play: Play) -> None:
    play.sim.shards = play.sim.least_shards = 2
    play.sim.drop_gateway(4011)
    await play.sim.until(lambda: play.sim.gateway.identifies == 3)
    await play.sim.until(lambda: play.app.ready)
    await play.ana.says(play.channel, "plie")
    await play.dispatcher.until(lambda: play.dispatcher.texts)
    assert play.dispatcher.runs == 1


async def test_the_last_identifications_of_a_day_are_spread_over_what_is_left_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", wait)
    day = 24 * 3600
    for left in range(1000, -1, -1):
        limits = discord.SessionStartLimits(
            total=1000,
            remaining=left,
            reset_after=round(1000 * (day - sum(waited))),
            max_concurrency=1,
        )
        await spare(limits)
    assert len(waited) == SPARE
    assert sum(waited) == pytest.approx(day)


async def test_nothing_that_people_write_is_logged(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: object) -> list[object]:
        raise ValueError("boom")

    play.dispatcher.typed = fail  # type: ignore[assignment, method-assign]
    await play.ana.says(play.channel, "secretword")
    logging.getLogger("discord.http").warning("We are being rate limited. %s", "url")
    logging.getLogger("discord.gateway").error("closed %s", "secretword")
    play.sim.fail_next("POST", "/callback$", status=400)
    await play.ana.slash(play.channel, "play")
    await play.sim.until(lambda: play.channel.messages[1:])
    assert play.metrics.counts["limited"] == 1
    lines = [str(vars(record)) for record in told(caplog)]
    assert any("library reported" in line for line in lines)
    assert any("not handled" in line for line in lines)
    assert not any("secretword" in line or play.sim.token in line for line in lines)


def told(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """Return the adapter's log."""
    unique = {id(record): record for record in caplog.records}
    return [record for record in unique.values() if record.name.startswith("bot.")]


def reads(stage: Stage) -> list[object]:
    """Return the times that the commands were asked for."""
    found = [sent for sent in stage.sim.requests if sent.path.endswith("/commands")]
    return [sent for sent in found if sent.method == "GET"]
