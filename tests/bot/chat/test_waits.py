"""Requests that wait until Seize is prepared: each is told its own wait, and once more if wrong."""

import asyncio
from dataclasses import replace

import pytest

from bot.chat import dispatcher
from bot.chat.commands import verb_of
from bot.chat.context import Command, Context, Verb
from bot.chat.dispatcher import Dispatcher
from bot.messages import Reply, Request
from bot.presenters.texts import plain
from core.errors import Unprepared
from core.ids import Member
from core.lexicon import Lexicon
from core.services.workers import Workers, lacking
from tests.helpers.chat import ROOM, OpenLexicon, Scene, ana, ben, settle


class Making:
    """Makes the lists once it is told to; it says that this takes so many seconds."""

    def __init__(self) -> None:
        self.made = asyncio.Event()
        self.seconds = 30.0

    async def wait(self, lacking: Unprepared) -> None:
        await self.made.wait()

    def left(self) -> float | None:
        return self.seconds if lacking() else None


class UnpreparedScene(Scene):
    """A chat whose lists are not there yet."""

    def __init__(self, lexicon: OpenLexicon) -> None:
        self.making = Making()

        def opened(name: str) -> Lexicon:
            if not self.making.made.is_set():
                raise Unprepared(name)
            return lexicon(name)

        super().__init__(lexicon=opened)
        workers = Workers(preparation=self.making)
        self.assembly = replace(self.assembly, workers=workers)
        self.services = self.assembly.services("test")
        self.dispatcher = Dispatcher(self.services, self.outbox, self.metrics, self.waits)

    async def asked(self, name: str, text: str = "", who: Member = ana) -> list[Reply]:
        """Use a command in English; return all that it was answered with."""

        async def send(reply: Reply) -> str:
            self.answers.append(reply)
            return ""

        request = Request(
            name=name,
            id=f"{name} {who.name}",
            room=ROOM,
            member=who,
            at=self.clock(),
            text=text,
            locale="en-GB",
        )
        await self.dispatcher.answer(request, send)
        return self.answers

    async def told(self, count: int) -> list[str]:
        """Wait until so much was answered; return all of it."""
        await self.waits.until(lambda: len(self.answers) >= count)
        return [reply.text for reply in self.answers]


@pytest.fixture
def scene(lexicon: OpenLexicon, monkeypatch: pytest.MonkeyPatch) -> UnpreparedScene:
    monkeypatch.setattr(dispatcher, "_SILENCE", 0.0)
    return UnpreparedScene(lexicon)


async def test_a_wait_is_told_and_once_more_when_it_was_wrong(scene: UnpreparedScene) -> None:
    asking = asyncio.create_task(scene.asked("check", "maison fr"))
    [first] = await scene.told(1)
    assert first.endswith("your answer comes by itself in about 30 s.")
    await settle()
    assert len(scene.answers) == 1
    scene.making.seconds = 60.0
    await scene.waits.pass_on()
    _, second = await scene.told(2)
    assert "takes longer than I said" in second
    assert second.endswith("in about 60 s.")
    await scene.waits.pass_on()
    await settle()
    scene.making.made.set()
    *_, answer = await asking
    assert len(scene.answers) == 3
    assert "maison" in answer.text


async def test_a_wait_as_long_as_it_was_said_is_told_once(scene: UnpreparedScene) -> None:
    asking = asyncio.create_task(scene.asked("check", "maison fr"))
    await scene.told(1)
    scene.making.made.set()
    assert len(await asking) == 2


async def test_a_command_that_needs_nothing_is_not_put_off_by_others_waits(
    scene: UnpreparedScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = asyncio.Event()

    async def slowly(_: Context) -> Reply:
        await slow.wait()
        return Reply(body=plain("here it is"))

    def verb(name: str) -> Command | Verb:
        row = verb_of(name)
        return replace(row, handler=slowly) if name == "rules" else row

    monkeypatch.setattr(dispatcher, "verb_of", verb)
    asking = asyncio.create_task(scene.asked("check", "maison fr"))
    await scene.told(1)
    other = asyncio.create_task(scene.asked("rules", who=ben))
    for _ in range(20):
        await settle()
    slow.set()
    await other
    assert [reply.text for reply in scene.answers[1:]] == ["here it is"]
    scene.making.made.set()
    await asking
