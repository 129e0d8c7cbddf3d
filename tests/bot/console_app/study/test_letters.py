"""`seize study letters`: the table, the JSON, the picture."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bot.console_app.study.command import study_app
from core.errors import SeizeError
from core.lexicon import Lexicon
from tests.helpers.command import seize


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch, data_dir: Path) -> None:
    # In this process, so the kernels are the ones of all tests.
    monkeypatch.setenv("SEIZE_CACHE_DIR", str(data_dir))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


def ran(*arguments: object) -> Result:
    return CliRunner().invoke(study_app, ["letters", *map(str, arguments)])


def facts(*arguments: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(ran(*arguments, "--json").stdout)
    return answer


def test_json_is_the_whole_contract(lexicon: Callable[[str], Lexicon]) -> None:
    answer = facts("--lang", "fr-gutenberg")
    assert list(answer) == [
        "lexicon", "language", "words", "spellings", "letters", "pairs", "best_grids", "used",
        "avoided",
    ]  # fmt: skip
    assert (answer["lexicon"], answer["language"]) == ("fr-gutenberg", "fr")
    assert (answer["words"], answer["spellings"]) == (315_575, 328_460)
    first = answer["letters"][0]
    assert list(first) == [
        "letter", "words", "spellings", "tiles", "words_percent", "spellings_percent",
        "tiles_percent", "published_percent", "grids",
    ]  # fmt: skip
    assert (first["letter"], first["published_percent"]) == ("e", 14.89)
    assert round(first["spellings_percent"], 2) == 14.89
    counts = lexicon("fr-gutenberg").letter_counts
    assert sum(each["words"] for each in answer["letters"]) == counts.sum()
    for kind in ("words", "spellings", "tiles"):
        total = sum(each[f"{kind}_percent"] for each in answer["letters"])
        assert total == pytest.approx(100, abs=0.01)
    pairs = lexicon("fr-gutenberg").pair_counts
    share = round(100 * 104_339 / int(pairs.sum()), 4)
    assert answer["pairs"][0] == {"pair": "er", "count": 104_339, "percent": share}
    assert len(answer["pairs"]) == 30
    assert answer["best_grids"][0] == {
        "grid": "CRESAMINILATLSER", "score": 1634, "objective": "words", "published": True
    }  # fmt: skip
    assert sorted(answer["used"] + answer["avoided"]) == sorted("abcdefghijklmnopqrstuvwxyz")


def test_a_list_that_nobody_published_figures_of() -> None:
    answer = facts("--lang", "es")
    assert "ñ" in answer["avoided"]
    assert {each["published_percent"] for each in answer["letters"]} == {None}
    assert [grid["published"] for grid in answer["best_grids"]] == [False]
    assert "Müller" not in ran("--lang", "es").stdout


def test_the_table_stands_beside_the_published_one() -> None:
    lines = ran("--lang", "fr-gutenberg").stdout.splitlines()
    assert lines[0] == "fr-gutenberg: 315,575 words, 328,460 spellings"
    titles = ["letter", "words %", "spellings %", "Müller %", "best %", "in best"]
    assert lines[1].split() == " ".join(titles).split()
    assert lines[2].split() == ["E", "14.74", "14.89", "14.89", "13.75", "5/5"]
    assert lines[9].split() == ["O", "5.84", "5.82", "5.82", "0.00", "0/5"]
    assert "best grid: CRESAMINILATLSER, 1,634 words (Müller)" in lines
    assert "best grid: LSERILATAMINPRES, 31,112 points (hall of fame)" in lines
    assert "they use E S A I R N T L C M D P; never O U G B F H Z V Q Y X J K W" in lines
    assert lines[-1].startswith("most frequent pairs: ER 3.65 %, ")


def test_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "letters.png"
    assert ran("--lang", "de", "--plot", picture).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--lang", "klingon"], "unknown language or lexicon 'klingon': use one of "),
        (["--plot", "letters.pdf"], "write one that ends in .png"),
        (["--plot", "/no/such/folder/l.png"], "cannot write '/no/such/folder/l.png': No such"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_counted(
    arguments: list[str], line: str
) -> None:
    result = ran(*arguments)
    assert isinstance(result.exception, SeizeError)
    assert line in str(result.exception)
    assert result.stdout == ""


def test_a_picture_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # as where it is not installed
    for command in ("letters", "grids"):
        result = CliRunner().invoke(study_app, [command, "--plot", str(tmp_path / "l.png")])
        assert "--plot needs matplotlib" in str(result.exception)


def test_the_command(data_dir: Path) -> None:
    answer = seize("study", "letters", "--lang", "en-enable", data_dir=data_dir)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith("en-enable: 170,494 words, ")
    refused = seize("study", "letters", "--lang", "klingon", data_dir=data_dir)
    assert (refused.status, refused.out, len(refused.err.splitlines())) == (2, "", 1)
