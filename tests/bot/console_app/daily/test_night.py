"""`seize daily make` and `seize daily verify`: real searches, as short as they can be."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.console_app.daily.night import work_now
from bot.presenters.wording import wording
from core.daily.known import known_grids
from core.daily.order import Made, Order
from core.daily.proof_file import ProofFile
from core.daily.recipe import of_size
from core.daily.verification import tiles_between
from core.grid import Grid
from core.ports import Store
from core.store.sql.store import open_store
from tests.bot.console_app.daily.test_command import rows
from tests.conftest import DATA_DIR
from tests.contract.dailies import keep_puzzle
from tests.helpers.command import SEIZE, Ran, environment, seize
from tests.helpers.dailies import handmade
from tests.helpers.patience import PATIENCE

Run = Callable[..., Ran]
MAKE = ("make", "--seconds", "1", "--ahead", "1")

pytestmark = pytest.mark.slow


def run_on(database: Path, *arguments: str) -> Ran:
    facts = {"SEIZE_DATABASE_URL": f"sqlite:///{database}", "SEIZE_DAILY_LANGUAGES": "fr"}
    return seize("daily", *arguments, data_dir=DATA_DIR, LANG="fr", LC_ALL="en", **facts)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran, Ran]:
    """Make the dailies of two days, and once more; return what was said."""
    database = tmp_path_factory.mktemp("made") / "seize.db"
    return database, run_on(database, *MAKE), run_on(database, *MAKE)


@pytest.fixture
def past(made: tuple[Path, Ran, Ran], tmp_path: Path) -> Path:
    """Return the same dailies, whose days are over."""
    database = tmp_path / "seize.db"
    shutil.copy(made[0], database)
    shift = "UPDATE puzzles SET day = date(day, '-5 day'), made_at = made_at - 6 * 86400"
    rows(database, shift)
    return database


def verify(database: Path, *arguments: str, **env: str) -> Ran:
    facts = {"SEIZE_DATABASE_URL": f"sqlite:///{database}", "LANG": "fr", "LC_ALL": "en"}
    arguments = ("daily", "verify", *arguments, "--lang", "fr")
    return seize(*arguments, data_dir=DATA_DIR, **(facts | env))


def test_what_is_missing_is_made_once(made: tuple[Path, Ran, Ran]) -> None:
    database, first, again = made
    assert (first.status, first.out) == (0, "dailies made: 2, ready: 2\n")
    lines = first.err.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("seize: daily 1 (fr, ")
    assert lines[0].endswith("): searching, 1 s…")
    assert lines[3].startswith("seize: daily 2 (fr, ")
    assert lines[3].endswith(" s")
    assert (again.status, again.out, again.err) == (0, "dailies made: 0, ready: 2\n", "")
    assert rows(database, "SELECT count(*), count(DISTINCT seal) FROM puzzles") == [(2, 2)]
    for text, recipe in rows(database, "SELECT grid, recipe FROM puzzles"):
        grid = Grid.parse(text)
        known = of_size(known_grids(), (grid.rows, grid.cols))
        assert all(tiles_between(grid, Grid.parse(each)) >= 12 for each in known)
        assert set(known) <= {*json.loads(recipe)["known"]}


def test_ctrl_c_ends_in_order_and_the_next_run_goes_on(tmp_path: Path) -> None:
    database = tmp_path / "seize.db"
    with subprocess.Popen(
        [SEIZE, "daily", "make", "--seconds", "600", "--lang", "fr", "--ahead", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=environment(DATA_DIR, SEIZE_DATABASE_URL=f"sqlite:///{database}"),
    ) as process:
        assert process.stderr
        assert process.stdout
        line = process.stderr.readline()
        assert line.endswith("searching, 600 s…\n")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the worker gets it, too
        try:
            assert process.wait(PATIENCE) == 130
        finally:
            process.kill()
        assert process.stderr.read() == ""
        assert process.stdout.read() == "dailies made: 0, ready: 0, missing: 1\n"
    again = run_on(database, "make", "--seconds", "1", "--ahead", "0")
    assert (again.status, again.out) == (0, "dailies made: 1, ready: 1\n")


def test_a_daily_is_what_was_promised(past: Path) -> None:
    (grid, seal, words) = rows(past, "SELECT grid, seal, words FROM puzzles WHERE number = 1")[0]
    ran = verify(past, "1")
    assert (ran.status, ran.err.count("\n") <= 2) == (0, True)
    title, *steps = ran.out.splitlines()
    assert title.startswith("Daily 1 · French · ")
    known = of_size(known_grids(), (4, 4)) if len(Grid.parse(grid).tiles) == 16 else ()
    assert [step[0] for step in steps] == ["✓"] * (5 if known else 4)  # no 5x5 grid is known
    assert "known ones in 1" in steps[-1] or not known
    assert seal in steps[0]
    assert f"the grid {grid}" in steps[1]
    assert f"{words:,} words" in steps[2]


def test_a_letter_that_was_changed_is_found_out(past: Path) -> None:
    ((grid,),) = rows(past, "SELECT grid FROM puzzles WHERE number = 1")
    forged = ("Z" if grid[0] != "Z" else "Y") + grid[1:]
    rows(past, "UPDATE puzzles SET grid = ? WHERE number = 1", forged)
    ran = verify(past, "1")
    assert ran.status == 1
    wrong = [line for line in ran.out.splitlines() if line.startswith("✗")]
    assert f"✗ the recipe leads to the grid “{grid}”, not to “{forged}”" in wrong
    assert any(line.startswith("✓ the seal") for line in ran.out.splitlines())
    facts = json.loads(verify(past, "1", "--json").out)
    assert (facts["fits"], facts["steps"]["seal"], facts["steps"]["grid"]) == (False, True, False)
    assert any(forged in problem for problem in facts["problems"])


def test_a_recipe_that_was_changed_is_found_out(past: Path) -> None:
    rows(past, "UPDATE puzzles SET recipe = 'none' WHERE number = 1")
    ran = verify(past, "1")
    assert ran.status == 1
    wrong = ran.out.splitlines()[1:]
    assert [line[0] for line in wrong] == ["✗", "✗"]
    assert "the published seal is" in wrong[0]
    assert "not the recipe of a daily" in wrong[1]
    assert json.loads(verify(past, "1", "--json").out)["steps"]["totals"] is False


def test_the_recipe_of_a_day_that_is_not_over_is_not_told(made: tuple[Path, Ran, Ran]) -> None:
    ran = verify(made[0], "1")
    assert (ran.status, ran.out) == (2, "")
    assert "The daily 1 can be verified when its day is over" in ran.err


@pytest.fixture
def saved(past: Path, tmp_path: Path) -> Path:
    """Return the proof file of the second daily."""
    file = tmp_path / "proof.json"
    ran = verify(past, "2", "--save", str(file))
    assert (ran.status, ran.out.count("✓") >= 4, "✗" in ran.out) == (0, True, False)
    assert "•" not in ran.out
    return file


def proof_in(file: Path) -> ProofFile:
    return ProofFile.from_json(file.read_text("utf-8"))


def test_a_proof_file_is_verified_without_a_database(saved: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "seize.db"
    proof = proof_in(saved)
    for seal in (proof.seal, proof.seal[:32].upper()):
        ran = verify(nowhere, "--file", str(saved), "--seal", seal, SEIZE_DAILY_LANGUAGES="de")
        assert (ran.status, ran.err) == (0, "")
        title, *steps = ran.out.splitlines()
        assert title == f"Daily 2 · French · {proof.day}"
        assert {step[0] for step in steps} == {"✓"}
        assert proof.grid in steps[1]
    alone = verify(nowhere, "--file", str(saved))
    told = alone.out.splitlines()
    assert (alone.status, told[: len(steps) + 1]) == (0, [title, *steps])
    assert told[len(steps) + 1 :] == [
        "• compare the seal with the one that was published, or give it: --seal"
    ]
    assert json.loads(verify(nowhere, "--file", str(saved), "--json").out)["compared"] is False
    assert not nowhere.parent.exists()


def test_another_seal_is_found_out(saved: Path, past: Path) -> None:
    own = proof_in(saved).seal
    for arguments in (["2"], ["--file", str(saved)]):
        ran = verify(past, *arguments, "--seal", "0" * 32)
        assert ran.status == 1
        assert f"✗ the published seal is “{'0' * 32}”, that of the recipe is {own}" in ran.out
        assert "✓ the seal" not in ran.out


def test_a_proof_file_that_was_changed_is_found_out(saved: Path, past: Path) -> None:
    proof, text = proof_in(saved), saved.read_text("utf-8")
    saved.write_text(text.replace('"number": 2,', '"number": 3,', 1), "utf-8")
    ran = verify(past, "--file", str(saved), "--seal", proof.seal)
    assert ran.status == 1
    assert "✗ the recipe is that of the daily 2 in “fr”" in ran.out
    saved.write_text(text.replace(f'"words": {proof.words}', '"words": 7'), "utf-8")
    ran = verify(past, "--file", str(saved), "--seal", proof.seal)
    assert ran.status == 1
    assert f"✗ the grid holds {proof.words} words, not 7" in ran.out
    for noise in (text.encode()[:-9], b"", b"\xff\xfe\x00", text.encode() + b" " * 500_000):
        saved.write_bytes(noise)
        ran = verify(past, "--file", str(saved))
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == "seize: This is not the proof file of a daily, or it was changed\n"


def test_a_daily_made_on_its_own_day_was_not_sealed_before(past: Path, tmp_path: Path) -> None:
    rows(past, "UPDATE puzzles SET made_at = unixepoch(day) WHERE number = 1")
    file = tmp_path / "late.json"
    for arguments in (["1", "--save", str(file)], ["--file", str(file)]):
        ran = verify(past, *arguments)
        assert ran.status == 0
        # Before it, one step more where grids of its size, and so of its weekday, are known.
        assert ran.out.splitlines()[-1:] == [
            "• it was made on its own day: its seal was not published the day before"
        ]


async def test_what_another_process_stored_first_is_not_counted(tmp_path: Path) -> None:
    said: list[str] = []
    database = tmp_path / "seize.db"
    other = await open_store(database)

    async def make(order: Order) -> Made:
        if order.number == 1:
            await keep_puzzle(other, 1, day=order.day)
        return handmade(order)

    def opened() -> Awaitable[Store]:
        return open_store(database)

    done = await work_now(opened, make, ["fr"], tuple, 1, 1.0, said.append, wording("en"))
    await other.close()
    assert (done.made, done.ready, done.missing) == (1, 2, 0)
    assert [line.partition("): ")[2] for line in said] == [
        "searching, 1 s…", "already made", "searching, 1 s…", "6 words, 0.0 s",
    ]  # fmt: skip
