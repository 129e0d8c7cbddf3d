"""Screens of every size, and the end of a round."""

import pytest
from rich.text import Text

from bot.console_app.play.view import Moment, Said, finished, running, tone
from bot.presenters.wording import wording
from core.grid import Grid
from core.languages import languages
from core.rounds.lessons import Lessons
from core.solver.solution import Solution
from tests.bot.console_app.play.seats import drawn
from tests.core.rounds.boards import ANA, SOLUTION, START
from tests.core.rounds.boards import running as started

SAID = (Said("+12 quit", True), Said("zoo: no Z on the grid", False))
LONG = Said("bcdfgh: " + "so long that it takes more than one line " * 2, False)
MOMENT = Moment(SOLUTION, 61.2, 120, 12, 1, "est", (3, 4, 7), SAID, "Round 1 of 3")
BESIDE = """
  ╭─────╮╭─────╮╭─────╮  Round 1 of 3
  │ Qu  ││  I  ││  T  │  1:02 · 12 points · 1 word
  ╰────9╯╰────1╯╰────1╯  ━━━━━━━━━━━━━━━━━━━━
  ┏━━━━1┓┏━━━━2┓╭─────╮  > EST
  ┃  E  ┃┃  S  ┃│  A  │
  ┗━━━━1┛┗━━━━1┛╰────1╯  +12 quit
  ╭─────╮┏━━━━3┓╭─────╮  zoo: no Z on the grid
  │  R  │┃  T  ┃│  S  │
  ╰────1╯┗━━━━1┛╰────1╯"""


def test_a_running_round_looks_like_this() -> None:
    assert drawn(running(MOMENT, wording("en"), (80, 24))) == BESIDE


@pytest.mark.parametrize("side", range(2, 9))
@pytest.mark.parametrize("size", [(80, 24), (60, 30), (50, 40), (132, 50), (120, 20)])
def test_clock_and_input_fit_with_every_grid(side: int, size: tuple[int, int]) -> None:
    grid = Grid.parse("a" * side * side)
    moment = Moment(
        Solution(grid, SOLUTION.rules, ()), 61.2, 120, 0, 0, "xyz", said=(*SAID, LONG) * 30
    )
    lines = drawn(running(moment, wording("de"), size), width=size[0]).splitlines()
    assert max(map(len, lines)) <= size[0]
    screen = "\n".join(lines[: size[1]])
    assert screen.count("A") == side * side
    for needed in ("1:02", "> XYZ", "+12 quit"):
        assert needed in screen


def test_a_tiny_terminal_shows_what_it_can() -> None:
    lines = drawn(running(MOMENT, wording("en"), (20, 5)), width=20).splitlines()
    assert lines
    assert max(map(len, lines)) <= 20


@pytest.mark.parametrize("language", languages())
def test_the_end_shows_each_word_within_reach_on_a_grid(language: str) -> None:
    game = started(players=(ANA,))
    game.submit(ANA, "quits", START + 1)
    result = game.stop(START + 2).result
    text = drawn(finished(result, Lessons(result.missed[:3]), ANA, wording(language), 80))
    assert text.count("┏━━━━1┓┏━━━━2┓┏━━━━3┓") == 1
    words = ("quit +12", "rest +7", "tas +7")
    assert [each for each in text.splitlines() if all(word in each for word in words)]
    assert len(text.splitlines()) <= 24


@pytest.mark.parametrize(("columns", "abreast"), [(30, 1), (40, 2), (60, 3)])
def test_boards_stand_below_each_other_where_it_is_narrow(columns: int, abreast: int) -> None:
    result = started(players=(ANA,)).stop(START + 1).result
    lessons = Lessons(result.missed[:3])
    text = drawn(finished(result, lessons, ANA, wording("it"), columns), width=columns)
    assert max(map(len, text.splitlines())) <= columns
    captions = [line for line in text.splitlines() if line.startswith("  quits +13")]
    assert captions[0].count("+") == abreast
    assert "Punti" in text


def test_the_end_without_missed_words_has_no_path() -> None:
    game = started(players=(ANA,))
    for found in SOLUTION:
        game.submit(ANA, found.word, START + 1)
    result = game.stop(START + 2).result
    assert "┏" not in drawn(finished(result, Lessons(), ANA, wording("en"), 80))


def test_verdicts_are_never_markup() -> None:
    said = tone(Said("[red]:smile:[/red] \\[b]", False))
    assert isinstance(said, Text)
    assert drawn(said) == "[red]:smile:[/red] \\[b]"
