"""`seize study wordle`: the table, the JSON, what is refused."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.console_app.study.command import study_app
from tests.helpers.command import seize


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch, data_dir: Path) -> None:
    monkeypatch.setenv("SEIZE_CACHE_DIR", str(data_dir))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


def test_json_is_the_whole_contract() -> None:
    arguments = ["wordle", "--lang", "fr", "--length", "4", "--limit", "0.05", "--json"]
    answer = json.loads(CliRunner().invoke(study_app, arguments).stdout)
    assert list(answer) == ["language", "length", "answers", "guesses", "word", "bits", "ways"]
    assert (answer["language"], answer["length"], answer["word"]) == ("fr", 4, "raie")
    marks, once, columns = answer["ways"]
    assert [way["name"] for way in answer["ways"]] == [
        "all marks", "each word once", "columns of marks",
    ]  # fmt: skip
    assert columns["done"] == answer["guesses"] > once["done"] > marks["done"] >= 1
    assert marks["whole"] == pytest.approx(marks["seconds"] * answer["guesses"] / marks["done"])


def test_the_table_tells_what_was_done() -> None:
    arguments = ["wordle", "--lang", "fr", "--length", "4", "--limit", "0.05"]
    shown = CliRunner().invoke(study_app, arguments).stdout
    assert "most information: RAIE, " in shown
    assert "columns of marks" in shown


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--lang", "tlh"], "tlh"),
        (["--length", "3"], "--length"),
        (["--length", "7"], "--length"),
        (["--limit", "nan"], "--limit"),
        (["--limit", "0"], "--limit"),
    ],
)
def test_what_it_cannot_do_gets_a_line(arguments: list[str], why: str, data_dir: Path) -> None:
    done = seize("study", "wordle", *arguments, data_dir=data_dir)
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert why in done.err
