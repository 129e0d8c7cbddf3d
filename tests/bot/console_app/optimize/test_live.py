"""A search in a pseudo-terminal: what is live, and what stays."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.helpers.command import environment
from tests.helpers.terminal import ended, spawn

pytestmark = pytest.mark.slow

Start = Callable[..., pexpect.spawn]
SHOWN, HIDDEN = "\x1b[?25h", "\x1b[?25l"  # the cursor


@pytest.fixture
def start(data_dir: Path, tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts a search in a terminal of some size."""
    children: list[pexpect.spawn] = []

    def start(*arguments: str, **options: Any) -> pexpect.spawn:
        places = environment(tmp_path, SEIZE_CACHE_DIR=str(data_dir))
        children.append(spawn("optimize", *arguments, places=places, **options))
        return children[-1]

    yield start
    for child in children:
        child.close(force=True)


def test_the_best_grid_and_facts_are_live_until_ctrl_c(start: Start) -> None:
    child = start("--lang", "en", "--time", "60", "--target", "90000", "--seed", "5")
    child.expect_exact(HIDDEN)
    child.expect_exact("╭")
    for label in (
        "score", "of 90,000", "objective", "words", "method", "hybrid, seed 5", "evaluations",
        "a second", "since the best", "runs", "time", "s left", "Ctrl-C ends it with the best",
    ):  # fmt: skip
        child.expect_exact(label)
    child.sendintr()
    child.expect_exact(SHOWN)
    child.expect_exact("score: ")
    child.expect_exact("again: seize optimize replay")
    assert ended(child) == 0


def test_a_narrow_terminal_has_the_facts_below(start: Start) -> None:
    child = start("--lang", "en", "--size", "3x3", "--time", "0.3", "--seed", "5", size=(24, 40))
    child.expect(r"score: [\d,]+, 0 s, 0 s left")
    child.expect_exact("score: ")
    assert ended(child) == 0


def test_a_low_terminal_has_small_tiles(start: Start) -> None:
    child = start("--lang", "en", "--time", "0.3", "--seed", "5", size=(12, 80))
    child.expect_exact("Ctrl-C ends it")
    assert "╭" not in child.before
    assert ended(child) == 0


def test_a_dumb_terminal_gets_lines(start: Start) -> None:
    child = start("--lang", "en", "--time", "0.3", "--seed", "5", TERM="dumb")
    child.expect(r"0\.\d s +\d+ +\d+  [A-Z]{16}\r\n")
    assert ended(child) == 0
    assert HIDDEN not in child.before


def test_a_comparison_is_a_live_table(start: Start) -> None:
    child = start(
        "compare", "--lang", "en", "--size", "3x3", "--methods", "ascent,tabu", "--searches", "2",
        "--evaluations", "2000", "--seed", "1",
    )  # fmt: skip
    child.expect_exact("searching, Ctrl-C ends it")
    child.expect_exact("method")
    child.expect_exact(SHOWN)
    child.expect(r"tabu .* 4,000 ")
    child.expect_exact("2 searches each, from seed 1 on")
    assert ended(child) == 0


def test_ctrl_c_ends_a_comparison_with_the_methods_so_far(start: Start) -> None:
    child = start(
        "compare", "--lang", "en", "--methods", "random,hybrid", "--searches", "1", "--time", "0.5"
    )
    child.expect_exact("random ")
    child.sendintr()
    child.expect_exact("1 search each")
    assert ended(child) == 0
