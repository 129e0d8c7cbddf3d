"""Who gives way for whom, against a slow and obvious reference."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.admission import Admission, Standing

SILENT, ASKING, SEATED = Standing


@dataclass
class Visitor:
    """A connection as the reference sees it."""

    name: int
    address: str
    standing: Standing = SILENT


@dataclass
class Slow:
    """The rule, read aloud: all that are in stand in a list, whoever changed last at its end."""

    most: int
    inside: list[Visitor] = field(default_factory=list)
    addresses: dict[Standing, list[str]] = field(default_factory=dict)

    def enter(self, name: int, address: str) -> int | None:
        leaver = None
        if len(self.inside) == self.most:
            lowest = min(each.standing for each in self.inside)
            leaver = self.crowd(lowest)[0]
            self.inside.remove(leaver)
            self.settle()
        self.inside.append(Visitor(name, address))
        return self.told(leaver)

    def know(self, name: int, address: str) -> None:
        for each in self.named(name):
            self.last(each, each.standing, address)

    def ask(self, name: int) -> None:
        for each in self.named(name):
            if each.standing is SILENT:
                self.last(each, ASKING, each.address)

    def unseat(self, name: int) -> None:
        for each in self.named(name):
            if each.standing is SEATED:
                self.last(each, ASKING, each.address)

    def leave(self, name: int) -> None:
        for each in self.named(name):
            self.inside.remove(each)

    def seat(self, name: int) -> int | None:
        for each in self.named(name):
            before = each.standing
            self.last(each, SEATED, each.address)
            tenth = max(self.most // 10, 1)
            if sum(other.standing is SEATED for other in self.inside) <= self.most - tenth:
                return self.told(None)
            crowd = self.crowd(SEATED)
            leaver = crowd[-1] if len(crowd) > tenth else each
            if leaver is each:
                self.last(each, before, each.address)
            else:
                self.inside.remove(leaver)
            return self.told(leaver)
        return name

    def named(self, name: int) -> list[Visitor]:
        return [each for each in self.inside if each.name == name]

    def last(self, each: Visitor, standing: Standing, address: str) -> None:
        self.inside.remove(each)
        self.settle()
        each.standing, each.address = standing, address
        self.inside.append(each)

    def crowd(self, standing: Standing) -> list[Visitor]:
        """Return those of the address with most of a standing; of several, the first one's."""
        self.settle()
        crowds = [
            [each for each in self.inside if (each.standing, each.address) == (standing, address)]
            for address in self.addresses[standing]
        ]
        return max(crowds, key=len)

    def settle(self) -> None:
        """Note which addresses are there, in the order in which they came to be."""
        for standing in Standing:
            present = [each.address for each in self.inside if each.standing is standing]
            known = [each for each in self.addresses.get(standing, []) if each in present]
            self.addresses[standing] = list(dict.fromkeys(known + present))

    def told(self, leaver: Visitor | None) -> int | None:
        self.settle()
        return leaver.name if leaver else None


ACTS = st.lists(
    st.tuples(
        st.sampled_from(
            ["enter", "enter", "enter", "know", "ask", "seat", "seat", "unseat", "leave"]
        ),
        st.integers(0, 30),
        st.sampled_from("ABC"),
    ),
    max_size=120,
)


@given(acts=ACTS, most=st.sampled_from([2, 3, 5, 21]))
def test_the_rule_is_that_of_the_reference(acts: list[tuple[str, int, str]], most: int) -> None:
    fast, slow = Admission[int](most), Slow(most)
    newest = 0
    for act, number, address in acts:
        name = number % (newest + 1)
        slow.settle()
        if act == "enter":
            newest += 1
            assert fast.enter(newest, address) == slow.enter(newest, address)
        elif act == "know":
            fast.know(name, address)
            slow.know(name, address)
        elif act == "seat":
            assert fast.seat(name) == slow.seat(name)
        else:
            getattr(fast, act)(name)
            getattr(slow, act)(name)
        assert len(slow.inside) <= most


@pytest.mark.parametrize("sort", ["silent", "asking", "guests"])
@pytest.mark.parametrize("addresses", [1, 70, 5000])
def test_five_thousand_of_any_sort_throw_no_player_out(sort: str, addresses: int) -> None:
    admission = Admission[str](1000)
    for number in range(90):  # all of one household, the worst of cases
        assert admission.enter(f"player {number}", "home") is None
        assert admission.seat(f"player {number}") is None
    for number in range(5000):
        name = f"hostile {number}"
        thrown = [admission.enter(name, "proxy")]
        if sort != "silent":
            admission.know(name, f"address {number % addresses}")
            admission.ask(name)
        if sort == "guests":
            thrown.append(admission.seat(name))
        assert not any(each and each.startswith("player") for each in thrown)


def test_a_crowd_of_one_address_makes_room_for_others() -> None:
    admission = Admission[str](100)
    for number in range(200):
        admission.enter(f"guest {number}", "crowd")
        admission.ask(f"guest {number}")
        admission.seat(f"guest {number}")
    admission.enter("Ana", "home")
    assert admission.seat("Ana") == "guest 89"  # the newest of those seated
    for number in range(90):
        admission.enter(f"other {number}", f"address {number}")
        admission.seat(f"other {number}")
    admission.enter("Ben", "elsewhere")
    assert admission.seat("Ben") == "Ben"  # nobody has more than a tenth: all keep their seats


@pytest.mark.parametrize("act", ["ask", "seat", "unseat", "leave"])
def test_who_has_left_stays_away(act: str) -> None:
    admission = Admission[str](2)
    for name in ("first", "second", "third"):
        gone = admission.enter(name, "home")
    assert gone == "first"
    assert getattr(admission, act)("first") in (None, "first")
    admission.know("first", "home")
    assert admission.enter("fourth", "home") == "second"
