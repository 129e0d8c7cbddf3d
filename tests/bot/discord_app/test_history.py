"""Messages sent while Seize was away are handed on, oldest first, with their own times."""

import time

import pytest

from core.ids import ChatRef, Room
from tests.bot.discord_app.conftest import Stage


async def test_words_of_the_time_away_count(stage: Stage) -> None:
    now = time.time()
    await stage.ana.says(stage.channel, "before", at=now - 100)
    board = await stage.ana.says(stage.channel, "old", at=now - 91)
    stage.dispatcher.running = [(stage.room, now - 90)]
    for number in range(130):
        await stage.ana.says(stage.channel, f"word{number}", at=now - 90 + number / 2)
    async with stage.running() as app:
        await stage.dispatcher.until(lambda: len(stage.dispatcher.texts) == 130)
        assert [typed.text for typed in stage.dispatcher.texts] == [f"word{n}" for n in range(130)]
        assert abs(stage.dispatcher.texts[7].at - (now - 90 + 3.5)) < 0.002
        assert stage.dispatcher.texts[0].member.ref.id == str(stage.ana.id)
        assert board.id < int(stage.dispatcher.texts[0].id)
        await app.catch_up()
        assert len({typed.id for typed in stage.dispatcher.texts}) == 130


async def test_rooms_that_cannot_be_read_are_left_out(stage: Stage) -> None:
    now = time.time()
    closed, other = stage.guild.add_channel("closed"), stage.guild.add_channel("other")
    closed.deny("READ_MESSAGE_HISTORY")
    await stage.ana.says(closed, "closed", at=now - 5)
    await stage.ana.says(other, "other", at=now - 5)
    await stage.ana.says(stage.ana.dm, "alone", at=now - 5)
    chat = stage.room.chat
    rooms = [stage.room_of(closed), Room(chat, "5"), Room(ChatRef("discord", "7"), "8")]
    rooms += [stage.room_of(other), Room(ChatRef("discord", f"@{stage.ana.id}"))]
    stage.dispatcher.running = [(room, now - 10) for room in rooms]
    async with stage.running():
        await stage.dispatcher.until(lambda: len(stage.dispatcher.texts) == 2)
    assert sorted(typed.text for typed in stage.dispatcher.texts) == ["alone", "other"]


async def test_a_cut_connection_is_no_end(stage: Stage) -> None:
    now = time.time()
    await stage.ana.says(stage.channel, "plie", at=now - 5)
    stage.dispatcher.running = [(stage.room, now - 10)]
    stage.sim.cut_next("GET", "/messages$", times=2)
    async with stage.running():
        await stage.dispatcher.until(lambda: stage.dispatcher.texts)


async def test_a_server_that_fails_is_given_up(stage: Stage) -> None:
    stage.dispatcher.running = [(stage.room, time.time() - 10)]
    stage.sim.cut_next("GET", "/messages$", times=99)
    async with stage.running() as app:
        await app.catch_up()
    assert stage.dispatcher.texts == []


@pytest.mark.slow  # discord.py waits five seconds before it identifies again
async def test_a_connection_begun_anew_is_caught_up(stage: Stage) -> None:
    async with stage.running() as app:
        stage.dispatcher.running = [(stage.room, time.time() - 10)]
        stage.sim.forget_sessions()
        stage.sim.drop_gateway()
        await stage.sim.until(lambda: not app.ready)
        written = await stage.ana.says(stage.channel, "plie")
        await stage.dispatcher.until(lambda: stage.dispatcher.texts)
        assert app.ready
        assert stage.dispatcher.texts[0].id == str(written.id)
        assert stage.dispatcher.runs == 1


async def test_a_resumed_connection_needs_nothing(stage: Stage) -> None:
    async with stage.running() as app:
        stage.sim.drop_gateway(4000)
        await stage.sim.until(lambda: not app.ready)
        await stage.ana.says(stage.channel, "plie")
        await stage.dispatcher.until(lambda: stage.dispatcher.texts)
        await stage.ana.says(stage.channel, "plis")
        await stage.dispatcher.until(lambda: len(stage.dispatcher.texts) == 2)
        assert app.ready
        assert stage.sim.gateway.resumes == 1
        assert not any(sent.path.endswith("/messages") for sent in stage.sim.requests)
