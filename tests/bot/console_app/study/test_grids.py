"""`seize study grids`, and `seize grid --model dice`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bot.console_app.study.command import study_app
from core.dice import with_dice
from core.errors import SeizeError
from tests.helpers.command import seize

KNOWN = ", ".join(with_dice())
NO_DICE = f"no dice are known for es: use another model, or a language with dice ({KNOWN})"


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch, data_dir: Path) -> None:
    # In this process, so the kernels are the ones of all tests.
    monkeypatch.setenv("SEIZE_CACHE_DIR", str(data_dir))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


def ran(*arguments: object) -> Result:
    return CliRunner().invoke(study_app, ["grids", *map(str, arguments)])


def facts(*arguments: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(ran(*arguments, "--json").stdout)
    return answer


def test_json_is_the_whole_contract() -> None:
    answer = facts("--count", 2000, "--lang", "fr-gutenberg", "--seed", 7)
    assert list(answer) == [
        "lexicon", "language", "rules", "size", "count", "seed", "class_width", "usual", "real",
        "published", "models", "without",
    ]  # fmt: skip
    assert (answer["lexicon"], answer["language"]) == ("fr-gutenberg", "fr")
    assert (answer["rules"], answer["size"]) == ("ruzzle", "4x4")
    assert (answer["count"], answer["seed"], answer["without"]) == (2000, 7, {})
    assert answer["published"] == {"grids": 1_000_000, "hours": 4}
    assert [each["model"] for each in answer["models"]] == ["letters", "pairs", "dice"]
    for each in answer["models"]:
        assert list(each) == [
            "model", "grids", "words", "mean", "median", "most", "usual", "real", "seconds",
            "classes",
        ]  # fmt: skip
        assert sum(each["classes"]) == each["grids"] == 2000
        assert each["mean"] == pytest.approx(each["words"] / 2000, abs=0.001)
        assert len(each["classes"]) == each["most"] // 10 + 1
        assert sum(each["classes"][5:20]) <= 2000 * each["usual"] <= sum(each["classes"][5:21])
        assert sum(each["classes"][25:35]) <= 2000 * each["real"] <= sum(each["classes"][25:36])
    # The published experiment: the great majority hold 50 to 200 words, the game's grids more.
    letters = answer["models"][0]
    assert letters["usual"] > 0.7
    assert letters["real"] < 0.1


def counted(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the models without what depends on the machine."""
    return [each | {"seconds": 0} for each in answer["models"]]


def test_a_seed_draws_the_same_grids() -> None:
    once, again, other = (facts("--count", 300, "--seed", seed) for seed in (1, 1, 2))
    assert counted(once) == counted(again) != counted(other)


def test_a_language_without_dice_goes_on_without() -> None:
    answer = facts("--count", 100, "--lang", "es")
    assert [each["model"] for each in answer["models"]] == ["letters", "pairs"]
    assert answer["without"] == {"dice": NO_DICE}
    lines = ran("--count", 100, "--lang", "es").stdout.splitlines()
    assert lines[-1] == f"without dice: {NO_DICE}"


def test_the_terminal_shows_figures_and_bars() -> None:
    lines = ran("--count", 2000, "--lang", "fr-gutenberg").stdout.splitlines()
    assert lines[0] == "Words in random 4x4 grids (fr-gutenberg, ruzzle)"
    assert lines[1].split() == ["words", "letters", "pairs", "dice"]
    assert lines[2].split() == ["grids", "2,000", "2,000", "2,000"]
    shown = {line.split()[0]: line.split()[1:] for line in lines[2:10]}
    models = facts("--count", 2000, "--lang", "fr-gutenberg")["models"]
    assert shown["mean"] == [f"{each['mean']:.1f}" for each in models]
    assert shown["median"] == [str(each["median"]) for each in models]
    assert shown["50-200"] == [f"{each['usual']:.1%}" for each in models]
    assert shown["250-350"] == [f"{each['real']:.1%}" for each in models]
    bars = [line for line in lines[11:] if re.match(r"\d+(-\d+|\+) ", line)]
    letters = [float(re.findall(r"([\d.]+)%", line)[0]) for line in bars[:5]]
    classes = models[0]["classes"]
    expected = [sum(classes[5 * row : 5 * row + 5]) / 20 for row in range(5)]
    assert letters == pytest.approx(expected, abs=0.006)
    assert any("█" * 10 in line for line in bars)
    assert bars[-1].split()[0].endswith("+")
    assert lines[-1].startswith("D. Müller: 1,000,000 grids by letters in about 4 hours")


@pytest.mark.parametrize("lang", ["fr", "es"])
def test_a_picture(lang: str, tmp_path: Path) -> None:
    picture = tmp_path / "grids.png"
    assert ran("--count", 500, "--lang", lang, "--plot", picture).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--lang", "klingon"], "unknown language or lexicon 'klingon': use one of "),
        (["--plot", "grids"], "write one that ends in .png"),
        (["--plot", "/no/such/folder/g.png"], "cannot write '/no/such/folder/g.png': No such"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_counted(
    arguments: list[str], line: str
) -> None:
    result = ran(*arguments)
    assert isinstance(result.exception, SeizeError)
    assert line in str(result.exception)
    assert result.stdout == ""


def test_no_grids_at_all(data_dir: Path) -> None:
    refused = seize("study", "grids", "--count", "0", data_dir=data_dir)
    assert (refused.status, refused.out, len(refused.err.splitlines())) == (2, "", 1)
    assert "--count is “0”" in refused.err


def test_the_command_counts_as_the_histogram_does(data_dir: Path) -> None:
    asked = ("--lang", "en", "--count", "400", "--seed", "3")
    answer = json.loads(seize("study", "grids", *asked, "--json", data_dir=data_dir).out)
    mean = next(each["mean"] for each in answer["models"] if each["model"] == "dice")
    drawn = seize("grid", "--histogram", "--model", "dice", *asked, data_dir=data_dir)
    assert f"400 grids, {mean:.1f} words a grid" in drawn.out


def test_grids_of_dice(data_dir: Path) -> None:
    asked = ("grid", "--model", "dice", "--lang", "it", "--seed", "5", "--count", "2")
    assert re.fullmatch("([A-Z]{16}\n){2}", seize(*asked, data_dir=data_dir).out)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--size", "5x5"], "seize: Dice fill a 4x4 grid, not 5x5: use another model\n"),
        (["--lang", "es", "--histogram"], f"seize: N{NO_DICE[1:]}\n"),
    ],
)
def test_dice_that_there_are_none_of(arguments: list[str], line: str, data_dir: Path) -> None:
    refused = seize("grid", "--model", "dice", *arguments, data_dir=data_dir)
    assert (refused.status, refused.out, refused.err) == (2, "", line)


def test_nothing_is_packed_for_dice_that_there_are_none_of(tmp_path: Path) -> None:
    refused = seize("grid", "--model", "dice", "--lang", "es", data_dir=tmp_path)
    assert (refused.status, refused.err) == (2, f"seize: N{NO_DICE[1:]}\n")
    assert list(tmp_path.iterdir()) == []
