"""The command where a machine does not do its best: folders, disks, files, starts at once."""

import json
import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.command import SEIZE, environment, seize_process

pytestmark = pytest.mark.slow


def files_below(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_the_first_run_says_what_it_waits_for_and_writes_only_below_its_folder(
    tmp_path: Path,
) -> None:
    home, data = tmp_path / "home", tmp_path / "data"
    home.mkdir()
    first = seize_process("solve", "ABCD", "--json", data_dir=data, HOME=str(home))
    again = seize_process("solve", "ABCD", "--json", data_dir=data, HOME=str(home))
    assert first.status == 0
    assert "packing the lexicon en" in first.err
    assert "compiling the solver" in first.err
    assert (again.out, again.err) == (first.out, "")
    assert files_below(home) == set()
    assert {path.suffix for path in files_below(data)} == {".lexicon", ".nbi", ".nbc"}


def test_first_runs_at_once_do_not_hurt_each_other(tmp_path: Path) -> None:
    command = [str(SEIZE), "solve", "CRESAMINILATLSER", "--lang", "en-enable", "--json"]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(tmp_path))
        for _ in range(3)
    ]
    answers = {process.communicate()[0] for process in running}
    assert len(answers) == 1
    after = seize_process(*command[1:], data_dir=tmp_path)
    assert {after.out.encode()} == answers
    assert after.err == ""


@pytest.mark.parametrize("suffix", [".nbi", ".nbc", ".lexicon"])
@pytest.mark.parametrize("content", [b"", b"not what it should be"])
def test_damaged_files_are_made_again(
    tmp_path: Path, data_dir: Path, suffix: str, content: bytes
) -> None:
    data = tmp_path / "data"
    shutil.copytree(data_dir, data)
    for path in data.rglob(f"*{suffix}"):
        path.write_bytes(content)
    ran = seize_process("solve", "ABCD", "--json", data_dir=data)
    assert ran.status == 0
    assert json.loads(ran.out)["grid"] == "ABCD"
    assert "Traceback" not in ran.err


def test_a_folder_that_cannot_be_written_gets_one_line_and_the_answer(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    ran = seize_process("solve", "ABCD", "--json", data_dir=blocked)
    assert ran.status == 0
    assert json.loads(ran.out)["grid"] == "ABCD"
    assert [line for line in ran.err.splitlines() if "Cannot keep files" in line]
    assert ran.err.count("Cannot keep files") == 1
    assert "Traceback" not in ran.err


def test_a_full_disk_gets_one_line_and_the_answer(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(SEIZE), "solve", "ABCD", "--json"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(tmp_path),
        # Files may grow to 100 bytes, so that writing fails as on a full disk.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["grid"] == "ABCD"
    assert done.stderr.count("Cannot keep files") == 1
    assert "Traceback" not in done.stderr
