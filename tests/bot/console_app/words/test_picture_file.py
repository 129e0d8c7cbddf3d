"""`seize solve --picture`, run from the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.presenters.pictures.board import Picture
from bot.presenters.pictures.colours import Theme
from core.grid import Grid
from core.scoring import ruleset
from tests.helpers.command import Ran, seize

Command = Callable[..., Ran]
ASKED = ("solve", "CRESAMINILATLSER", "--lang", "fr", "--bonuses", "d..............T")


@pytest.fixture
def run(data_dir: Path) -> Command:
    return lambda *arguments, **options: seize(*arguments, data_dir=data_dir, **options)


@pytest.mark.parametrize("more", [(), ("--json",), ("--limit", "3")])
def test_the_picture_adds_nothing_to_what_is_said(
    run: Command, tmp_path: Path, more: tuple[str, ...]
) -> None:
    file = tmp_path / "grid.png"
    ran = run(*ASKED, *more, "--picture", str(file))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == run(*ASKED, *more).out
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_grid_without_words_has_no_path(run: Command, tmp_path: Path) -> None:
    words, file = tmp_path / "mine.txt", tmp_path / "grid.png"
    words.write_text("zoo\n")
    asked = ("solve", "ETAINSBCDEFGHJKL", "--lang", "fr", "--words", str(words))
    grid, rules = Grid.parse("ETAINSBCDEFGHJKL"), ruleset("ruzzle", "fr")
    for more, theme in (((), Theme.LIGHT), (("--dark",), Theme.DARK)):
        assert run(*asked, "--picture", str(file), *more).status == 0
        assert file.read_bytes() == Picture(grid, rules, theme=theme).png()


def test_the_best_words_path_and_points_are_drawn(run: Command, tmp_path: Path) -> None:
    words, file = tmp_path / "mine.txt", tmp_path / "grid.png"
    words.write_text("été\n")
    asked = ("solve", "ETEXQuITZ", "--lang", "fr", "--words", str(words), "--size", "2x4")
    assert run(*asked, "--picture", str(file), "--dark").status == 0
    grid, rules = Grid.parse("ETEXQuITZ 2x4"), ruleset("ruzzle", "fr")
    expected = Picture(grid, rules, (0, 1, 2), ("été +3",), Theme.DARK)
    assert file.read_bytes() == expected.png()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--picture", "/no/such/g.png"),
            "Cannot write “/no/such/g.png”: No such file or directory",
        ),
        (("--picture", "/"), "“/” is not the name of a picture: write one that ends in .png"),
        (("--dark",), "--dark goes with --picture"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(
    run: Command, arguments: tuple[str, ...], said: str
) -> None:
    ran = run(*ASKED, *arguments)
    assert (ran.status, ran.out, ran.err) == (2, "", f"seize: {said}\n")


def test_a_folder_and_a_full_disk_take_no_picture(run: Command, tmp_path: Path) -> None:
    folder, full = tmp_path / "folder.png", tmp_path / "full.png"
    folder.mkdir()
    full.symlink_to("/dev/full")
    for path, reason in ((folder, "Is a directory"), (full, "No space left on device")):
        ran = run(*ASKED, "--picture", str(path))
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == f"seize: Cannot write “{path}”: {reason}\n"


def test_a_stream_has_no_picture(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "grid.png"
    ran = run("solve", "-", "--picture", str(file), stdin="ABCD\n")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "seize: --picture goes without “-”: it shows one grid\n"
    assert not file.exists()
    french = run("solve", "-", "--picture", str(file), LANG="fr_FR.UTF-8")
    assert french.err.startswith("seize: --picture va sans «\u202f-\u202f»")
