"""Marks wait for their turn; who is told otherwise needs none."""

import asyncio

from bot.discord_app.reactions import Reactions
from bot.messages import Mark
from core.ids import ChatRef, Room
from tests.bot.discord_app.fakes import FakeMetrics
from tests.helpers.marks import marking

ROOMS = [Room(ChatRef("discord", "1"), topic) for topic in ("2", "3")]


class Signs:
    """Takes signs when it is let, or fails."""

    def __init__(self) -> None:
        self.metrics = FakeMetrics()
        self.set: list[tuple[Room, int, str]] = []
        self.go = asyncio.Event()
        self.error: Exception | None = None
        self.reactions = Reactions(self.add, self.metrics, apart=0)

    async def add(self, room: Room, message_id: int, sign: str) -> None:
        await self.go.wait()
        if self.error:
            raise self.error
        self.set.append((room, message_id, sign))

    async def done(self) -> None:
        while self.reactions._workers:
            await asyncio.wait(self.reactions._workers)


async def test_whose_verdict_is_told_otherwise_needs_no_mark() -> None:
    signs = Signs()
    marks = [marking(Mark.REFUSED) for _ in range(100)]
    for number, each in enumerate(marks):
        signs.reactions.mark(ROOMS[0], str(number), each)
    assert [each.late for each in marks[:6]] == [False] * 4 + [True] * 2
    for each in marks[:80]:
        each.told = True
    signs.go.set()
    await signs.done()
    assert [number for _, number, _ in signs.set] == list(range(80, 100))
    assert all(each.told for each in marks)
    assert signs.metrics.counts["dropped"] == 80


async def test_channels_do_not_wait_for_each_other() -> None:
    signs = Signs()
    for room in ROOMS:
        signs.reactions.mark(room, "1", marking(Mark.ACCEPTED))
        signs.reactions.mark(room, "2", marking(Mark.REPEATED))
    signs.go.set()
    await signs.done()
    assert sorted(str(room.topic) for room, _, _ in signs.set[:2]) == ["2", "3"]
    assert [sign for room, _, sign in signs.set if room == ROOMS[0]] == ["✅", "🔁"]


async def test_failures_are_counted_and_end_nothing() -> None:
    signs = Signs()
    signs.go.set()
    for error in (ConnectionResetError(), RuntimeError("any")):
        signs.error = error
        lost = marking(Mark.FAILED)
        signs.reactions.mark(ROOMS[0], "1", lost)
        await signs.done()
        assert lost.late
        assert not lost.told
    signs.error = None
    signs.reactions.mark(ROOMS[0], "2", marking(Mark.FAILED))
    await signs.done()
    assert len(signs.set) == 1
    assert signs.metrics.counts["dropped"] == 2


async def test_marks_are_set_apart() -> None:
    signs = Signs()
    signs.reactions = Reactions(signs.add, signs.metrics, apart=0.02)
    signs.go.set()
    loop = asyncio.get_running_loop()
    began = loop.time()
    for room in ROOMS:
        for number in range(3):
            signs.reactions.mark(room, str(number), marking(Mark.ACCEPTED))
    await signs.done()
    assert loop.time() - began >= 0.09


async def test_closing_leaves_out_what_waits() -> None:
    signs = Signs()
    signs.reactions.mark(ROOMS[0], "1", marking(Mark.ACCEPTED))
    await signs.reactions.close()
    assert not signs.reactions._workers
    assert signs.set == []
