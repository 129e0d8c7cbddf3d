"""The order of the words, and all that they do not wait for."""

import asyncio
from typing import Any

import pytest

from bot.messages import Button
from bot.telegram_app.memberships import Memberships
from bot.telegram_app.queues import EACH
from core.ids import ChatRef, Room
from tests.bot.telegram_app.fakes import FakeDispatcher, says
from tests.bot.telegram_app.stage import Stage, last, stage
from tests.simulators.telegram import SimGroup, SimUser


def playing(scene: Stage) -> tuple[SimGroup, SimUser, SimUser]:
    group = scene.sim.add_group("Words")
    ada, bob = scene.sim.add_user("Ada"), scene.sim.add_user("Bob")
    group.join(ada)
    group.join(bob)
    return group, ada, bob


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return the settings for Telegram to say who anybody is."""
    said = asyncio.Event()
    ask = Memberships._ask

    async def wait(memberships: Memberships, *asked: Any) -> bool | None:
        await said.wait()
        return await ask(memberships, *asked)

    monkeypatch.setattr(Memberships, "_ask", wait)
    return said


@pytest.mark.parametrize("slow", ["solve", "check", "w", "rules"])
async def test_words_wait_for_no_command(slow: str) -> None:
    async with stage(privacy=False) as scene:
        group, ada, bob = playing(scene)
        scene.dispatcher.busy[slow] = asyncio.Event()
        await ada.says(group, f"/{slow}")
        await ada.says(group, "one")
        await bob.says(group, "two")
        await scene.heard("two")
        assert f"done {slow}" not in scene.dispatcher.log
        assert [each.text for each in scene.dispatcher.texts] == ["one", "two"]


async def test_words_wait_for_no_button() -> None:
    async with stage(privacy=False) as scene:
        group, ada, bob = playing(scene)
        board = says("Board", buttons=((Button("Missed", "missed:1"),),))
        await scene.app.post(Room(ChatRef("telegram", str(group.id))), board)
        scene.dispatcher.busy["missed"] = asyncio.Event()
        await ada.clicks(last(group), "Missed")
        await bob.says(group, "word")
        await scene.asked("missed")
        await scene.heard("word")
        assert sorted(scene.dispatcher.log[-2:]) == ["begun missed", "typed word"]


async def test_words_wait_for_nobody_to_be_known(silence: asyncio.Event) -> None:
    async with stage(privacy=False) as scene:
        group, ada, bob = playing(scene)
        group.join(ada, admin=True)
        await ada.says(group, "/settings seconds 60")
        await ada.says(group, "/stop")
        await bob.says(group, "/play")
        await bob.says(group, "word")
        await scene.heard("word")
        assert not scene.dispatcher.requests
        silence.set()
        await scene.asked("play")
        rounds = [each for each in scene.dispatcher.requests if each.name != "settings"]
        assert [each.name for each in rounds] == ["stop", "play"]
        assert rounds[0].member.admin
        assert (await scene.asked("settings")).member.admin


async def test_only_what_needs_an_admin_asks_who_is_one() -> None:
    async with stage(privacy=False) as scene:
        group, ada, _ = playing(scene)
        for name in ("play", "rules", "language", "suggest", "stats"):
            await ada.says(group, f"/{name}")
            await scene.asked(name)
        assert not scene.sim.calls("getChatMember")
        for name in ("settings", "stop"):
            await ada.says(group, f"/{name}")
            await scene.asked(name)
        assert len(scene.sim.calls("getChatMember")) == 1


@pytest.mark.parametrize("data", ["accept:1", "reject:1", "halt"])
async def test_buttons_for_admins_ask_who_is_one(data: str) -> None:
    async with stage() as scene:
        group, ada, _ = playing(scene)
        group.join(ada, admin=True)
        board = says("Request", buttons=((Button("This", data),),))
        await scene.app.post(Room(ChatRef("telegram", str(group.id))), board)
        await ada.clicks(last(group), "This")
        assert (await scene.asked(data.partition(":")[0])).member.admin


async def test_a_stop_comes_after_the_words_before_it() -> None:
    async with stage(privacy=False) as scene:
        group, ada, bob = playing(scene)
        busy = scene.dispatcher.busy["slow"] = asyncio.Event()
        await bob.says(group, "slow")
        await bob.says(group, "quick")
        await ada.says(group, "/stop")
        await scene.sim.until(lambda: scene.app._queues.waiting == 2)
        busy.set()
        await scene.asked("stop")
        order = [each for each in scene.dispatcher.log if "up" not in each and "done" not in each]
        assert order == ["typed slow", "typed quick", "begun stop"]


async def test_words_behind_a_start_wait_for_it() -> None:
    async with stage(privacy=False) as scene:
        group, ada, bob = playing(scene)
        busy = scene.dispatcher.busy["play"] = asyncio.Event()
        await ada.says(group, "/play")
        await bob.says(group, "word")
        await scene.asked("play")
        assert not scene.dispatcher.texts
        busy.set()
        await scene.heard("word")


async def test_a_round_in_one_topic_keeps_no_other_waiting() -> None:
    async with stage(privacy=False) as scene:
        forum, ada = scene.sim.add_group("Words", forum=True), scene.sim.add_user("Ada")
        forum.join(ada)
        one, other = forum.add_topic("One"), forum.add_topic("Other")
        scene.dispatcher.busy["play"] = asyncio.Event()
        await ada.says(forum, "/play", topic=one)
        await scene.asked("play")
        await ada.says(forum, "word", topic=other)
        await scene.heard("word")


async def test_words_in_private_come_after_the_link_to_their_round() -> None:
    async with stage() as scene:
        ada = scene.sim.add_user("Ada")
        busy = scene.dispatcher.busy["type"] = asyncio.Event()
        await ada.starts("type-12-1a2b3c4d5e")
        await ada.says(ada.private, "word")
        await scene.asked("type")
        assert not scene.dispatcher.texts
        busy.set()
        await scene.heard("word")


async def test_too_much_of_one_player_is_refused_and_told_once() -> None:
    async with stage(dispatcher=FakeDispatcher()) as scene:
        group, ada, bob = playing(scene)
        board = says("Board", buttons=((Button("Why?", "why:1"),),))
        await scene.app.post(Room(ChatRef("telegram", str(group.id))), board)
        busy = scene.dispatcher.busy["solve"] = scene.dispatcher.busy["why"] = asyncio.Event()
        for _ in range(3 * EACH):
            await ada.says(group, "/solve")
        await scene.asked("solve")
        await scene.sim.until(lambda: group.said("a lot at once"))
        query = await ada.clicks(group.bot_messages[0], "Why?")
        assert "a lot at once" in (await query.answered()).text
        await bob.says(group, "/rules")
        await scene.asked("rules")
        busy.set()
        await scene.asked("solve", EACH)
        await ada.says(group, "/stats")
        await scene.asked("stats")
        assert len([each for each in scene.dispatcher.requests if each.name == "solve"]) == EACH
        assert not [each for each in scene.dispatcher.requests if each.name == "why"]
        assert len([each for each in group.bot_messages if "a lot at once" in each.text]) == 1


async def test_who_is_alone_runs_the_chat() -> None:
    async with stage() as scene:
        ada = scene.sim.add_user("Ada")
        await ada.starts()
        await scene.asked("help")
        for name in ("settings", "stop"):
            await ada.says(ada.private, f"/{name}")
            assert (await scene.asked(name)).member.admin
        scene.dispatcher.replies["rules"] = says("R", buttons=((Button("No", "reject:1"),),))
        await ada.says(ada.private, "/rules")
        await scene.sim.until(lambda: ada.private.said("R"))
        await ada.clicks(last(ada.private), "No")
        assert (await scene.asked("reject")).member.admin
        assert not scene.sim.calls("getChatMember")
