"""Rounds of several processes on one store: each has shards, hands them over, and sees others."""

import asyncio
from collections.abc import Callable

import pytest

from core.ids import ChatRef, Member, PlayerRef, Room, Shard, private_chat
from core.ports import Lease
from core.rounds.events import RoundFinished, RoundStarted
from core.rounds.verdict import Cause
from core.services.news import RoundNews
from core.services.refusals import NoRound, RoundActive
from core.services.rounds import GRACE, RETRY, RoundsService
from core.services.scheduler import SWEEP, Scheduler
from core.store.memory import MemoryStore
from tests.core.rounds.boards import END, START
from tests.core.services.table import TERMS
from tests.helpers.fakes import FakeClock, Flaky, SameGrid

FIRST, SECOND = Shard("discord", 0, 2), Shard("discord", 1, 2)
ROOM = Room(ChatRef("discord", str(2 << 22)), "play")  # of the first
THERE = Room(ChatRef("discord", str(3 << 22)), "play")  # of the second
ANA, BEN = PlayerRef("discord", "1"), PlayerRef("discord", "2")
OWN = Room(private_chat(ANA))
ana, ben = Member(ANA, "Ana"), Member(BEN, "Ben")


class House:
    """A store with a clock, and processes on it."""

    def __init__(self) -> None:
        self.store = Flaky(MemoryStore())
        self.clock = FakeClock()
        self.owners = 0

    def owner(self) -> str:
        """Return the name of one more process."""
        self.owners += 1
        return f"{self.owners}@here {self.owners}"

    async def process(self, *shards: Shard) -> RoundsService:
        owner = self.owner()
        service = RoundsService(
            self.store, SameGrid(), self.clock, ["discord"], shared=True, owner=owner
        )
        async with self.store.write() as work:
            await work.leases.put(Lease(f"process {owner}", owner, 0))
        for shard in shards:
            await service.gain(shard)
            await service.resume()
        return service

    async def dies(self, service: RoundsService) -> None:
        """Bury a process, as the others do."""
        async with self.store.write() as work:
            await work.leases.drop(f"process {service._owner}")


@pytest.fixture
def house() -> House:
    return House()


async def test_a_process_knows_the_rounds_of_its_shards_only(house: House) -> None:
    alone = await house.process(FIRST, SECOND)
    await alone.start(ROOM, ana, TERMS)
    await alone.start(THERE, ben, TERMS)
    other = await house.process(SECOND)
    assert other.live.rooms() == [THERE]
    assert (await house.process()).due() is None


async def test_a_round_goes_on_where_its_shard_is_handed_over(house: House) -> None:
    first, second = await house.process(FIRST), await house.process(SECOND)
    await first.start(ROOM, ana, TERMS)
    assert await first.submit(ROOM, ana, "quit", START + 1, "m1")
    await first.let_go(FIRST)
    assert first.live.rooms() == []
    assert first.due() is None
    await second.gain(FIRST)
    (news,) = await second.resume()
    assert isinstance(news.event, RoundStarted)
    play = await second.submit(ROOM, ben, "quit", START + 2, "m2")
    assert play
    assert play.verdict.accepted
    house.clock.now = END + GRACE
    (end,) = await second.tick()
    assert isinstance(end.event, RoundFinished)
    assert {card.player for card in end.event.result.standing} == {ANA, BEN}
    assert await first.tick() == []
    await first.gain(FIRST)  # it comes back: its end is being told
    assert await first.resume() == []
    await second.leave_ends(FIRST)  # without having told it
    await first.gain(FIRST)
    assert [each.record.id for each in await first.resume()] == [news.record.id]


async def test_what_is_being_written_is_written_before_a_shard_is_let_go(house: House) -> None:
    first = await house.process(FIRST)
    await first.start(ROOM, ana, TERMS)
    async with first.live.lock(ROOM):
        letting_go = asyncio.create_task(first.let_go(FIRST))
        await asyncio.sleep(0)
        assert first.live.is_on(ROOM)
    await letting_go
    assert not first.live.is_on(ROOM)


async def test_a_round_of_ones_own_takes_words_in_any_process(house: House) -> None:
    first, second = await house.process(FIRST), await house.process(SECOND)
    await second.start(OWN, ana, TERMS)  # asked for in a server of the second shard
    assert first.live.rooms() == []
    await first.meet(ANA)
    assert first.live.is_on(OWN)
    for at, process in enumerate([first, second, first, second], 1):
        play = await process.submit(OWN, ana, "quit", START + at, f"m{at}")
        assert play
        assert play.verdict.cause is (Cause.ALREADY_FOUND if at > 1 else None)
    with pytest.raises(RoundActive):
        await first.start(OWN, ana, TERMS)
    await second.stop(OWN, ana)
    with pytest.raises(NoRound):
        await first.stop(OWN, ana)
    assert not first.live.is_on(OWN)
    await first.start(OWN, ana, TERMS)
    await second.meet(ANA)
    assert second.live.is_on(OWN)
    await first.stop(OWN, ana)
    await second.meet(ANA)
    assert not second.live.is_on(OWN)


async def test_a_word_for_a_round_of_another_process_takes_one_unit_of_work(house: House) -> None:
    first, second = await house.process(FIRST), await house.process(SECOND)
    await second.start(OWN, ana, TERMS)
    await first.meet(ANA)
    house.store.refusals = 1  # of reads
    for at, process in enumerate([first, second, first], 1):
        assert await process.submit(OWN, ana, f"{at}", START + at, f"m{at}")
    assert house.store.refusals == 1


async def test_words_come_to_the_round_that_another_process_began_since(house: House) -> None:
    first, second = await house.process(FIRST), await house.process(SECOND)
    await second.start(OWN, ana, TERMS)
    await first.meet(ANA)
    assert await first.submit(OWN, ana, "quit", START + 1, "m1")
    await second.stop(OWN, ana)
    house.clock.forward(10)
    begun = await second.start(OWN, ana, TERMS)
    sent = [first.submit(OWN, who, "quit", START + 11, "m2") for who in (ana, ben)]
    for play in await asyncio.gather(*sent):
        assert play
        assert play.verdict.accepted
        assert play.round_id == begun.record.id
    await second.stop(OWN, ana)
    late = await first.submit(OWN, ana, "rest", START + 12, "m3")
    assert late is None
    assert not first.live.is_on(OWN)


async def test_any_process_begins_the_next_round_of_a_match_of_ones_own(house: House) -> None:
    first, second = await house.process(FIRST), await house.process(SECOND)
    await second.start(OWN, ana, TERMS, rounds=3)
    await first.meet(ANA)
    await second.stop(OWN, ana, whole_match=False)
    news = await first.begin(OWN)  # its copy is of the round that was stopped
    assert isinstance(news.event, RoundStarted)
    assert news.record.number == 2


async def test_nothing_is_due_about_the_round_of_another_process(house: House) -> None:
    first, second = await house.process(FIRST), await house.process(SECOND)
    await second.start(OWN, ana, TERMS)
    assert second.due() is None
    await first.sweep()
    assert first.due() == END + GRACE
    house.clock.now = END + GRACE
    assert await second.tick() == []
    assert await first.tick() == []  # it was not known here: words may still wait
    house.clock.forward(GRACE)
    (end,) = await first.tick()
    assert isinstance(end.event, RoundFinished)
    house.clock.forward(2 * 60)
    await second.sweep()
    assert second.live.rooms() == []


async def test_an_end_that_another_process_died_with_is_told_once(house: House) -> None:
    first, second = await house.process(FIRST), await house.process(SECOND)
    await second.start(OWN, ana, TERMS)
    await second.stop(OWN, ana)
    house.clock.forward(3600)  # it may be telling still: Telegram's limits hold it up
    heirs = [first, await house.process(FIRST)]  # of which one has lost the shard, unknowing
    assert [news for each in (*heirs, second) for news in await each.sweep()] == []
    await house.dies(second)
    told = [news for heir in heirs for news in await heir.sweep()]
    assert [type(news.event) for news in told] == [RoundFinished]
    assert [news for heir in heirs for news in await heir.sweep()] == []
    await first.announced(told[0].record.id)
    assert await (await house.process(FIRST)).resume() == []


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_an_end_that_the_store_does_not_let_be_claimed_is_told_a_little_later(
    house: House, fails: str
) -> None:
    first, second = await house.process(FIRST), await house.process()
    await first.start(ROOM, ana, TERMS)
    await first.stop(ROOM, ana)
    await house.dies(first)
    await second.gain(FIRST)
    house.store.fails = fails
    assert await second.resume() == []
    assert second.due() == house.clock.now + RETRY
    assert await second.tick() == []
    house.clock.forward(RETRY)
    (news,) = await second.tick()
    assert isinstance(news.event, RoundFinished)
    assert second.due() is None


async def test_what_a_process_ends_is_not_told_by_another_that_sees_it_over(house: House) -> None:
    first, second = await house.process(FIRST), await house.process(SECOND)
    await second.start(OWN, ana, TERMS)
    await first.sweep()
    assert first.live.is_on(OWN)
    await second.stop(OWN, ana)  # and tells it, as the answer
    house.clock.now = END + GRACE
    assert await first.tick() == []
    house.clock.forward(GRACE)
    assert await first.tick() == []
    assert not first.live.is_on(OWN)


async def test_alone_nothing_more_is_read_of_a_room_without_a_round(house: House) -> None:
    service = RoundsService(house.store, SameGrid(), house.clock, ["discord"])
    await service.resume()
    house.store.fails = "before"
    await service.meet(ANA)
    assert await service.live.load(OWN) is None


class SlowRounds(RoundsService):
    """Rounds that end in time, and return the news of it when a test has them do so."""

    hold: asyncio.Event | None = None

    async def tick(self) -> list[RoundNews]:
        news = await super().tick()
        if news and self.hold:
            await self.hold.wait()
        return news


class Process:
    """A process with a scheduler, whose waits a test ends."""

    def __init__(self, house: House) -> None:
        self.told: list[RoundNews] = []
        self.rounds = SlowRounds(
            house.store, SameGrid(), house.clock, ["discord"], shared=True, owner=house.owner()
        )
        self.scheduler = Scheduler(self.rounds, self._deliver, house.clock, self._wait)
        self.waits: list[tuple[float | None, asyncio.Event]] = []

    async def _deliver(self, news: RoundNews) -> None:
        self.told.append(news)

    async def _wait(self, event: asyncio.Event, seconds: float | None) -> None:
        self.waits.append((seconds, event))
        await event.wait()

    def swept(self) -> None:
        """Let the time between two sweeps go by."""
        for seconds, event in self.waits:
            if seconds == SWEEP:
                event.set()


async def _until(found: Callable[[], object]) -> None:
    for _ in range(1000):
        if found():
            return
        await asyncio.sleep(0)
    raise AssertionError("not found")


async def test_a_scheduler_runs_what_it_gains_and_tells_what_it_has_before_it_lets_go(
    house: House,
) -> None:
    before = await house.process(FIRST)
    await before.start(ROOM, ana, TERMS)
    process = Process(house)
    running = asyncio.create_task(process.scheduler.run())
    caught_up: list[list[Room]] = []

    async def catch_up() -> None:
        caught_up.append(process.rounds.live.rooms())

    await process.scheduler.gain(FIRST, catch_up)
    assert caught_up == [[ROOM]]
    await _until(lambda: process.told)
    other = await house.process(SECOND)
    await other.start(OWN, ben, TERMS)
    process.swept()
    await _until(lambda: process.rounds.live.is_on(OWN))
    process.scheduler.tell(process.told[0])
    await process.scheduler.let_go(FIRST)
    assert len(process.told) == 2
    assert process.rounds.live.rooms() == []
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def _taken_over(house: House) -> tuple[Process, asyncio.Task[None]]:
    """Return a process that has taken over the first shard, with a round there, and its task."""
    before = await house.process(FIRST)
    await before.start(ROOM, ana, TERMS)
    process = Process(house)
    running = asyncio.create_task(process.scheduler.run())

    async def catch_up() -> None:
        pass

    await process.scheduler.gain(FIRST, catch_up)
    await _until(lambda: process.told)
    return process, running


async def test_an_end_that_came_too_late_to_be_told_here_is_left_to_who_serves_the_room(
    house: House,
) -> None:
    process, running = await _taken_over(house)
    held = process.rounds.hold = asyncio.Event()
    house.clock.now = END + 2 * GRACE
    process.rounds.changed.set()
    await _until(lambda: process.rounds.live.rooms() == [])
    await process.scheduler.let_go(FIRST)
    held.set()
    for _ in range(100):
        await asyncio.sleep(0)
    assert not any(isinstance(news.event, RoundFinished) for news in process.told)
    after = await house.process()
    await after.gain(FIRST)
    (news,) = await after.resume()
    assert isinstance(news.event, RoundFinished)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_an_end_that_comes_while_a_shard_is_let_go_is_told_first(house: House) -> None:
    process, running = await _taken_over(house)
    async with process.rounds.live.lock(ROOM):
        house.clock.now = END + 2 * GRACE
        process.rounds.changed.set()
        for _ in range(100):
            await asyncio.sleep(0)  # its end waits for the room
        letting_go = asyncio.create_task(process.scheduler.let_go(FIRST))
        await asyncio.sleep(0)
    await letting_go
    assert any(isinstance(news.event, RoundFinished) for news in process.told)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_round_ends_when_all_that_was_sent_meanwhile_is_read(house: House) -> None:
    first, second = await house.process(FIRST), await house.process()
    await first.start(ROOM, ana, TERMS)
    await second.gain(FIRST)
    house.clock.now = END + 1
    assert await second.submit(ROOM, ana, "quit", END - 2, "m1")
    house.clock.forward(10 * GRACE)  # so much was written there
    assert await second.tick() == []
    late = await second.submit(ROOM, ben, "quit", END - 1, "m2")
    assert late
    assert late.verdict.accepted
    await second.resume()
    house.clock.forward(GRACE)
    [ended] = await second.tick()
    assert isinstance(ended.event, RoundFinished)
    assert [len(card.words) for card in ended.event.result.standing] == [1, 1]


async def test_a_chat_is_served_by_the_process_of_its_shard(house: House) -> None:
    service = await house.process(SECOND)
    assert [service.served.has(room.chat) for room in (ROOM, THERE, OWN)] == [False, True, False]
    assert [service.served.elsewhere(room) for room in (ROOM, THERE, OWN)] == [True, False, True]
