"""Rounds in a pseudo-terminal: keys in, a screen out, and the terminal as it was afterwards."""

import signal
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.helpers.command import environment
from tests.helpers.terminal import ended, spawn

pytestmark = pytest.mark.slow

Start = Callable[..., pexpect.spawn]
ALTERNATE, NORMAL = "\x1b[?1049h", "\x1b[?1049l"


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that starts a round and waits for its board."""
    children: list[pexpect.spawn] = []

    def start(*arguments: str, **env: Any) -> pexpect.spawn:
        module = "tests.bot.console_app.play.terminal"
        children.append(spawn(*arguments, module=module, **env))
        return children[-1]

    yield start
    for child in children:
        child.close(force=True)


def echoes(child: pexpect.spawn) -> bool:
    """Return whether the terminal shows what is typed and waits for whole lines."""
    local = termios.tcgetattr(child.child_fd)[3]
    return bool(local & termios.ECHO and local & termios.ICANON)


def test_words_are_typed_mended_and_answered(start: Start) -> None:
    child = start("60", "en")
    child.expect_exact(ALTERNATE)
    child.expect_exact("Type a word")
    assert not echoes(child)
    child.send("quut\x7f\x7fit")
    child.expect_exact("QUIT")
    child.send("\r")
    child.expect_exact("12 points")
    child.expect_exact("+12 quit")
    child.send("zoo\r")
    child.expect_exact("zoo: no Z on the grid")
    child.send("ést")
    child.expect_exact("ÉST")
    child.send("\r")
    child.expect_exact("+3 èst")
    child.send("e\x1b[D\x1b[3~\x1bOPst\r")  # arrow, Delete, F1: no letters
    child.expect_exact("èst: already found")
    child.send("rest\x15tas\x0c\r")  # Ctrl-U, Ctrl-L
    child.expect_exact("+7 tas")
    child.send("\x03")
    child.expect_exact(NORMAL)
    child.expect_exact("The round is over.")
    child.expect_exact("22 of 43 (51%)")
    child.expect_exact("quits +13")
    assert ended(child) == 0


def test_a_path_is_green_at_its_start_and_red_at_its_end(start: Start) -> None:
    child = start("60", "en", COLORTERM="truecolor")
    child.expect_exact("Type a word")
    child.send("\x04")
    child.expect_exact(NORMAL)
    child.expect_exact("48;2;63;198;108m")
    child.expect_exact("48;2;247;105;88m")
    assert ended(child) == 0


def test_the_deadline_ends_the_round_by_itself(start: Start) -> None:
    child = start("2", "fr")
    child.expect_exact("0:02")
    child.send("quit\rres")
    child.expect_exact("+12 quit")
    child.expect_exact("0:01")
    child.expect_exact("0:00")
    child.send("t\r")  # too late, and not for the shell
    child.expect_exact("Temps écoulé\u202f!")
    child.expect_exact("12 sur 43")
    assert ended(child) == 0
    assert "rest\r" not in child.before


@pytest.mark.parametrize(
    ("language", "hint", "card"),
    [
        ("de", "Tipp ein Wort", "Die Runde ist vorbei."),
        ("es", "Escribe una palabra", "La ronda ha terminado."),
        ("it", "Scrivi una parola", "Il round è finito."),
    ],
)
def test_other_languages_are_spoken(start: Start, language: str, hint: str, card: str) -> None:
    child = start("60", language, NO_COLOR="1")
    child.expect_exact(hint)
    child.send("\x03")
    child.expect_exact(card)
    assert ended(child) == 0


def test_a_match_waits_for_enter_and_can_be_left(start: Start) -> None:
    child = start("60", "en", "match")
    child.expect_exact("Round 1 of 3")
    child.expect_exact("Type a word")
    child.send("quit\r")
    child.expect_exact("+12 quit")
    child.send("\x03")
    child.expect_exact("Press Enter for round 2 of 3")
    assert echoes(child)
    child.send("\r")
    child.expect_exact("Round 2 of 3")
    child.expect_exact("Type a word")
    child.send("\x04")
    child.expect_exact("Press Enter for round 3 of 3")
    child.sendintr()
    child.expect_exact("The match is over.")
    child.expect_exact("Total: 12")
    assert ended(child) == 0


def test_a_resize_redraws(start: Start) -> None:
    child = start("60", "en")
    child.expect_exact("Type a word")
    child.setwinsize(9, 60)
    child.expect_exact(" Qu\x1b")  # compact tiles have no edges
    child.send("\x03")
    assert ended(child) == 0


def test_sigterm_leaves_the_terminal_as_it_was(start: Start) -> None:
    child = start("60", "en")
    child.expect_exact("Type a word")
    assert not echoes(child)
    child.kill(signal.SIGTERM)
    child.expect_exact(NORMAL)
    assert ended(child) == 128 + signal.SIGTERM


def test_sigint_ends_with_the_card(start: Start) -> None:
    child = start("60", "en")
    child.expect_exact("Type a word")
    child.send("quit\r")
    child.expect_exact("+12 quit")
    child.kill(signal.SIGINT)
    child.expect_exact("The round is over.")
    child.expect_exact("12 of 43")
    assert ended(child) == 0


def test_a_dumb_terminal_gets_plain_lines(start: Start) -> None:
    child = start("60", "en", TERM="dumb")
    child.expect_exact("One word a line.")
    child.sendline("quit")
    child.expect_exact("+12 quit")
    child.sendeof()
    child.expect_exact("The round is over.")
    assert ended(child) == 0
    assert ALTERNATE not in child.before


def test_ctrl_c_ends_plain_lines_with_the_card(start: Start) -> None:
    child = start("60", "en", TERM="dumb")
    child.expect_exact("One word a line.")
    child.sendline("quit")
    child.expect_exact("+12 quit")
    child.sendintr()
    child.expect_exact("The round is over.")
    child.expect_exact("12 of 43")
    assert ended(child) == 0


def test_ctrl_c_ends_a_match_by_lines(start: Start) -> None:
    child = start("60", "en", "match", TERM="dumb")
    child.expect_exact("One word a line.")
    child.sendintr()
    child.expect_exact("The match is over.")
    child.expect_exact("Total: 0")
    assert ended(child) == 0


def test_enter_after_a_round_deals_another(data_dir: Path, tmp_path: Path) -> None:
    places = environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{tmp_path}/seize.db")
    child = spawn("play", "--lang", "en", "--seed", "1", places=places)
    for again in ("--seed 1\r\n", "--seed "):
        child.expect_exact("Type a word")
        child.send("\x03")
        child.expect_exact(NORMAL)
        child.expect_exact(f"The same once more: seize play --lang en {again}")
        child.expect_exact("Press Enter to play again, Ctrl-C to leave.")
        assert echoes(child)
        if again.endswith("\n"):
            child.send("\r")
    child.sendintr()
    assert ended(child) == 0


def test_what_cannot_be_kept_is_said_in_the_round_and_over_the_card(start: Start) -> None:
    child = start("60", "en", "full")
    child.expect_exact("Type a word")
    child.send("quit\r")
    child.expect_exact("No room left to write to the database here")
    child.send("\x03")
    child.expect_exact(NORMAL)
    child.expect_exact("The round is over.")
    child.expect_exact("No room left to write to the database here")
    child.expect_exact("0 of 43 (0%)")
    assert ended(child) == 0
