import asyncio

from bot.telegram_app.lanes import Go, Job, Lanes
from bot.telegram_app.queues import AT_ONCE, EACH, Traffic

SPOT = (-1, 0)


class Road:
    """Jobs that note when they begin, and end when they are let."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}

    def job(self, name: str, *, goes: bool = False) -> Job:
        gate = self.gates[name] = asyncio.Event()

        async def work(go: Go) -> None:
            self.begun.append(name)
            if goes:
                go()
            await gate.wait()

        return work

    async def open(self, *names: str) -> None:
        for name in names:
            self.gates[name].set()
        await rest()


async def rest() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_words_wait_for_nothing_beside_them() -> None:
    traffic, road = Traffic(Lanes()), Road()
    traffic.beside(-1, 1, "command", road.job("solve"))
    traffic.word(SPOT, road.job("word"))
    await rest()
    assert road.begun == ["solve", "word"]


async def test_a_players_own_are_done_in_order_and_others_at_once() -> None:
    traffic, road = Traffic(Lanes()), Road()
    for player, kind, name in (
        (1, "command", "first"),
        (1, "command", "second"),
        (1, "press", "press"),
        (2, "command", "other"),
    ):
        traffic.beside(-1, player, kind, road.job(name))
    await rest()
    assert road.begun == ["first", "press", "other"]
    await road.open("first")
    assert road.begun[3:] == ["second"]


async def test_so_many_of_a_chat_are_done_at_once() -> None:
    traffic, road = Traffic(Lanes()), Road()
    names = [f"of {player}" for player in range(AT_ONCE + 2)]
    for player, name in enumerate(names):
        traffic.beside(-1, player, "command", road.job(name))
    traffic.beside(-2, 1, "command", road.job("elsewhere"))
    await rest()
    assert road.begun == [*names[:AT_ONCE], "elsewhere"]
    await road.open(names[0])
    assert road.begun[-1] == names[AT_ONCE]


async def test_one_player_has_so_many_waiting() -> None:
    lanes = Lanes()
    traffic, road = Traffic(lanes), Road()
    ended = [
        traffic.beside(-1, 1, "command", road.job(f"{number}", goes=number == 0))
        for number in range(EACH)
    ]
    assert all(ended)
    assert traffic.beside(-1, 1, "command", road.job("too many")) is None
    await rest()
    # The first is only being sent.
    assert road.begun == ["0", "1"]
    assert traffic.beside(-1, 1, "command", road.job("one more"))
    for number in range(EACH):
        assert traffic.turn(SPOT, 1, road.job(f"turn {number}"), lambda: True)
    assert traffic.turn(SPOT, 1, road.job("too many"), lambda: True) is None
    await lanes.close()


async def test_a_turn_comes_after_the_words_before_it_and_before_those_behind() -> None:
    traffic, road = Traffic(Lanes()), Road()
    traffic.word(SPOT, road.job("before"))
    ended = traffic.turn(SPOT, 1, road.job("turn"), lambda: True)
    traffic.word(SPOT, road.job("behind"))
    traffic.word((-1, 5), road.job("other topic"))
    await rest()
    assert road.begun == ["before", "other topic"]
    await road.open("before")
    assert road.begun[2:] == ["turn"]
    assert ended
    assert not ended.is_set()
    await road.open("turn")
    assert ended.is_set()
    assert road.begun[3:] == ["behind"]


async def test_words_pass_a_turn_that_is_slow_and_other_turns_do_not() -> None:
    traffic, road = Traffic(Lanes()), Road()
    ended = traffic.turn(SPOT, 1, road.job("stop"), lambda: False)
    traffic.word(SPOT, road.job("word"))
    await rest()
    assert road.begun == ["word", "stop"]
    assert ended
    assert not ended.is_set()
    traffic.turn(SPOT, 2, road.job("play"), lambda: True)
    traffic.word(SPOT, road.job("another"))
    await road.open("word")
    assert road.begun[2:] == ["another"]
    await road.open("stop")
    assert road.begun[3:] == ["play"]
    assert ended.is_set()
