"""The lines of a board in a busy room: short, and with every word that is to be told."""

from bot.messages import Mark, Marking
from bot.presenters.feed import Heard, WordMark, busy_lines
from bot.presenters.wording import wording
from core.ids import PlayerRef
from core.rounds.result import Card
from tests.helpers.crowds import NAMES

ENGLISH = wording("en")


def ref(name: str) -> PlayerRef:
    return PlayerRef("test", name)


def heard(name: str, *words: WordMark, told: bool = False) -> Heard:
    return Heard(words, Marking(words[0].mark, ref(name), told=told, late=True), 0.0)


def shown(heard: list[Heard], most: int = 900, names: list[str] = NAMES) -> list[str]:
    cards = [Card(rank, ref(name), 1000 - rank, (), ()) for rank, name in enumerate(names, 1)]
    lines = busy_lines(cards, heard, lambda player: player.id, ENGLISH, most)
    return ["".join(span.text for span in line) for line in lines]


GOOD, BAD = WordMark(Mark.ACCEPTED, "spider", 27), WordMark(Mark.REFUSED, "wizard")
AGAIN = WordMark(Mark.REPEATED, "more")


def test_a_line_has_points_and_the_newest_words_first() -> None:
    told = [heard("Ana", GOOD, BAD), heard("Ana", AGAIN, told=True)]
    assert shown(told, names=["Ana"]) == ["1. Ana 999 · ❌ wizard ✅ spider 27 🔁 more"]


def test_who_has_only_words_that_were_not_kept_reads_it() -> None:
    lost = heard("Ben", WordMark(Mark.FAILED, "spider"), WordMark(Mark.FAILED, "wizard"))
    assert shown([lost], names=["Ana"]) == ["1. Ana 999", "2. Ben 0 · ⚠️ wizard ⚠️ spider"]
    assert shown([lost], names=[]) == ["1. Ben 0 · ⚠️ wizard ⚠️ spider"]


def test_what_was_covered_stays_covered() -> None:
    hidden = heard("Ana", WordMark(Mark.ACCEPTED, "", 27))
    assert shown([hidden], names=["Ana"]) == ["1. Ana 999 · ✅27"]


def test_who_wrote_nothing_has_a_line_among_the_first_ten_only() -> None:
    lines = shown([heard("Theodora", GOOD)])
    assert len(lines) == 12
    assert lines[9:] == ["10. Jean-Baptiste 990", "20. Theodora 980 · ✅ spider 27", "… +9"]


def test_twenty_lines_are_short_and_name_every_word() -> None:
    everything = [heard(name, GOOD) for name in NAMES] + [heard(name, BAD) for name in NAMES[::2]]
    old = [heard(name, AGAIN, told=True) for name in NAMES]
    lines = shown([*everything, *old], most=750)
    assert sum(len(line) + 1 for line in lines) <= 750
    assert len(lines) == 20
    assert all("✅ spider 27" in line for line in lines)
    assert sum("❌ wizard" in line for line in lines) == 10
    assert not any("🔁" in line for line in lines)  # they were on the board before


def test_of_very_many_words_the_signs_are_left() -> None:
    flood = [heard(name, GOOD, BAD, AGAIN, GOOD) for name in NAMES]
    lines = shown(flood)
    assert sum(len(line) + 1 for line in lines) <= 900
    assert lines[0] == "1. Ana 999 · ✅27 🔁 ❌ ✅27"
