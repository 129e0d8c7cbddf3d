"""Places with room for so many."""

from core.services.crowds import Crowds, once


def test_a_place_holds_so_many_and_so_many_of_each() -> None:
    crowds = Crowds(3, 2)
    first, second = crowds.enter("here", 1), crowds.enter("here", 1)
    assert first
    assert second
    assert crowds.enter("here", 1) is None
    third = crowds.enter("here", 2)
    assert third
    assert crowds.enter("here", 3) is None
    elsewhere = crowds.enter("there", 3)
    assert elsewhere
    first()
    first()
    again = crowds.enter("here", 1)
    assert again
    assert crowds.enter("here", 1) is None
    for leave in (second, third, elsewhere, again):
        leave()
    assert len(crowds) == 0


def test_once() -> None:
    calls = list[int]()
    act = once(lambda: calls.append(1))
    act()
    act()
    assert calls == [1]
