"""Refusals of impossible searches: one line, before anything is searched."""

from pathlib import Path

import pytest

from tests.bot.console_app.optimize.conftest import Command

BAD = [
    (["--objective", "luck"], "Unknown objective “luck”: use words, points"),
    (["--objective", "common"], "The lexicon small does not tell which words are common"),
    (["--method", "luck"], "--method is “luck”"),
    (["--preset", "luck"], "--preset is “luck”"),
    (["--preset", "muller"], "The preset muller has no method hybrid: use one of random"),
    (["--set", "speed=5"], "The method hybrid has no parameter “speed”: use one of start"),
    (["--set", "start=fast"], "start takes a number, not “fast”"),
    (["--set", "start=-1"], "start is -1.0: from "),
    (["--size", "2x2", "--objective", "points", "--bonus-round", "3"], "need 5 tiles"),
    (["--objective", "points", "--bonuses", "........"], "Bonuses: 8"),
    (["--set", "start"], "--set takes NAME=VALUE, such as effort=80: “start”"),
    (["--letters", "abc", "--without", "abc"], "No letter is left that a tile could bear"),
    (["--letters", "a5"], "“5” in “a5” cannot be used: the letters are"),
    (["--needed", "abcde"], "must appear, but is not allowed or has no tile left"),
    (["--fixed", "ab"], "The fixed tiles are 2, the grid has 4"),
    (["--contains", "abcab"], "can hold the word “abcab”"),
    (["--far-from", "ABAB"], "--far-from and --distance go together"),
    (["--distance", "3"], "--far-from and --distance go together"),
    (["--far-from", "ABAB", "--distance", "5"], "No two grids of 4 tiles differ in 5: from 1 to 4"),
    (["--far-from", "ABABABABA", "--distance", "2"], "has another size"),
    (["--bonuses", "T...", "--bonus-round", "1"], "--bonuses goes without --bonus-round"),
    (["--bonuses", "T..."], "Bonuses go with an objective of points"),
    (["--bonus-round", "1", "--objective", "points", "--rules", "boggle"], "by the rules of Ruz"),
    (["--bonus-round", "3", "--objective", "points"], "5"),
    (["--bonuses", "X...", "--objective", "points"], "“X”"),
    (["--size", "9x9"], "A 9x9 grid cannot be played"),
    (["--size", "big"], "“big” is not a size"),
    (["--seed", "-1"], "--seed is"),
    (["--time", "0"], "--time is"),
    (["--time", "nan"], "--time is"),
    (["--evaluations", "0"], "--evaluations is"),
    (["--target", "-1"], "--target is"),
    (["--workers", "0"], "--workers is"),
    (["--dask", "x", "--processes"], "--dask goes without --processes"),
    (["--plot", "best.jpg"], "is not the name of a picture: write one that ends in .png"),
    (["--plot", "no/such/folder.png"], "Cannot write “no/such/folder.png”"),
    (["--lang", "tlh"], "Unknown language or lexicon “tlh”"),
    (["--letters", "abc", "fame"], "Options stand behind the command: seize optimize fame --"),
]


@pytest.mark.parametrize(("arguments", "line"), BAD, ids=lambda x: str(x)[:40])
def test_it_is_refused_in_one_line(
    arguments: list[str], line: str, small: Command, tmp_path: Path
) -> None:
    ran = small(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert line in ran.err
    assert ran.err.startswith("seize: ")
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_a_file_of_words_that_cannot_be_read(run: Command, tmp_path: Path) -> None:
    for file in (tmp_path / "none.txt", tmp_path):
        ran = run("--words", str(file))
        assert ran.status == 2
        assert str(file) in ran.err
        assert ran.err.count("\n") == 1


def test_help_names_the_commands(run: Command) -> None:
    ran = run("--help")
    assert ran.status == 0
    for name in ("compare", "fame", "replay", "prove", "--far-from"):
        assert name in ran.out
    assert run("compare", "--help").status == run("replay", "--help").status == 0
