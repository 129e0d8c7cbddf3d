"""Words that come faster than anybody reads."""

from collections.abc import Sequence

import pytest

from core.daily.pace import hurry
from core.ids import PlayerRef
from core.rounds.events import WordAccepted, WordJudged, WordRefused
from core.rounds.verdict import Cause, Verdict
from core.solver.solution import FoundWord

ANA = PlayerRef("test", "ana")


def plays(times: Sequence[float], refused: Sequence[float] = ()) -> list[WordJudged]:
    found = FoundWord("mot", "mot", 5, (0, 1, 2))
    accepted = [WordAccepted(1, ANA, Verdict("mot", found), 1000 + at, None) for at in times]
    misses = Verdict("zut", cause=Cause.NOT_IN_DICTIONARY)
    return [*accepted, *(WordRefused(1, ANA, misses, 1000 + at, None) for at in refused)]


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([], 0),
        ([0.0, 0.0, 0.0], 0),  # seen at a glance
        ([0.0, 0.0, 0.0, 0.0], 1),
        ([2.0 + n for n in range(100)], 0),  # a word a second, on and on
        ([n / 2 for n in range(100)], 22),  # two a second
        ([40.0] * 60, 0),  # a form, filled in meanwhile
        ([1.0] * 60, 55),
    ],
)
def test_hurry_is_what_exceeds_reading(times: list[float], expected: int) -> None:
    assert hurry(plays(times), 1000.0) == expected


def test_what_is_refused_is_no_hurry() -> None:
    assert hurry(plays([5.0], refused=[0.1] * 50), 1000.0) == 0


def test_the_order_of_arrival_is_no_matter() -> None:
    times = [30.0, 0.0, 0.0, 1.0, 0.0, 0.0, 12.0]
    assert hurry(plays(times), 1000.0) == hurry(plays(sorted(times)), 1000.0) == 1
