"""Duels under clock jumps, restarts, mishaps, and two who do everything at once.

Against a naive recount: what a duel says is what its rounds' journals say, each side has each round
once, what is due is done, and each thing is told once in a process's life.
"""

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from core.duels.duel import LIFETIME, MOST_OPEN, REMINDED, Duel, Ending, Side, State
from core.duels.news import DuelNews, Topic
from core.duels.transitions import DuelRefused
from core.errors import SeizeError
from core.ids import ChatRef, Member, PlayerRef, Room, own_room
from core.ports import Store, StoreError
from core.rounds.purpose import ForDuel
from core.rounds.round import State as RoundState
from core.services.duel_acts import NoDuel
from core.services.duel_keeper import DuelKeeper
from core.services.duels import CannotDuel, DuelsService, NotShown
from core.services.refusals import RoundActive
from core.services.rounds import GRACE, RoundsService
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.core.rounds.boards import FOUND, PLAYERS
from tests.core.services.table import ROOM, TERMS
from tests.helpers.fakes import FakeClock, Flaky, SameGrid

HOUR = 3600.0
MEMBERS = ana, ben, clo = [Member(ref, ref.id) for ref in PLAYERS]
WORDS = sorted(FOUND)


class Arena:
    """Duels on one store, with a new process on demand."""

    def __init__(self, store: Store | None = None) -> None:
        self.clock, self.store = FakeClock(), Flaky(store or MemoryStore())
        self.codes, self.ids, self.room = count(1), count(1), ROOM
        self.restart()

    def restart(self) -> None:
        dealer = SameGrid()
        self.rounds = RoundsService(self.store, dealer, self.clock, ["test"])
        self.duels = DuelsService(
            self.store, self.clock, self.rounds, dealer, lambda: f"CODE{next(self.codes)}"
        )
        self.told: list[tuple[int, DuelNews, PlayerRef]] = []
        self.keeper = DuelKeeper(self.duels, self.tell)

    async def tell(self, duel: Duel, news: DuelNews, player: PlayerRef) -> None:
        self.told.append((duel.id, news, player))

    async def offer(self, by: Member, to: Member | None = None) -> Duel:
        return await self.duels.offer(self.room, by, TERMS, to)

    async def running(self) -> Duel:
        return await self.duels.accept((await self.offer(ana, ben)).code, ben)

    async def play(self, duel: Duel, by: Member, *words: str) -> None:
        """Play the next round of a side to its end, in two minutes."""
        await self.duels.play(duel.code, by)
        for word in words:
            await self.send(by, word)
        self.clock.forward(120 + GRACE)
        await self.rounds.tick()

    async def send(self, by: Member, word: str) -> None:
        message_id = f"m{next(self.ids)}"
        await self.rounds.submit(own_room(by.ref), by, word, self.clock.now, message_id)

    async def tick(self) -> list[tuple[Topic, PlayerRef, int]]:
        """Keep the duels; return what was told now."""
        before = len(self.told)
        await self.keeper.tick()
        return [(news.topic, player, news.number) for _, news, player in self.told[before:]]


@pytest.fixture
def arena() -> Arena:
    return Arena()


async def test_a_duel_is_played_to_its_end_and_each_is_told_once(arena: Arena) -> None:
    duel = await arena.offer(ana, ben)
    assert await arena.tick() == [(Topic.OFFERED, ben.ref, 0)]
    await arena.play(duel, ana, "quits")  # the challenger need not wait
    await arena.duels.accept(duel.code, ben)
    assert await arena.tick() == [(Topic.ACCEPTED, ana.ref, 0)]
    for number in (1, 2, 3):
        with pytest.raises(NotShown):
            await arena.duels.compare(await arena.duels.by_id(duel.id), number, Side.OPPONENT)
        await arena.play(duel, ben, "quit", "rest")
        if number > 1:
            await arena.play(duel, ana, "quit", "tas")
        first = ana.ref if number == 1 else ben.ref
        over = [(Topic.OVER, ana.ref, 0), (Topic.OVER, ben.ref, 0)]
        assert await arena.tick() == (over if number == 3 else [(Topic.PLAYED, first, number)])
        assert await arena.tick() == []
    ended = await arena.duels.by_id(duel.id)
    assert (ended.state, ended.ending) == (State.OVER, Ending.PLAYED)
    assert [ended.points(side) for side in Side] == [13 + 19 + 19, 3 * 19]
    assert ended.winner is Side.OPPONENT
    compared = await arena.duels.compare(ended, 2, Side.CHALLENGER)
    assert [each.word for each in compared.both] == ["quit"]
    assert [[each.word for each in only] for only in compared.only] == [["tas"], ["rest"]]
    assert {each.word for each in compared.missed} <= {"quits", "est", "tis"}
    assert [trail.points for trail in compared.trails] == [19, 19]
    with pytest.raises(DuelRefused, match="over"):
        await arena.duels.play(duel.code, ana)


async def test_time_runs_out_and_what_was_played_counts(arena: Arena) -> None:
    duel = await arena.running()
    await arena.play(duel, ana, "tis")
    await arena.tick()
    arena.clock.now = duel.expires_at - REMINDED
    assert await arena.tick() == [(Topic.REMINDER, ana.ref, 0), (Topic.REMINDER, ben.ref, 0)]
    arena.clock.now = duel.expires_at
    assert await arena.tick() == [(Topic.OVER, ana.ref, 0), (Topic.OVER, ben.ref, 0)]
    ended = await arena.duels.by_id(duel.id)
    assert (ended.ending, ended.winner) == (Ending.EXPIRED, Side.CHALLENGER)
    assert (await arena.duels.compare(ended, 1, Side.OPPONENT)).only[0][0].word == "tis"


async def test_a_round_that_was_begun_in_time_is_played_to_its_end(arena: Arena) -> None:
    duel = await arena.running()
    arena.clock.now = duel.expires_at - 1
    await arena.duels.play(duel.code, ben)
    await arena.send(ben, "quits")
    arena.clock.now = duel.expires_at + 1
    await arena.keeper.tick()
    assert not (await arena.duels.by_id(duel.id)).is_over
    with pytest.raises(DuelRefused, match="time"):
        await arena.duels.play(duel.code, ana)
    arena.clock.forward(121 + GRACE)
    await arena.rounds.tick()
    await arena.keeper.tick()
    assert (await arena.duels.by_id(duel.id)).winner is Side.OPPONENT


async def test_who_may_not_is_told_why(arena: Arena) -> None:
    unknown: tuple[tuple[Any, type[SeizeError], str], ...] = (
        (arena.duels.accept("NOCODE", ana), NoDuel, "no such duel"),
        (arena.duels.play("", ana), NoDuel, "no such duel"),
        (arena.offer(ana, ana), CannotDuel, "takes two"),
    )
    for asked, error, sentence in unknown:
        with pytest.raises(error, match=sentence):
            await asked
    duel = await arena.offer(ana, ben)
    refused: tuple[tuple[Any, type[SeizeError], str], ...] = (
        (arena.duels.accept(duel.code, ana), CannotDuel, "takes two"),
        (arena.duels.accept(duel.code, clo), DuelRefused, "between others"),
        (arena.duels.decline(duel.code, clo), DuelRefused, "between others"),
        (arena.duels.decline(duel.code, ana), DuelRefused, "between others"),
        (arena.duels.seen(duel.code, clo.ref), DuelRefused, "between others"),
        (arena.duels.play(duel.code, ben), DuelRefused, "between others"),
    )
    for asked, error, sentence in refused:
        with pytest.raises(error, match=sentence):
            await asked
    await arena.duels.accept(duel.code, ben)
    with pytest.raises(DuelRefused, match="already"):
        await arena.duels.accept(duel.code, ben)
    with pytest.raises(DuelRefused, match="resign"):
        await arena.duels.decline(duel.code, ben)
    await arena.duels.resign(duel.code, ben)
    assert (await arena.duels.by_id(duel.id)).winner is Side.CHALLENGER
    for asked in (arena.duels.resign(duel.code, ana), arena.duels.accept(duel.code, ben)):
        with pytest.raises(DuelRefused, match="over"):
            await asked
    open_one = await arena.offer(ana)
    await arena.duels.accept(open_one.code, clo)
    with pytest.raises(DuelRefused, match="somebody else"):
        await arena.duels.accept(open_one.code, ben)


async def test_ten_duels_and_no_more(arena: Arena) -> None:
    for _ in range(MOST_OPEN):
        last = await arena.offer(ana)
    with pytest.raises(CannotDuel, match="you have 10"):
        await arena.offer(ana, ben)
    other = await arena.offer(clo)
    with pytest.raises(CannotDuel, match="you have 10"):
        await arena.duels.accept(other.code, ana)
    with pytest.raises(CannotDuel, match="this player has 10"):
        await arena.offer(ben, ana)
    await arena.duels.accept(last.code, ben)  # the tenth may be taken
    await arena.duels.resign(last.code, ana)
    await arena.duels.accept(other.code, ana)


async def test_who_is_blocked_comes_no_more(arena: Arena) -> None:
    duel = await arena.running()
    await arena.duels.block(ben, duel.code)
    again = await arena.offer(ana)
    for asked, sentence in (
        (arena.offer(ana, ben), "takes no duels"),
        (arena.offer(ben, ana), "unblock"),
        (arena.duels.accept(again.code, ben), "unblock"),
        (arena.duels.rematch(duel.code, ana), "not over"),
    ):
        with pytest.raises(SeizeError, match=sentence):
            await asked
    await arena.duels.unblock(ben, duel.code)
    await arena.offer(ana, ben)


async def test_accounts_of_one_player_are_one_side(arena: Arena) -> None:
    async with arena.store.write() as work:
        for each in MEMBERS:
            await work.players.see(each, None, 0.0)
        await work.links.join(ana.ref, clo.ref)
    duel = await arena.offer(ana, ben)
    with pytest.raises(CannotDuel, match="takes two"):
        await arena.offer(ana, clo)
    with pytest.raises(CannotDuel, match="takes two"):
        await arena.duels.accept(duel.code, clo)
    await arena.duels.accept(duel.code, ben)
    await arena.play(duel, clo, "quits")
    kept = await arena.duels.by_id(duel.id)
    assert [kept.points(side) for side in Side] == [13, 0]
    with pytest.raises(NotShown):
        await arena.duels.compare(kept, 1, Side.CHALLENGER)
    await arena.play(duel, ben)
    async with arena.store.write() as work:
        await work.links.part(clo.ref)
    compared = await arena.duels.compare(await arena.duels.by_id(duel.id), 1, Side.CHALLENGER)
    assert compared.trails[Side.CHALLENGER].words == {"quits"}  # what was played stays


async def test_a_forgotten_player_leaves_their_duels(arena: Arena) -> None:
    offered, taken = await arena.offer(ana, ben), await arena.running()
    await arena.duels.leave(ben.ref)
    assert [(await arena.duels.by_id(each.id)).ending for each in (offered, taken)] == [
        Ending.DECLINED,
        Ending.RESIGNED,
    ]


async def test_a_rematch_is_like_the_duel_before(arena: Arena) -> None:
    duel = await arena.duels.offer(ROOM, ana, replace(TERMS, seconds=60), ben, ranked=True)
    await arena.duels.accept(duel.code, ben)
    await arena.duels.resign(duel.code, ana)
    again = await arena.duels.rematch(duel.code, ben)
    assert (again.players, again.seconds, again.ranked) == ((BEN_REF, ANA_REF), 60, True)
    assert again.code != duel.code
    assert again.seal != duel.seal


ANA_REF, BEN_REF = ana.ref, ben.ref
members = st.sampled_from(MEMBERS)
mishaps = st.sampled_from([""] * 8 + ["before", "after"])


class DuelMachine(RuleBasedStateMachine):
    """Three players who duel in every way, while the process dies and the disk fails."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.arena = Arena(self.open())
        self.made: list[Duel] = []

    def open(self) -> Store:
        return MemoryStore()

    def teardown(self) -> None:
        self.runner.close()

    @initialize()
    def begin(self) -> None:
        self.offer(ana, ben, "")
        self.made and self.accept(0, ben, "")

    @rule()
    def restart(self) -> None:
        self.arena.restart()
        self.runner.run(self.arena.rounds.resume())

    @rule(by=members, to=st.none() | members, fails=mishaps)
    def offer(self, by: Member, to: Member | None, fails: str) -> None:
        duel = self.tried(self.arena.offer(by, to), fails)
        if isinstance(duel, Duel):
            self.made.append(duel)

    @rule(number=st.integers(0, 5), by=members, fails=mishaps)
    def accept(self, number: int, by: Member, fails: str) -> None:
        self.tried(self.arena.duels.accept(self.code(number), by), fails)

    @rule(number=st.integers(0, 5), by=members, fails=mishaps)
    def decline(self, number: int, by: Member, fails: str) -> None:
        self.tried(self.arena.duels.decline(self.code(number), by), fails)

    @rule(number=st.integers(0, 5), by=members, fails=mishaps)
    def resign(self, number: int, by: Member, fails: str) -> None:
        self.tried(self.arena.duels.resign(self.code(number), by), fails)

    @rule(number=st.integers(0, 5), by=members, again=st.booleans(), fails=mishaps)
    def block(self, number: int, by: Member, again: bool, fails: str) -> None:
        act = self.arena.duels.unblock if again else self.arena.duels.block
        self.tried(act(by, self.code(number)), fails)

    @rule(by=members)
    def leave(self, by: Member) -> None:
        self.tried(self.arena.duels.leave(by.ref), "")

    @rule(fails=mishaps)
    def move(self, fails: str) -> None:
        """Give the chat another reference, as Telegram does to groups that grow."""
        arena, new = self.arena, ChatRef("test", f"moved{next(self.arena.ids)}")

        async def move() -> None:
            async with arena.store.write() as work:
                await work.chats.move(arena.room.chat, new)

        self.tried(move(), fails)
        arena.room = self.runner.run(self.where())

    @rule(number=st.integers(0, 5), by=members, words=st.lists(st.sampled_from(WORDS), max_size=3))
    def play(self, number: int, by: Member, words: list[str]) -> None:
        self.tried(self.arena.duels.play(self.code(number), by), "")
        for word in words:
            self.tried(self.arena.send(by, word), "")

    @rule(number=st.integers(0, 5), sides=st.lists(st.sampled_from([0, 1]), min_size=1, max_size=6))
    def play_on(self, number: int, sides: list[int]) -> None:
        """Let both play rounds to their ends, one after the other."""
        made = self.made[number % len(self.made)] if self.made else None
        if made is None:
            return
        duel = self.runner.run(self.arena.duels.by_id(made.id))
        for side in sides:
            by = next((each for each in MEMBERS if each.ref == duel.players[side]), None)
            if by:
                self.tried(self.arena.play(duel, by, WORDS[side]), "")
                self.tried(self.arena.keeper.tick(), "")

    @rule(number=st.integers(0, 5))
    def play_at_once(self, number: int) -> None:
        async def both() -> None:
            begin = self.arena.duels.play
            asked = (begin(self.code(number), by) for by in (ana, ana, ben))
            await asyncio.gather(*asked, return_exceptions=True)

        self.runner.run(both())

    @rule(
        seconds=st.sampled_from([1.0, 60.0, 123.0, 123.0, HOUR, LIFETIME - HOUR, LIFETIME, -30.0]),
        fails=mishaps,
    )
    def pass_time(self, seconds: float, fails: str) -> None:
        self.arena.clock.forward(seconds)
        self.arena.store.fails = fails
        self.runner.run(self.arena.rounds.tick())
        self.tried(self.arena.keeper.tick(), "")

    async def where(self) -> Room:
        """Return where the duels are, which all were made in one chat."""
        async with self.arena.store.read() as work:
            kept = [await work.duels.get(made.id) for made in self.made]
        return next((duel.room for duel in kept if duel), self.arena.room)

    def code(self, number: int) -> str:
        return self.made[number % len(self.made)].code if self.made else "NONE"

    def tried(self, act: object, fails: str) -> object:
        """Do something that may be refused, or fail as the disk does."""
        self.arena.store.fails = fails
        try:
            return self.runner.run(act)  # type: ignore[arg-type]
        except (CannotDuel, DuelRefused, NoDuel, RoundActive, StoreError):
            return None
        finally:
            self.arena.store.fails = ""

    @invariant()
    def duels_are_what_their_rounds_say(self) -> None:
        self.runner.run(self.check())

    @invariant()
    def nothing_is_told_twice(self) -> None:
        counted = Counter((duel, news.id) for duel, news, _ in self.arena.told)
        assert not counted or max(counted.values()) == 1

    async def check(self) -> None:
        opened: Counter[PlayerRef] = Counter()
        async with self.arena.store.read() as work:
            for made in self.made:
                duel = await work.duels.get(made.id)
                if duel is None:
                    continue  # its writing failed after all
                assert duel.grids == made.grids
                assert duel.room == self.arena.room
                for side in Side:
                    numbers = [run.number for run in duel.runs[side]]
                    assert len({*numbers}) == len(numbers)
                    for run in duel.runs[side]:
                        record = await work.rounds.get(run.round_id)
                        plays = await work.plays.of(run.round_id)
                        assert record
                        assert record.purpose == ForDuel(duel.id)
                        finished = record.state is RoundState.FINISHED
                        assert (run.finished_at is not None) == finished
                        found = {p.verdict.word for p in plays if p.verdict.accepted}
                        if finished and not (duel.is_over and not run.points):
                            assert run.points == sum(FOUND[word].points for word in found)
                if not duel.is_over:
                    opened.update(each for each in duel.players if each)
                    hidden = [n for n in (1, 2, 3) if not duel.both_finished(n)]
                    with pytest.raises(NotShown):
                        await self.arena.duels.compare(duel, hidden[0], Side.CHALLENGER)
                    assert duel.winner is None
        assert not opened or max(opened.values()) <= MOST_OPEN


class DuelMachineOnDisk(DuelMachine):
    """The same over SQLite in a file."""

    def open(self) -> Store:
        self.folder = TemporaryDirectory()
        return self.runner.run(open_store(Path(self.folder.name) / "seize.db"))

    def teardown(self) -> None:
        self.runner.run(self.arena.store.close())
        super().teardown()
        self.folder.cleanup()


DuelMachineOnDisk.TestCase.settings = settings(
    max_examples=5, stateful_step_count=25, deadline=None
)
TestDuelMachineOnDisk = DuelMachineOnDisk.TestCase
DuelMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestDuelMachine = DuelMachine.TestCase
