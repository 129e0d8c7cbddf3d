"""`seize study structures` on a short list, for hardly any time."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.console_app.durations import duration
from bot.console_app.study import command as cli_study
from bot.console_app.study.structures import taken
from core.generator import generator, random_grids
from core.scoring import ruleset
from core.solver.reference import solve_slowly
from core.study.runner import Run
from tests.helpers.command import SEIZE, Ran, environment, seize
from tests.helpers.pictures import opened
from tests.helpers.strategies import lexicon_of
from tests.helpers.terminal import ended, spawn

Command = Callable[..., Ran]
ENDINGS = ("", "s", "nt", "ras", "ront", "rait", "raient", "mes")
STEMS = ("ai", "an", "are", "ete", "ire", "lai", "nie", "ose", "ran", "rie", "sale", "tire", "use")
WORDS = sorted({stem + ending for stem in STEMS for ending in ENDINGS})
CHARTS = ["hybrid-search.png", "hybrid-total.png", "structures.png"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    (folder / "words.txt").write_text("\n".join(WORDS))
    (folder / "charts").mkdir()
    return folder


@pytest.fixture(scope="module")
def little(folder: Path) -> tuple[str, ...]:
    words = ("--lang", "fr", "--words", str(folder / "words.txt"))
    return ("study", "structures", *words, "--grids", "2", "--seed", "3", "--limit", "0.01")


@pytest.fixture(scope="module")
def run(data_dir: Path, little: tuple[str, ...]) -> Command:
    return lambda *options: seize(*little, *options, data_dir=data_dir)


@pytest.fixture(scope="module")
def tables(run: Command, folder: Path) -> Ran:
    return run("--plot", str(folder / "charts"))


@pytest.fixture(scope="module")
def told(run: Command) -> Ran:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cli_study, "_EVERY", 0.0)
        return run("--json")


@pytest.fixture(scope="module")
def study(told: Ran) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(told.out)
    return facts


def test_prints_every_table(tables: Ran) -> None:
    assert tables.status == 0
    *printed, agreement = tables.out.rstrip("\n").split("\n\n")
    structures, searches, heights, letters = (table.splitlines()[2:] for table in printed)
    assert [len(rows) for rows in (structures, searches, heights, letters)] == [9, 28, 16, 3]
    assert structures[0].startswith("list ")
    assert structures[-1].startswith("packed graph, compiled ")
    assert re.match(r"4x4 +brute force +hash set .* 430 s \(Ruby article\) *$", searches[15])
    assert re.match(r" +3 +\d+ +\d+\.\d +\d+ +136 +7,087 ", heights[3])
    assert letters[1].rstrip().endswith("2.23 s (Java report)")
    # Nothing follows so many paths in so little time.
    hopeless = r"about [\d,.]+ (s|minutes|hours): 0\.\d+ % of it ran in [\d.,]+ m?s"
    assert re.search(hopeless, searches[14])
    said = re.fullmatch(
        r"All 47 searches found the same words wherever they came to the end: "
        r"(\d+) of 94 times\.",
        agreement,
    )
    assert said
    assert 0 < int(said[1]) < 94


def test_json_is_the_whole_contract(study: dict[str, Any]) -> None:
    assert list(study) == [
        "lexicon", "language", "words", "grids", "seed", "limit", "found",
        "structures", "searches", "heights", "letters",
    ]  # fmt: skip
    assert (study["language"], study["words"], study["grids"]) == ("fr", len(WORDS), 2)
    assert (study["seed"], study["limit"]) == (3, 0.01)
    assert study["found"] == {"3x3": in_grids((3, 3)), "4x4": in_grids((4, 4))}
    keys = ["structure", "construction", "memory", "published"]
    assert [list(row) for row in study["structures"]] == [keys] * 9
    assert all(row["construction"] > 0 < row["memory"] for row in study["structures"])
    keys = ["size", "search", "structure", "run", "published"]
    assert [list(row) for row in study["searches"]] == [keys] * 28
    keys = ["structure", "construction", "run", "published"]
    assert [list(row) for row in study["letters"]] == [keys] * 3
    report = [{"told": "2.23 s", "source": "Java report"}]
    assert study["letters"][1]["published"] == report
    assert [] in [row["published"] for row in study["searches"]]
    for row in (*study["searches"], *study["heights"], *study["letters"]):
        check(row["run"])


def test_brute_force_asks_of_every_path_and_pruning_of_fewer(study: dict[str, Any]) -> None:
    rows = study["searches"]
    answers = {(row["size"], row["search"]): row["run"]["answers"] for row in rows}
    for search in ("brute force", "with a mask", "with neighbours"):
        assert answers["3x3", search] == 2 * 10_305
        assert answers["4x4", search] == 2 * 12_029_640
    assert 0 < answers["3x3", "with pruning"] < 10_305
    assert answers["4x4", "compiled"] == 2


def test_lists_of_the_hybrid_tries(study: dict[str, Any]) -> None:
    for height, row in enumerate(study["heights"]):
        assert list(row) == [
            "height", "lists", "mean", "largest", "construction", "run", "published",
        ]  # fmt: skip
        lists = Counter(word[:height] for word in WORDS if len(word) > height)
        mean = lists.total() / len(lists) if lists else 0
        largest = max(lists.values(), default=0)
        assert (row["height"], row["lists"], row["largest"]) == (height, len(lists), largest)
        assert row["mean"] == pytest.approx(mean)
    report = {"mean": 33, "largest": 1972, "source": "Java report"}
    assert study["heights"][4]["published"] == report


def in_grids(size: tuple[int, int]) -> int:
    rules = ruleset("ruzzle", "fr")
    grids = islice(random_grids(lexicon_of(WORDS, "fr"), rules, generator(3), size), 2)
    return sum(len(solve_slowly(WORDS, grid, rules)) for grid in grids)


def check(run: dict[str, Any]) -> None:
    assert list(run) == ["each", "tasks", "finished", "answers", "answered", "seconds"]
    assert run["tasks"] == 2
    assert 0 < run["answered"] <= run["answers"]
    assert (run["finished"] == 2) == (run["answered"] == run["answers"])
    whole = run["seconds"] * run["answers"] / run["answered"]
    assert run["each"] == pytest.approx(whole / 2)


def test_draws_the_charts(tables: Ran, folder: Path) -> None:
    assert tables.status == 0
    charts = folder / "charts"
    assert sorted(path.name for path in charts.iterdir()) == CHARTS
    for name in CHARTS:
        picture = opened((charts / name).read_bytes())
        assert picture.width > 1200
        assert len(picture.getcolors(1 << 20) or ()) > 50


def test_a_chart_that_cannot_be_written(run: Command, tmp_path: Path) -> None:
    (tmp_path / CHARTS[-1]).mkdir()
    ran = run("--plot", str(tmp_path))
    assert ran.status == 2
    said = f"seize: Cannot write “{tmp_path / CHARTS[-1]}”: Is a directory"
    assert ran.err.splitlines() == [said]
    assert "All 47 searches" in ran.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--plot", "{}/none"), "Cannot write “{}/none”: No such file or directory"),
        (("--plot", "{}/words.txt"), "Cannot write “{}/words.txt”: Not a directory"),
        (("--words", "{}/none"), "Cannot read “{}/none”: No such file or directory; give a "),
        (("--lang", "xx"), "Unknown language or lexicon “xx”: use one of "),
        (("--limit", "nan"), "--limit is “nan”: write a number, 0.01 or more; "),
        (("--limit", "inf"), "--limit is “inf”: write a number, 0.01 or more; see "),
        (("--limit", "0"), "--limit is “0”: write a number, 0.01 or more; "),
        (("--grids", "0"), "--grids is “0”: write a whole number from 1 to 1000; "),
        (("--grids", "1001"), "--grids is “1001”: write a whole number from 1 to 1000; "),
        (("--seed", "-1"), "--seed is “-1”: write a whole number, 0 or more; "),
    ],
)
def test_bad_input_gets_one_line(
    run: Command, folder: Path, options: tuple[str, ...], said: str
) -> None:
    ran = run(*(option.format(folder) for option in options))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"seize: {said.format(folder)}")


@pytest.mark.slow
def test_a_folder_that_may_not_be_written(little: tuple[str, ...], tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    command = [str(SEIZE), *little, "--plot", str(closed)]
    if os.geteuid() == 0:
        # Rights to files bind root, too, without these.
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *command]
    done = subprocess.run(command, capture_output=True, check=False, env=environment(tmp_path))
    said = f"seize: Cannot write “{closed}”: Permission denied\n"
    assert (done.returncode, done.stderr.decode()) == (2, said)


def test_charts_need_matplotlib(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # as where it is not installed
    ran = run("--plot", str(tmp_path))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "seize: --plot needs matplotlib: pip install matplotlib\n"


def test_tells_what_it_does(told: Ran) -> None:
    lines = told.err.splitlines()
    for text in ("random grids", "list, with pruning, 3x3", "pygtrie, memory", "map of signatures"):
        assert f"seize: {text}" in lines


@pytest.mark.slow
def test_in_a_terminal_progress_leaves_no_trace(little: tuple[str, ...], data_dir: Path) -> None:
    child = spawn(*little, places=environment(data_dir), TERM="xterm")
    assert ended(child) == 0
    assert "\x1b[2K" in child.before  # a line of progress, taken away
    assert "All 47 searches" in child.before


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (2.5e-7, "0.2 µs"), (9.94e-4, "994 µs"), (0.00101, "1.0 ms"), (0.0421, "42 ms"),
        (0.99, "990 ms"), (9.94, "9.9 s"), (9.96, "10 s"), (430, "430 s"), (599, "599 s"),
        (600, "10 minutes"), (7199, "120 minutes"), (7200, "2.0 hours"), (172_799, "48 hours"),
        (172_800, "2.0 days"), (1e9, "11,574 days"), (0.0, "0.0 µs"),
    ],
)  # fmt: skip
def test_durations_in_plain_words(seconds: float, said: str) -> None:
    assert duration(seconds) == said


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (Run(20, 20, 1000, 1000, 0.5), "25 ms"),
        (Run(20, 0, 1000, 20, 10.0), "about 25 s: 2 % of it ran in 10 s"),
        (Run(1, 0, 10**7, 2500, 10.0), "about 11 hours: 0.03 % of it ran in 10 s"),
        (Run(20, 0, 10**9, 100, 10.0), "about 58 days: 0.00001 % of it ran in 10 s"),
        (Run(2, 1, 1000, 999, 10.0), "about 5.0 s: 99 % of it ran in 10 s"),
    ],
)
def test_what_did_not_run_is_extrapolated_in_plain_words(run: Run, said: str) -> None:
    assert taken(run) == said
