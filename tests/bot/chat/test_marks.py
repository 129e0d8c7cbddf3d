"""The order of marks that wait."""

from bot.chat.marks import FRESH, UNSEEN, Marks, Waiting
from bot.messages import Mark
from core.ids import PlayerRef
from tests.helpers.marks import marking


def queue(*written: tuple[str, float]) -> Marks:
    """Return the marks of messages by who wrote them when; they are numbered from 0."""
    marks = Marks()
    for number, (name, since) in enumerate(written):
        who = marking(Mark.ACCEPTED, PlayerRef("test", name))
        marks.add(Waiting(number, who, since))
    return marks


def taken(marks: Marks, *times: float) -> list[int]:
    found = [marks.take(now) for now in times]
    return [each.message_id for each in found if each]


def test_those_in_time_come_in_order() -> None:
    assert taken(queue(("a", 0), ("b", 1), ("c", 2)), 2, 2, 2, 2) == [0, 1, 2]


def test_of_those_too_late_the_newest_come_first() -> None:
    marks = queue(("a", 0), ("b", 1), ("c", 9), ("d", 9.5))
    assert taken(marks, *[10] * 4) == [2, 3, 1, 0]


def test_every_player_comes_before_anybody_comes_twice() -> None:
    marks = queue(("a", 0), ("a", 0.1), ("b", 0.2), ("a", 0.3), ("c", 0.4))
    assert taken(marks, *[1] * 5) == [0, 2, 4, 1, 3]
    later = queue(("a", 0), ("a", 1), ("b", 1 + FRESH))
    assert taken(later, 0, 0.5 + FRESH, 1 + FRESH) == [0, 1, 2]


def test_who_is_told_or_has_waited_too_long_is_left_out() -> None:
    marks = queue(("a", 0), ("b", 10), ("c", 10))
    told = marks.take(10)
    assert told
    told.marking.told = True
    marks.add(told)
    assert marks.drop(UNSEEN) == 2
    assert taken(marks, UNSEEN, UNSEEN) == [2]


def test_of_many_one_is_kept_for_the_last_moment() -> None:
    few, many = ([("a", 1.0), ("b", 1.1), ("c", 1.2)], [("d", 1.3), ("e", 1.4)])
    assert queue(*few).spare(1.5) == 0
    crowd = queue(*few, *many)
    assert crowd.spare(1.5) == FRESH - 1.0
    assert crowd.spare(1.0 + FRESH) == 0
    assert crowd.spare(1.1 + FRESH) == 0
