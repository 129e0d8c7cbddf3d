"""`seize optimize prove`: prove, write down, check."""

import gzip
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.console_app.optimize.prove import prove
from core.errors import SeizeError

SMALL = ("--size", "2x2", "--lang", "fr-gutenberg", "--workers", "1")


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch, data_dir: Path) -> None:
    # In this process, so the kernels are the ones of all tests.
    monkeypatch.setenv("SEIZE_CACHE_DIR", str(data_dir))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


def ran(*arguments: object) -> Result:
    app = typer.Typer()
    app.command()(prove)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_proof_is_written_down_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    proved = ran(*SMALL, "--objective", "points", "--certificate", file, "--json")
    facts = json.loads(proved.stdout)
    assert (facts["objective"], facts["rows"], facts["cols"]) == ("points", 2, 2)
    assert facts["boards"] == 6

    lines = ran(*SMALL, "--objective", "points", "--certificate", file).stdout.splitlines()
    score, grid = facts["score"], facts["grid"]
    assert lines[0] == f"{grid}: {score} points; no 2x2 grid has more (fr-gutenberg)"

    checked = ran("--check", file)
    assert checked.exit_code == 0
    assert checked.stdout.splitlines() == [
        f"sound: no grid scores more than {grid}: {score} (fr-gutenberg)",
        "boards: 6, examined again: 6",
    ]

    text = gzip.decompress(file.read_bytes()).decode()
    end = text.splitlines()[-1]
    file.write_bytes(
        b"".join(gzip.compress(f"{line}\n".encode()) for line in text.splitlines()[:-1])
    )
    checked = ran("--check", file, "--sample", 0)
    assert (checked.exit_code, checked.stdout) == (1, "The proof is not finished\n")
    wrong = json.loads(end) | {"score": score + 1}
    file.write_bytes(file.read_bytes() + gzip.compress(json.dumps(wrong).encode()))
    checked = ran("--check", file, "--json")
    problem = f"{grid} scores {score}, not {score + 1}"
    assert checked.exit_code == 1
    assert problem in json.loads(checked.stdout)["problems"]


def test_a_grid_to_begin_with_is_beaten() -> None:
    facts = json.loads(ran(*SMALL, "--record", "WXYZ", "--json").stdout)
    assert (facts["score"], facts["cut"]) == (21, 0)


def test_a_record_with_bonuses_proves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    ran(*SMALL, "--objective", "points", "--record", "WXYZ", "--certificate", file)
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    lines[0]["record"], lines[-1]["record"] = "BEST TTTT", "\x1b"
    file.write_bytes(b"".join(gzip.compress(json.dumps(line).encode()) for line in lines))
    checked = ran("--check", file, "--sample", 0)
    assert (checked.exit_code, checked.stdout.splitlines()) == (
        1,
        [
            "“BEST TTTT” is none of the grids that the proof is about",
            "“\\x1b” is none of the grids that the proof is about",
        ],
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--size", "4x4"], "a proof for 4x4 grids would take too long"),
        (["--size", "4"], "is not a size"),
        (["--record", "ABCD"], "takes 9 letters, not 4"),
        (["--record", "ABCD 2x2"], "cannot begin with ABCD: give 3x3 tiles"),
        ([*SMALL, "--record", "BEST TTTT"], "cannot begin with BEST TTTT: give 2x2 tiles"),
        ([*SMALL, "--record", "TErSIn"], "cannot begin with TErSIn: give 2x2 tiles"),
        (["--check", "a", "--certificate", "b"], "--check goes without"),
        (["--check", "nothing"], "cannot read or write 'nothing'"),
        (["--lang", "xx"], "unknown language or lexicon 'xx'"),
    ],
)
def test_what_cannot_be_proved_is_said_in_one_line(arguments: list[str], line: str) -> None:
    error = ran(*arguments).exception
    assert isinstance(error, SeizeError)
    assert line in str(error)
