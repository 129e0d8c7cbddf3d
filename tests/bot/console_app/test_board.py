"""Boards in the terminal: their text as it is, their colours by name."""

import re

import pytest
from rich.console import Console
from rich.segment import Segment

from bot.console_app.board import Board, board_size, plain_board
from bot.presenters.pictures.colours import css, gradient
from core.grid import MULTIPLIERS, Grid, Path
from core.scoring import ruleset
from tests.bot.console_app.play.seats import drawn

RUZZLE = ruleset("ruzzle", "fr")
GRID = Grid.parse("QuITESARTS dtDT.....")
BIG = """\
╭DL───╮╭TL───╮╭DW───╮
│ Qu  ││  I  ││  T  │
╰────9╯╰────1╯╰────1╯
╭TW───╮╭─────╮╭─────╮
│  E  ││  S  ││  A  │
╰────1╯╰────1╯╰────1╯
╭─────╮╭─────╮╭─────╮
│  R  ││  T  ││  S  │
╰────1╯╰────1╯╰────1╯"""
PATH = """\
┏DL━━1┓┏TL━━2┓╭DW───╮
┃ Qu  ┃┃  I  ┃│  T  │
┗━━━━9┛┗━━━━1┛╰────1╯
╭TW───╮┏━━━━3┓╭─────╮
│  E  │┃  S  ┃│  A  │
╰────1╯┗━━━━1┛╰────1╯
╭─────╮╭─────╮╭─────╮
│  R  ││  T  ││  S  │
╰────1╯╰────1╯╰────1╯"""
COMPACT = """\
DL  1 TL  2 DW
 Qu 9  I  1  T  1
TW        3
 E  1  S  1  A  1

 R  1  T  1  S  1"""


@pytest.mark.parametrize(
    ("path", "compact", "text"),
    [((), None, BIG), ((0, 1, 4), None, PATH), ((0, 1, 4), True, COMPACT)],
)
def test_boards_look_like_this(path: Path, compact: bool | None, text: str) -> None:
    assert drawn(Board(GRID, RUZZLE, path, compact=compact)) == text


def test_without_colours_the_text_is_the_same() -> None:
    text = drawn(Board(GRID, RUZZLE, (0, 1, 4)), no_color=True, force_terminal=True)
    assert re.sub(r"\x1b\[[01]m", "", text) == PATH


def test_tiles_have_no_value_where_letters_have_none() -> None:
    text = drawn(Board(GRID, ruleset("boggle", "fr")))
    assert not any(char.isdigit() for char in text)


def test_edges_are_plain_where_nothing_else_can_be_written() -> None:
    console = Console(width=80)
    options = console.options.copy()
    options.encoding = "latin-1"
    lines = console.render_lines(Board(GRID, RUZZLE, (0, 1)), options, pad=False)
    text = "\n".join("".join(segment.text for segment in line) for line in lines)
    assert text.isascii()
    assert text.startswith("+DL--1++TL--2+")


@pytest.mark.parametrize("side", range(2, 9))
def test_every_size_fits_80_columns(side: int) -> None:
    grid = Grid.parse("a" * side * side)
    text = drawn(Board(grid, RUZZLE))
    lines = text.splitlines()
    assert (max(map(len, lines)), len(lines)) == board_size(grid)
    assert board_size(grid)[0] <= 80


def test_a_narrow_terminal_gets_compact_tiles() -> None:
    grid = Grid.parse("a" * 64)
    assert len(drawn(Board(grid, RUZZLE), width=50).splitlines()) == board_size(grid, True)[1]
    assert max(map(len, drawn(Board(grid, RUZZLE), width=10).splitlines())) <= 10


def backgrounds(path: Path = (), grid: Grid = GRID) -> list[str]:
    """Return the background of each tile of the middle line of each row."""
    console = Console(width=80, color_system="truecolor", force_terminal=True)
    lines = console.render_lines(Board(grid, RUZZLE, path), pad=False)
    rows = [[segment for segment in line if segment.text.strip("│┃")] for line in lines[1::3]]
    return [colour(segment) for row in rows for segment in row]


def colour(segment: Segment) -> str:
    assert segment.style
    assert segment.style.bgcolor
    assert segment.style.bgcolor.triplet
    return segment.style.bgcolor.triplet.hex


def test_every_bonus_has_a_colour_of_its_own_and_a_path_goes_from_green_to_red() -> None:
    bonuses = "".join(bonus.code for bonus in MULTIPLIERS).ljust(9, ".")
    grounds = backgrounds(grid=Grid.of("RITESARTS", bonuses))
    coloured = set(grounds[: len(MULTIPLIERS)])
    assert len(coloured) == len(MULTIPLIERS)
    assert not coloured & set(grounds[len(MULTIPLIERS) :])
    path = (0, 1, 4)
    traced = backgrounds(path)
    assert [traced[cell] for cell in path] == [css(gradient(share)) for share in (0, 0.5, 1)]


def test_plain_boards_name_bonuses_and_steps() -> None:
    assert plain_board(GRID) == [
        "Qu(DL)  I(TL)   T(DW)",
        "E(TW)   S       A",
        "R       T       S",
    ]
    assert plain_board(Grid.parse("PERSLATESIND 3x4"), (0, 4, 8))[:2] == [
        "1P  E   R   S",
        "2L  A   T   E",
    ]
