"""What platforms said of members, and for how long it holds."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.web_app import memberships as memberships_module
from bot.web_app.memberships import FRESH, KEPT, Memberships
from core.ids import PlayerRef, Room
from tests.helpers.chat import ROOM, ana, ben
from tests.helpers.fakes import FakeClock

ANSWERS = st.lists(
    st.tuples(st.sampled_from([1.0, FRESH, 100.0, KEPT]), st.sampled_from([True, False, None])),
    max_size=30,
)


@given(answers=ANSWERS)
def test_a_yes_holds_for_a_time_and_nothing_else_lets_in(
    answers: list[tuple[float, bool | None]],
) -> None:
    async def play() -> None:
        steady = FakeClock()
        memberships, told = Memberships(steady), list[tuple[float, bool]]()
        for seconds, answer in answers:
            steady.now += seconds

            async def ask(*_: object, answer: bool | None = answer) -> bool | None:
                if answer is not None:
                    told.append((steady.now, answer))
                return answer

            holds = await memberships.holds(ROOM, ana.ref, ask)
            at, last = told[-1] if told else (0.0, None)  # the last that the platform said
            age = steady.now - at
            assert holds == (last if last is False and age < FRESH else None) or last is True
            assert (holds is True) == (last is True and age < KEPT)
            assert await memberships.holds(ROOM, ben.ref, _nothing) is None

    asyncio.run(play())


async def _nothing(_: Room, __: PlayerRef) -> bool | None:
    return None


async def test_an_answer_is_not_asked_for_again_at_once() -> None:
    steady, asked = FakeClock(), list[float]()
    memberships = Memberships(steady)

    async def ask(_: Room, __: PlayerRef) -> bool:
        asked.append(steady.now)
        return True

    for _ in range(120):
        assert await memberships.holds(ROOM, ana.ref, ask)
        steady.now += 1
    assert len(asked) == 120 / FRESH


async def test_a_platform_that_does_not_answer_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memberships_module, "_PATIENCE", 0.01)

    async def ask(_: Room, __: PlayerRef) -> bool:
        await asyncio.Event().wait()
        return True

    assert await Memberships(FakeClock()).holds(ROOM, ana.ref, ask) is None


async def test_answers_are_forgotten() -> None:
    steady = FakeClock()
    memberships = Memberships(steady)

    async def ask(_: Room, __: PlayerRef) -> bool:
        return True

    for number in range(20_000):
        await memberships.holds(ROOM, PlayerRef("test", str(number)), ask)
        steady.now += 0.2
    assert len(memberships._known) < 6000
