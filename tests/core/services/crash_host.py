"""A process that hosts rounds under load, and says what it acknowledges, until it is killed.

Importing this loads everything, so that a fork server has it ready.
"""

import asyncio
import os
import time
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

from bot.app import App
from bot.settings import Settings
from core.generator import generator
from core.ids import ChatRef, Member, PlayerRef, Room
from core.rounds.events import RoundFinished
from core.rounds.laws import Law
from core.rounds.record import Terms
from core.services.dealer import Dealer
from core.services.news import RoundNews
from core.services.refusals import RoundActive
from core.services.rounds import RoundsService
from core.services.scheduler import Scheduler
from core.store.sql.store import SqlStore, open_store
from tests.conftest import DATA_DIR

ROOMS = [Room(ChatRef("crash", str(n % 3)), str(n)) for n in range(6)]
MEMBERS = [Member(PlayerRef("crash", f"p{n}"), f"Player {n}") for n in range(5)]
GRACE, BREAK = 0.1, 0.05


class Host:
    """One life of the process; lines go to `pipe` as soon as what they say is stored."""

    def __init__(self, service: RoundsService, life: int, pipe: int) -> None:
        self.service = service
        self.life = life
        self.pipe = pipe
        self.rng = generator(life)

    def say(self, *facts: object) -> None:
        os.write(self.pipe, (" ".join(map(str, facts)) + "\n").encode())

    async def deliver(self, news: RoundNews) -> None:
        if isinstance(news.event, RoundFinished):
            self.say("told", news.event.round_id, self.life)

    async def start_rounds(self, room: Room) -> None:
        for number in count(self.life):
            terms = Terms(lexicon="en", law=list(Law)[number % len(Law)], seconds=1)
            try:
                await self.service.start(room, MEMBERS[0], terms, rounds=1 if number % 3 else 3)
            except RoundActive:
                await asyncio.sleep(0.02)

    async def send_words(self, room: Room, member: Member) -> None:
        for number in count():
            running = self.service.live.running(room)
            if running is None or (time.time() > running.deadline and number % 9):
                await asyncio.sleep(0.01)
                continue
            words = running.solution.words
            pick = int(self.rng.integers(len(words) + 5))
            text = words[pick].word if pick < len(words) else "zzz"
            play = await self.service.submit(
                room, member, text, time.time(), f"{self.life}-{number}"
            )
            if play:
                cause, word = play.verdict.cause or "accepted", play.verdict.word or "-"
                self.say("word", play.round_id, member.ref.id, play.message_id, cause, word)


async def _live(place: Path, life: int, pipe: int, *, last: bool) -> None:
    store = await open_store(place)
    settings = Settings(cache_dir=DATA_DIR, language="en", database=place)
    dealer = Dealer(App(settings).lexicons(), count(life))
    service = RoundsService(store, dealer, time.time, ["crash"], GRACE, BREAK)
    host = Host(service, life, pipe)
    scheduler = Scheduler(service, host.deliver, time.time)
    async with asyncio.TaskGroup() as group:
        running = group.create_task(scheduler.run())
        if last:
            while await _something_left(store):  # noqa: ASYNC110 (of another task, in the store)
                await asyncio.sleep(0.05)
            running.cancel()
        else:
            for room in ROOMS:
                group.create_task(host.start_rounds(room))
                for member in MEMBERS:
                    group.create_task(host.send_words(room, member))
    await store.close()


async def _something_left(store: SqlStore) -> bool:
    async with store.read() as work:
        return bool(
            await work.rounds.active_on(["crash"]) or await work.rounds.unannounced(["crash"])
        )


def live(pipe: Connection, place: Path, life: int, last: bool) -> None:
    """Host rounds on a database until killed, or, the last time, until all are over and told."""
    asyncio.run(_live(place, life, pipe.fileno(), last=last))
