"""As much as people type in a group, within what Telegram lets a bot say there."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.chat.boards import Boards
from bot.chat.feed import Feed
from bot.messages import Audience, Button, Mark, Reply, Said, Send, Typed
from core.ids import ChatRef, Room
from core.ports import Clock
from core.services.sleeper import Wait
from tests.bot.telegram_app.drawn import image
from tests.bot.telegram_app.fakes import FakeDispatcher, says
from tests.bot.telegram_app.stage import Stage, last, stage
from tests.bot.telegram_app.times import SteppedTime
from tests.helpers.marks import marking
from tests.helpers.patience import PATIENCE
from tests.simulators.telegram import SimChat, SimGroup, SimMessage
from tests.simulators.telegram.server import Request

KEYS = ((Button("Why?", "why"),),)
SPEAKING = {"sendMessage", "sendPhoto", "editMessageText", "editMessageCaption"}


def busiest(calls: list[Request]) -> int:
    """Return the most calls within any minute."""
    times = [each.time for each in calls]
    return max((sum(time <= each < time + 60 for each in times) for time in times), default=0)


def shown(group: SimGroup) -> list[SimMessage]:
    """Return the boards, the one that is kept up to date last."""
    return [each for each in group.bot_messages if each.photo]


def spoken(scene: Stage, group: SimGroup) -> list[Request]:
    named = (each for each in scene.sim.requests if each.method in SPEAKING)
    return [each for each in named if each.chat == str(group.id)]


async def settle(scene: Stage) -> None:
    """Let what is under way come to rest: a few trips to the server and back."""
    answered = -1
    while answered != len(scene.sim.requests) or not all(
        each.status or each.method == "getUpdates" for each in scene.sim.requests
    ):
        answered = len(scene.sim.requests)
        for _ in range(30):
            await asyncio.sleep(0)


class Playing(FakeDispatcher):
    """Keeps a live board that shows how many words came."""

    is_on = True

    boards: Boards | None = None
    room: Room | None = None

    def start(self, room: Room, message_id: str, clock: Clock, wait: Wait) -> Boards:
        assert self.outbox
        self.room, self.boards = room, Boards(self.outbox, Feed(), clock, wait)
        self.boards.show(room, message_id, self)
        return self.boards

    def now(self) -> Reply:
        return says(f"{len(self.texts)} words", buttons=KEYS)

    async def post(self) -> str:
        assert self.outbox
        assert self.room
        return await self.outbox.post(self.room, replace(self.now(), image=image()))

    async def last(self) -> Reply:
        return says("Over")

    async def below(self) -> Reply:
        return says("Below")

    async def typed(
        self, typed: Typed, send: Send | None = None, go: Callable[[], None] = lambda: None
    ) -> list[Said]:
        said = await super().typed(typed, send, go)
        if self.boards and self.room:
            self.boards.heard(self.room)
            self.boards.touch(self.room)
        return said


async def test_two_hundred_words_a_minute_never_meet_a_limit() -> None:
    time, dispatcher = SteppedTime(), Playing()

    async def wait(event: asyncio.Event, seconds: float | None) -> None:
        waits: list[asyncio.Task[Any]] = [asyncio.create_task(event.wait())]
        if seconds is not None:
            waits.append(asyncio.create_task(time.sleep(seconds)))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

    async with stage(privacy=False, time=time, dispatcher=dispatcher) as scene:
        group = scene.sim.add_group("Words")
        people = [scene.sim.add_user(f"P{number}") for number in range(8)]
        for each in people:
            group.join(each)
        room = Room(ChatRef("telegram", str(group.id)))
        first = await scene.app.post(room, says("Go", image=image()))
        boards = dispatcher.start(room, first, time.now, wait)
        for number in range(400):
            await people[number % 8].says(group, f"word{number}")
            await scene.heard(f"word{number}")
            if number % 60 == 30:
                await people[0].says(group, "/rules")
            time.step(0.3)
            await settle(scene)
        began = time.now()
        boards.close(room)
        card = asyncio.create_task(scene.app.post(room, says("Card")))
        while not (shown(group)[-1].text == "Over" and card.done()):
            time.step(0.5)
            await settle(scene)
        assert time.now() - began < 30
        await boards.stop()
        for _ in range(20):
            time.step(1.0)
            await settle(scene)
        assert len(dispatcher.texts) == 400
        assert (scene.sim.refused, scene.sim.impatient, scene.metrics.limited) == (0, [], 0)
        assert busiest(spoken(scene, group)) <= 20
        *left, board = shown(group)
        assert [each.text for each in left] == ["Below"] * 3
        assert sum(len(each.history) for each in (*left, board)) >= 20
        reactions = scene.sim.calls("setMessageReaction")
        assert busiest(reactions) <= 20
        assert len(reactions) + scene.metrics.dropped == 400


async def edit_on_and_on(scene: Stage, room: Room, message_id: str) -> None:
    for number in range(1000):
        await scene.app.edit(room, message_id, partial(says, str(number), buttons=KEYS))


async def test_boards_leave_room_for_answers() -> None:
    time = SteppedTime()
    async with stage(time=time) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        room = Room(ChatRef("telegram", str(group.id)))
        message_id = await scene.app.post(room, says("Go"))
        editing = asyncio.create_task(edit_on_and_on(scene, room, message_id))
        for _ in range(25):
            time.step(1.0)
            await settle(scene)
        # The boards have had their share of this minute.
        assert len(spoken(scene, group)) == 16
        await ada.says(group, "/rules")
        await scene.answered()
        await scene.app.post(room, says("Over"))
        assert len(spoken(scene, group)) == 18
        editing.cancel()
        await asyncio.gather(editing, return_exceptions=True)


async def test_a_last_state_waits_behind_no_board() -> None:
    time = SteppedTime()
    async with stage(time=time) as scene:
        group = scene.sim.add_group("Words")
        room = Room(ChatRef("telegram", str(group.id)))
        message_id = await scene.app.post(room, says("Go"))
        other = await scene.app.post(room, says("Another"))
        editing = asyncio.create_task(edit_on_and_on(scene, room, other))
        for _ in range(25):
            time.step(1.0)
            await settle(scene)
        assert len(spoken(scene, group)) == 16
        async with asyncio.timeout(PATIENCE):
            await scene.app.edit(room, message_id, lambda: says("Over"))
        assert group.bot_messages[0].text == "Over"
        editing.cancel()
        await asyncio.gather(editing, return_exceptions=True)


async def test_boards_leave_a_call_of_a_burst_to_answers() -> None:
    time = SteppedTime()
    async with stage(time=time) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        room = Room(ChatRef("telegram", str(group.id)))
        message_id = await scene.app.post(room, says("Go"))
        time.step(3.0)
        editing = asyncio.create_task(edit_on_and_on(scene, room, message_id))
        await settle(scene)
        assert len(spoken(scene, group)) == 3
        await ada.says(group, "/rules")
        await scene.answered()
        assert group.said("rules")
        editing.cancel()
        await asyncio.gather(editing, return_exceptions=True)


async def test_many_commands_keep_no_news_waiting(caplog: pytest.LogCaptureFixture) -> None:
    time = SteppedTime()
    async with stage(time=time) as scene:
        group = scene.sim.add_group("Words")
        people = [scene.sim.add_user(f"P{number}") for number in range(10)]
        for each in people:
            group.join(each)
        for number in range(40):
            await people[number % 10].says(group, "/rules")
            await scene.asked("rules", number + 1)
            time.step(1.0)
            await settle(scene)
        assert len(spoken(scene, group)) == 18
        # Five wait, and more would come when nobody needs them any more.
        assert len(scene.dispatcher.sent) - scene.dispatcher.sent.count("") == 18
        assert scene.metrics.failed == ["answer"] * 17
        assert {each.message for each in caplog.records if each.levelname == "WARNING"} == {
            "not delivered"
        }
        await people[0].says(group, "/play")
        await scene.sim.until(lambda: group.said("play"))
        await scene.app.post(Room(ChatRef("telegram", str(group.id))), says("Over"))
        assert last(group).text == "Over"
        for _ in range(120):
            time.step(1.0)
            await settle(scene)
        assert len(scene.dispatcher.sent) == 41
        assert len(spoken(scene, group)) == 18 + 2 + 5
        assert busiest(spoken(scene, group)) <= 20
        assert scene.sim.refused == 0


@pytest.mark.parametrize("alone", [False, True])
async def test_a_refusal_is_no_news(alone: bool) -> None:
    time = SteppedTime()
    async with stage(time=time) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        chat: SimChat = group
        if alone:
            await ada.starts()
            await scene.answered()
            time.step(10.0)
            chat = ada.private
        scene.dispatcher.replies["play"] = says("One is on", audience=Audience.ASKER)
        for number in range(9):
            await ada.says(chat, "/play")
            await scene.asked("play", number + 1)
            await settle(scene)
        assert len(chat.bot_messages) == 3 + alone
        assert scene.metrics.failed == ["answer"] * 4


async def test_one_player_keeps_no_other_waiting() -> None:
    time = SteppedTime()
    async with stage(time=time) as scene:
        group = scene.sim.add_group("Words")
        ada, bob = scene.sim.add_user("Ada"), scene.sim.add_user("Bob")
        group.join(ada)
        group.join(bob)
        scene.dispatcher.replies["rules"] = says("R", image=image())
        for number in range(9):
            await ada.says(group, "/rules")
            await scene.asked("rules", number + 1)
            await settle(scene)
        assert scene.metrics.failed == ["answer"] * 4
        await bob.says(group, "/help")
        await scene.asked("help")
        for _ in range(6):
            time.step(1.0)
            await settle(scene)
        assert sorted(each.text for each in group.bot_messages) == ["R"] * 5 + ["help"]


async def test_a_group_at_its_limit_keeps_no_other_waiting() -> None:
    time = SteppedTime()
    async with stage(time=time) as scene:
        group, other = scene.sim.add_group("Words"), scene.sim.add_group("Others")
        ada = scene.sim.add_user("Ada")
        group.join(ada)
        other.join(ada)
        scene.dispatcher.replies["rules"] = says("R", audience=Audience.ASKER)
        for _ in range(30):
            await ada.says(group, "/rules")
        await ada.says(other, "/help")
        await scene.asked("help")
        await settle(scene)
        assert other.said("help")
        # Presses need no turn: who presses is answered at once.
        await scene.app.post(Room(ChatRef("telegram", str(other.id))), says("B", buttons=KEYS))
        scene.dispatcher.replies["why"] = says("Because", audience=Audience.ASKER)
        assert (await (await ada.clicks(last(other), "Why?")).answered()).text == "Because"


async def test_what_waits_for_a_limit_holds_up_no_words() -> None:
    time = SteppedTime()
    async with stage(time=time, privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        for _ in range(30):
            await ada.says(group, "/rules")
        await ada.says(group, "word")
        await scene.heard("word")
        assert len(group.bot_messages) <= 3


async def test_marks_of_words_long_gone_by_are_left_out() -> None:
    time = SteppedTime()
    async with stage(time=time, privacy=False) as scene:
        group, ada = scene.sim.add_group("Words"), scene.sim.add_user("Ada")
        group.join(ada)
        room = Room(ChatRef("telegram", str(group.id)))
        scene.dispatcher.mark = None
        messages = [await ada.says(group, "talk") for _ in range(40)]
        await scene.sim.until(lambda: len(scene.dispatcher.texts) == 40)
        for each in messages:
            scene.app.react(room, str(each.message_id), marking(Mark.REFUSED))
        for _ in range(20):
            time.step(1.0)
            await settle(scene)
        marked = [bool(each.reactions) for each in messages]
        assert marked[0]
        assert marked[-1]
        assert 0 < sum(marked) == 40 - scene.metrics.dropped < 20
