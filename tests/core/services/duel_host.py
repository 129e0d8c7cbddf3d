"""A process that hosts duels, and says what it acknowledges, until it is killed.

Importing this loads everything, so that a fork server has it ready.
"""

import asyncio
import os
import sqlite3
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from core.duels.duel import Duel, State
from core.duels.news import DuelNews
from core.duels.transitions import DuelRefused
from core.generator import generator
from core.ids import ChatRef, Member, PlayerRef, Room, own_room
from core.rounds.record import Terms
from core.services.duel_keeper import DuelKeeper
from core.services.duels import DuelsService
from core.services.news import RoundNews
from core.services.refusals import RoundActive
from core.services.rounds import RoundsService
from core.services.scheduler import Scheduler
from core.store.sql.store import open_store
from tests.core.rounds.boards import FOUND
from tests.helpers.fakes import SameGrid
from tests.helpers.lives import said

ROOM = Room(ChatRef("crash", "hall"))
TERMS = Terms(lexicon="fr", seconds=1)
GRACE, BEAT = 0.05, 0.05  # seconds
MOST_LINES = 8  # that a life says at most before it is killed
_RARELY = 0.01  # the chance of a turn to resign, or to decline
WORDS = [*FOUND, "zoo"]


class Host:
    """One life of the process; lines go to `pipe` as soon as what they say is stored."""

    def __init__(self, rounds: RoundsService, duels: DuelsService, life: int, pipe: int) -> None:
        self.rounds, self.duels, self.life, self.pipe = rounds, duels, life, pipe
        self.rng, self.words = generator(life), count()

    def say(self, *facts: object) -> None:
        os.write(self.pipe, (" ".join(map(str, facts)) + "\n").encode())

    async def tell(self, duel: Duel, news: DuelNews, player: PlayerRef) -> None:
        self.say("told", news.id, self.life)

    async def deliver(self, news: RoundNews) -> None:
        """Tell nobody of rounds: here it is the duels that count."""

    async def turns(self, pair: int, duels: int) -> None:
        """Let two duel until they have had so many duels, and all are over."""
        ana, ben = (Member(PlayerRef("crash", f"{pair}{who}"), who) for who in "ab")
        while True:
            opened, _ = await self.duels.mine(ana.ref)
            for duel in opened:
                with suppress(DuelRefused):  # it was played to its end meanwhile
                    await self.turn(duel, ana, ben)
            if not opened:
                # Those that are over are counted by the store, which knows earlier lives'.
                async with self.duels.store.read() as work:
                    had = len(await work.duels.last_of([ana.ref], duels))
                if had >= duels:
                    return
                made = await self.duels.offer(ROOM, ana, TERMS, ben)
                self.say("offered", made.code)
            await asyncio.sleep(0.01)

    async def turn(self, duel: Duel, ana: Member, ben: Member) -> None:
        """Do the next thing in a duel."""
        if duel.state is State.OFFERED:
            if self.rng.random() < _RARELY:
                await self.duels.decline(duel.code, ben)
                self.say("declined", duel.code)
            else:
                await self.duels.accept(duel.code, ben)
                self.say("accepted", duel.code)
            return
        for by in (ana, ben):
            on = self.rounds.live.record(own_room(by.ref))
            if on is None and self.rng.random() < _RARELY:
                await self.duels.resign(duel.code, by)
                self.say("resigned", duel.code)
                return
            try:
                if on is None:
                    begun = await self.duels.play(duel.code, by)
                    self.say("begun", duel.code, begun.record.id)
                else:
                    await self.send(by)
            except RoundActive:
                continue

    async def send(self, by: Member) -> None:
        word, message_id = (
            WORDS[int(self.rng.integers(len(WORDS)))],
            f"{self.life}-{next(self.words)}",
        )
        room, now = own_room(by.ref), time.time()
        play = await self.rounds.submit(room, by, word, now, message_id)
        if play and play.verdict.accepted:
            self.say("word", play.round_id, by.ref.id, message_id, play.verdict.word)


async def _live(place: Path, life: int, pipe: int, pairs: int, duels: int) -> None:
    store, dealer = await open_store(place), SameGrid()
    rounds = RoundsService(store, dealer, time.time, ["crash"], GRACE)
    codes = count()
    service = DuelsService(store, time.time, rounds, dealer, lambda: f"L{life}N{next(codes)}")
    host = Host(rounds, service, life, pipe)
    keeper = DuelKeeper(service, host.tell)
    scheduler = Scheduler(rounds, host.deliver, time.time)

    async def keep() -> None:
        while True:
            await keeper.tick()
            await asyncio.sleep(BEAT)

    async with asyncio.TaskGroup() as group:
        running = [group.create_task(scheduler.run()), group.create_task(keep())]
        async with asyncio.TaskGroup() as playing:
            for pair in range(pairs):
                playing.create_task(host.turns(pair, duels))
        for task in running:
            task.cancel()
        await keeper.tick()
    await store.close()


def live(pipe: Connection, place: Path, life: int, pairs: int, duels: int) -> None:
    """Host the duels of a database until killed, or until all are over and told."""
    asyncio.run(_live(place, life, pipe.fileno(), pairs, duels))


@dataclass
class Report:
    """The outcome of many lives: what was lost, doubled or stuck, each a sentence."""

    kills: int = 0
    after: Counter[str] = field(default_factory=Counter)  # kills by what was acknowledged last
    duels: int = 0
    words: int = 0
    news: int = 0
    again: int = 0  # things that another life told once more
    faults: list[str] = field(default_factory=list)


def run(place: Path, kills: int, pairs: int, duels: int, seed: int = 1) -> Report:
    """Kill the host so often while each pair has so many duels, then let it end; look at all."""
    moments = np.random.default_rng(seed).integers(0, MOST_LINES, kills)
    report, words, rounds = Report(), Counter[tuple[str, ...]](), set[str]()
    told, offered, ended = Counter[tuple[str, str]](), set[str](), dict[str, str]()
    for life, moment in enumerate([*moments.tolist(), None]):
        lines, last = 0, ""
        for kind, *facts in said(live, moment, place, life, pairs, duels):
            last = kind if lines == moment else last
            lines += 1
            if kind == "word":
                words[tuple(facts)] += 1
            elif kind == "told":
                told[facts[0], facts[1]] += 1
            elif kind == "offered":
                offered.add(facts[0])
            elif kind in ("declined", "resigned"):
                ended[facts[0]] = kind
            elif kind == "begun":
                rounds.add(facts[1])
        if moment is not None and lines > moment:
            report.kills += 1
            report.after[last] += 1
    _check(place, report, words, rounds, told, offered, ended)
    return report


def _check(
    place: Path,
    report: Report,
    words: Counter[tuple[str, ...]],
    rounds: set[str],
    told: Counter[tuple[str, str]],
    offered: set[str],
    ended: dict[str, str],
) -> None:
    """Compare what was acknowledged with what the database has."""
    faults = report.faults
    with sqlite3.connect(place) as raw:
        rows = raw.execute("SELECT code, state, ending, id FROM duels").fetchall()
        plays = Counter(
            tuple(map(str, row))
            for row in raw.execute(
                "SELECT round, external_id, message_id, word FROM plays JOIN players ON "
                "players.id = player WHERE cause IS NULL"
            )
        )
        runs = raw.execute(
            "SELECT duel, side, number, round, finished_at, points FROM duel_runs"
        ).fetchall()
        sums = dict(
            raw.execute(
                "SELECT round, sum(points) FROM plays WHERE cause IS NULL GROUP BY round"
            ).fetchall()
        )
        kept = {str(key) for (key,) in raw.execute("SELECT id FROM rounds WHERE duel > 0")}
        news = raw.execute(
            "SELECT id, duel, side, topic, number, told_at FROM duel_news"
        ).fetchall()
    known = {code: (state, ending) for code, state, ending, _ in rows}
    faults += [f"lost: duel {code}" for code in offered - known.keys()]
    faults += [f"stuck: duel {code}" for code, (state, _) in known.items() if state != "over"]
    faults += [f"lost: {how} {code}" for code, how in ended.items() if known[code][1] != how]
    faults += [f"lost: word {word}" for word in words - plays]
    faults += [f"doubled: word {word}" for word, times in plays.items() if times > 1]
    faults += [f"lost: round {key}" for key in rounds - kept]
    faults += [
        f"doubled: round {key}" for key, times in Counter(r[3] for r in runs).items() if times > 1
    ]
    over = {key: ending for _, _, ending, key in rows}
    for duel, side, number, key, finished_at, points in runs:
        if finished_at is None:
            faults.append(f"stuck: round {number} of side {side} of duel {duel}")
        elif points != sums.get(key, 0) and over[duel] != "resigned":
            faults.append(f"wrong: round {key} brought {points}, not {sums.get(key, 0)}")
    per_duel = defaultdict[int, int](int)
    for duel, *_ in runs:
        per_duel[duel] += 1
    faults += [
        f"lost: {per_duel[key]} of 6 rounds of duel {key}"
        for key, ending in over.items()
        if ending == "played" and per_duel[key] != 6
    ]
    tellers = defaultdict[str, int](int)
    for (key, _), times in told.items():
        tellers[key] += 1
        if times > 1:
            faults.append(f"doubled: news {key}")
    faults += [f"untold: {row}" for row in news if row[5] is None or str(row[0]) not in tellers]
    once = Counter(row[1:5] for row in news)
    faults += [f"doubled: news {what}" for what, times in once.items() if times > 1]
    report.duels, report.words, report.news = len(known), len(words), len(news)
    report.again = sum(times - 1 for times in tellers.values())
