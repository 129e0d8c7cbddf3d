"""The rounds service under clock jumps, restarts, mishaps and messages in any order.

Against a naive recount: the standings are those of the journal, and the journal holds
what was acknowledged, message by message.
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.ids import ChatRef, Member, PlayerRef, Room
from core.ports import Store, StoreError, UnitOfWork
from core.rounds.events import RoundFinished, WordJudged
from core.rounds.laws import TIE_WINDOW, Law
from core.rounds.record import RoundRecord
from core.rounds.round import State
from core.rounds.verdict import Cause
from core.services.news import RoundNews
from core.services.refusals import NoRound, NotAllowed, RoundActive
from core.services.rounds import BREAK, GRACE, RoundsService
from core.standings import MILLION, Board, Measure, boards
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.core.rounds.boards import FOUND, PLAYERS, SOLUTION
from tests.core.services.table import TERMS
from tests.helpers.fakes import FakeClock, Flaky, SameGrid

CHATS = [ChatRef("test", "a"), ChatRef("test", "b")]
ROOMS = [Room(CHATS[0]), Room(CHATS[0], "topic"), Room(CHATS[1])]
MEMBERS = [Member(ref, ref.id) for ref in PLAYERS]
rooms, members = st.sampled_from(ROOMS), st.sampled_from(MEMBERS)
texts = st.sampled_from(["est", "Èst", "quits", "tis", "rest", "tas", "tase", "zoo", "", "l'a"])
mishaps = st.sampled_from([""] * 8 + ["before", "after"])
# Who says what, where and how long ago, around the tie window of one another.
said = st.tuples(rooms, members, texts, st.sampled_from([0.0, 0.0, 0.1, 1.5, 1.6, 5.0, 130.0]))


@dataclass
class Sum:
    """A player's line on a leaderboard, by a naive recount."""

    rounds: int = 0
    points: int = 0
    wins: int = 0
    best_points: int = 0
    shares: int = 0


@dataclass(frozen=True)
class Sent:
    """A message as the platform keeps it."""

    room: Room
    member: Member
    text: str
    at: float
    message_id: str


@dataclass
class Answers:
    """The verdict of each message: one, however often it came."""

    got: dict[tuple[Room, PlayerRef, str], WordJudged] = field(default_factory=dict)

    def note(self, sent: Sent, play: WordJudged) -> None:
        key = (sent.room, sent.member.ref, sent.message_id)
        assert self.got.setdefault(key, play) == play


def recount(record: RoundRecord, journal: list[WordJudged]) -> dict[PlayerRef, tuple[int, int]]:
    """Return the points of each who found a word, and of the best they keep, by the rules alone."""
    scored = {play.player: (0, 0) for play in journal if play.verdict.accepted}
    for word, found in FOUND.items():
        first: dict[PlayerRef, float] = {}
        for play in journal:
            own = play.verdict.accepted or play.verdict.taken_by == play.player
            if own and play.verdict.word == word:
                first[play.player] = min(play.at, first.get(play.player, play.at))
        for player, at in first.items():
            points, keeps = found.points, True
            if record.law is Law.SPLIT:
                points = max(1, found.points // len(first))
            elif record.law is Law.UNIQUE_ONLY and len(first) > 1:
                points = 0
            elif record.law is Law.FIRST_FINDER:
                keeps = round(at - min(first.values()), 3) <= TIE_WINDOW
            if keeps:
                old, best = scored[player]
                scored[player] = old + points, max(best, points)
    return scored


class RoundsMachine(RuleBasedStateMachine):
    """Chats where everybody plays at once, while the process dies and the disk fails."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = FakeClock()
        self.store = Flaky(self.open())
        self.sent: list[Sent] = []
        self.answers = Answers()
        self.ended: list[int] = []
        self.ids = count(1)

    def open(self) -> Store:
        return MemoryStore()

    @initialize(laws=st.lists(st.sampled_from(Law), min_size=3, max_size=3))
    def begin(self, laws: list[Law]) -> None:
        self.restart()
        for room, law in zip(ROOMS, laws, strict=True):
            self.start(room, MEMBERS[0], law, match=room is ROOMS[0], fails="")
        self.clock.forward(10)

    def teardown(self) -> None:
        self.runner.close()

    @rule()
    def restart(self) -> None:
        self.service = RoundsService(self.store, SameGrid(), self.clock, ["test"])
        self.store.fails = ""
        untold = self.runner.run(self.service.resume())
        ended = {each.record.id for each in untold if isinstance(each.event, RoundFinished)}
        assert ended >= set(self.ended)

    @rule(room=rooms, by=members, law=st.sampled_from(Law), match=st.booleans(), fails=mishaps)
    def start(self, room: Room, by: Member, law: Law, match: bool, fails: str) -> None:
        self.store.fails = fails
        starting = self.service.start(room, by, replace(TERMS, law=law), rounds=3 if match else 1)
        try:
            started = self.runner.run(starting)
        except (RoundActive, StoreError):
            return
        assert started.record.state is State.RUNNING

    @rule(messages=st.lists(said, min_size=1, max_size=6), fails=mishaps)
    def submit(self, messages: list[tuple[Room, Member, str, float]], fails: str) -> None:
        for room, by, text, ago in messages:
            sent = Sent(room, by, text, self.clock.now - ago, f"m{next(self.ids)}")
            self.sent.append(sent)
            self.send(sent, fails)
            self.clock.forward(0.4)

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), fails=mishaps)
    def send_again(self, data: st.DataObject, fails: str) -> None:
        self.send(data.draw(st.sampled_from(self.sent)), fails)

    def send(self, sent: Sent, fails: str) -> None:
        self.store.fails = fails
        try:
            play = self.runner.run(
                self.service.submit(sent.room, sent.member, sent.text, sent.at, sent.message_id)
            )
        except StoreError:
            return
        if play and play in self.journal(play.round_id):
            self.answers.note(sent, play)
        elif play:
            assert play.verdict.cause is Cause.TOO_LATE  # what ended is not added to

    @rule(room=rooms, by=members, fails=mishaps)
    def stop(self, room: Room, by: Member, fails: str) -> None:
        self.store.fails = fails
        try:
            self.end(self.runner.run(self.service.stop(room, by)))
        except (NoRound, NotAllowed, StoreError):
            return

    @rule(
        seconds=st.sampled_from([0.5, 1.0, 30.0, 60.0, 120.0, BREAK, GRACE, 3600.0, -10.0]),
        fails=mishaps,
    )
    def pass_time(self, seconds: float, fails: str) -> None:
        self.clock.forward(seconds)
        self.store.fails = fails
        for news in self.runner.run(self.service.tick()):
            if isinstance(news.event, RoundFinished):
                self.end(news)

    def end(self, news: RoundNews) -> None:
        assert news.record.id not in self.ended
        self.ended.append(news.record.id)

    def journal(self, round_id: int) -> list[WordJudged]:
        async def read() -> list[WordJudged]:
            async with self.store.read() as work:
                return list(await work.plays.of(round_id))

        return self.runner.run(read())

    @invariant()
    def the_store_agrees_with_a_recount(self) -> None:
        self.runner.run(self.check())

    async def check(self) -> None:
        expected: dict[Board, dict[PlayerRef, Sum]] = defaultdict(lambda: defaultdict(Sum))
        stored = set()
        async with self.store.read() as work:
            active = [record.room for record in await work.rounds.active_on(["test"])]
            assert len(set(active)) == len(active)
            for round_id in range(1, 10_000):
                record = await work.rounds.get(round_id)
                if record is None:
                    break
                plays = await work.plays.of(round_id)
                stored |= {(record.room, p.player, p.message_id, p) for p in plays}
                if record.state is State.FINISHED:
                    self.add(expected, record, plays)
                else:
                    assert round_id not in self.ended
            for (room, player, message_id), play in self.answers.got.items():
                assert (room, player, message_id, play) in stored
            for board, sums in expected.items():
                await self.compare(work, board, sums)

    def add(
        self,
        expected: dict[Board, dict[PlayerRef, Sum]],
        record: RoundRecord,
        plays: list[WordJudged],
    ) -> None:
        scored = recount(record, plays)
        top = max((points for points, _ in scored.values()), default=0)
        for board in boards(record):
            for player, (points, best) in scored.items():
                total = expected[board][player]
                total.rounds += 1
                total.points += points
                total.wins += len(scored) > 1 and points == top > 0
                total.best_points = max(total.best_points, best)
                total.shares += MILLION * points // SOLUTION.points

    async def compare(self, work: UnitOfWork, board: Board, sums: dict[PlayerRef, Sum]) -> None:
        assert await work.standings.count(board, 1) == len(sums)
        for standing in await work.standings.top(board, Measure.POINTS, 1, 100):
            found = Sum(
                standing.rounds,
                standing.points,
                standing.wins,
                standing.best_points,
                standing.shares,
            )
            assert found == sums[standing.player]


class RoundsMachineOnDisk(RoundsMachine):
    """The same over SQLite in a file."""

    def open(self) -> Store:
        self.folder = TemporaryDirectory()
        return self.runner.run(open_store(Path(self.folder.name) / "seize.db"))

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        super().teardown()
        self.folder.cleanup()


RoundsMachineOnDisk.TestCase.settings = settings(
    max_examples=7, stateful_step_count=25, deadline=None
)
TestRoundsMachineOnDisk = RoundsMachineOnDisk.TestCase
RoundsMachine.TestCase.settings = settings(max_examples=50, stateful_step_count=40, deadline=None)
TestRoundsMachine = RoundsMachine.TestCase
