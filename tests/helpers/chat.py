"""A chat without a platform: what people ask, type and press goes to a dispatcher."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from itertools import count

import numpy as np

from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.hindrances import Hindered
from bot.messages import Gone, Mark, Marking, Reply, Request, Said, Typed, private_room
from bot.server.assembly import Assembly
from core.ids import ChatRef, Member, PlayerRef, Room
from core.lexicon import Lexicon
from core.ports import Store
from core.rounds.events import WordJudged
from core.services.dealer import Dealer
from core.services.rounds import GRACE
from core.store.memory import MemoryStore
from tests.core.rounds.boards import START
from tests.helpers.dailies import maker
from tests.helpers.fakes import FakeClock, SameGrid
from tests.helpers.patience import PATIENCE

ROOM = Room(ChatRef("test", "guild"), "channel")
ana = Member(PlayerRef("test", "ana"), "Ana")
ben = Member(PlayerRef("test", "ben"), "Ben")
mod = Member(PlayerRef("test", "mod"), "Mod", admin=True)


OpenLexicon = Callable[[str], Lexicon]


class FakeOutbox:
    """Keeps what was posted, edited and marked; rooms in `gone` cannot be spoken in."""

    platform = "test"
    pace = 3.0
    rush = 2.5
    forms = True

    def __init__(self) -> None:
        self.posts: list[tuple[Room, Reply]] = []
        self.edits: list[tuple[str, Reply]] = []
        self.marks: dict[str, Mark] = {}
        self.ages: dict[str, float] = {}  # of those marks
        self.gone: set[Room] = set()
        self.hindered: dict[Room, Sequence[Hindered]] = {}
        self.lost: set[str] = set()  # messages that cannot be edited
        self.broken = 0  # that many next posts fail
        self.posting = 0  # posts begun
        self.slow = asyncio.Event()  # until it is set, posts do not come to an end
        self.slow.set()
        self.stuck = False  # edits never come to an end
        self.marks_late = False  # they do not come at all
        self.caught_up = 0
        self._ids = count(1)

    def hears(self, room: Room) -> bool:
        return room.topic != "deaf"

    async def hindrances(self, room: Room) -> Sequence[Hindered]:
        return self.hindered.get(room, ())

    def link(self, room: Room, message_id: str) -> str:
        return f"https://chat.test/{room.topic}/{message_id}"

    async def post(self, room: Room, reply: Reply) -> str:
        if room in self.gone:
            raise Gone
        if self.broken:
            self.broken -= 1
            raise ConnectionError
        self.posting += 1
        await self.slow.wait()
        self.posts.append((room, reply))
        return f"post {next(self._ids)}"

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> bool:
        if room in self.gone or message_id in self.lost:
            return False
        if self.stuck:
            await asyncio.Event().wait()
        self.edits.append((message_id, draw()))
        return True

    async def replace(self, room: Room, message_id: str, reply: Reply) -> bool:
        return await self.edit(room, message_id, lambda: reply)

    def react(self, room: Room, message_id: str, marking: Marking) -> None:
        self.marks[message_id], self.ages[message_id] = marking.mark, marking.age
        marking.told, marking.late = not self.marks_late, self.marks_late

    async def catch_up(self) -> None:
        self.caught_up += 1

    def forget(self) -> None:
        """Keep nothing of what was sent so far."""
        self.posts.clear()
        self.edits.clear()
        self.marks.clear()


class Waits:
    """Waiting in fake time: whoever waits goes on when its event is set, or when `pass_on` says."""

    def __init__(self) -> None:
        self._passing = asyncio.Event()
        self.asked: list[float] = []  # seconds

    async def __call__(self, event: asyncio.Event, seconds: float | None) -> None:
        self.asked += [seconds] if seconds is not None else []
        waits = [asyncio.create_task(event.wait())]
        if seconds is not None:
            waits.append(asyncio.create_task(self._passing.wait()))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

    async def pass_on(self) -> None:
        """Let all that wait for a time go on."""
        self._passing.set()
        self._passing.clear()
        await settle()

    async def until(self, condition: Callable[[], object]) -> None:
        """Let time pass until something holds; pictures are drawn meanwhile, by threads."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.pass_on()
                await asyncio.to_thread(int)


async def settle() -> None:
    """Let whatever can go on now do so."""
    for _ in range(50):
        await asyncio.sleep(0)


class Scene:
    """A dispatcher with what is around it; each act returns what was answered."""

    def __init__(
        self,
        store: Store | None = None,
        lexicon: Callable[[str], Lexicon] | None = None,
        dealer: Dealer | None = None,
        choose: Callable[[int], int] = lambda _: 0,
    ) -> None:
        self.store = store or MemoryStore()
        self.clock = FakeClock(START)
        self.outbox = FakeOutbox()
        self.waits = Waits()
        self.metrics = Metrics(COMMANDS, ("answer", "text"))
        rng = np.random.default_rng(1)
        made = maker(self.store, self.clock)
        lexicon = lexicon or _no_lexicon
        self.assembly = Assembly(
            self.store, lexicon, rng, self.clock, self.metrics, made, choose=choose
        )
        self.services = self.assembly.services("test", dealer or SameGrid())
        self.dispatcher = Dispatcher(self.services, self.outbox, self.metrics, self.waits)
        self.answers: list[Reply] = []
        self._ids = count(1)

    async def ask(
        self,
        name: str,
        text: str = "",
        who: Member = ana,
        *,
        room: Room = ROOM,
        locale: str = "",
        room_locale: str = "fr",
        alone: bool = False,
        people: dict[str, Member] | None = None,
    ) -> Reply:
        """Send a command or press a button ("words:1:0"); return the one reply to it."""
        name, *args = name.split(":")
        replies: list[Reply] = []

        async def send(reply: Reply) -> str:
            replies.append(reply)
            return f"answer {request.id}"

        request = Request(
            name=name,
            id=f"i{next(self._ids)}",
            room=private_room(who.ref) if alone else room,
            member=replace(who, admin=who.admin or alone),
            at=self.clock(),
            args={str(number): arg for number, arg in enumerate(args, 1)},
            people=people or {},
            text=text,
            locale=locale,
            room_locale=room_locale,
            alone=alone,
        )
        await self.dispatcher.answer(request, send)
        (reply,) = replies
        return reply

    async def type(
        self,
        text: str,
        who: Member = ana,
        *,
        room: Room = ROOM,
        message_id: str = "",
        after: float | None = None,
        meant: bool = False,
        alone: bool = False,
        marked: bool = True,
        hidden: bool = False,
    ) -> list[Said]:
        """Type a text `after` seconds of the round (now); return what is said to who did.

        What else it is answered with is kept in `answers`.
        """

        async def send(reply: Reply) -> str:
            self.answers.append(reply)
            return f"answer {len(self.answers)}"

        return await self.dispatcher.typed(
            Typed(
                room=private_room(who.ref) if alone else room,
                member=who,
                text=text,
                at=self.clock() if after is None else START + after,
                id=message_id or f"m{next(self._ids)}",
                meant=meant or alone,
                marked=marked,
                hidden=hidden,
                alone=alone,
            ),
            send,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the dispatcher, which tells of what happens."""
        task = asyncio.create_task(self.dispatcher.run())
        await settle()
        await self.dispatcher.told()
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def time_up(self, seconds: float = 120) -> None:
        """Let the time of a round pass, and what follows be told."""
        self.clock.forward(seconds + GRACE)
        await self.waits.pass_on()
        await self.dispatcher.told()
        await settle()


def _no_lexicon(name: str) -> Lexicon:
    raise AssertionError(name)


def plays(scene: Scene, room: Room = ROOM) -> tuple[WordJudged, ...]:
    """Return the words sent in the round that runs in a room."""
    round_ = scene.services.rounds.live.running(room)
    assert round_ is not None
    return round_.plays


def labels(reply: Reply) -> list[str]:
    """Return the data of a reply's buttons."""
    return [button.data for row in reply.buttons for button in row]
