"""The image: what it is built from, what it may do, and its steps, run without a container."""

import importlib.metadata as installed
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
LOCK, DEV_LOCK = (
    (ROOT / name).read_text("utf-8") for name in ("requirements.lock", "requirements-dev.lock")
)
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(
    (ROOT / "docker-compose.yml").read_text("utf-8")
)["services"]


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile, each in one line."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE).replace("\\\n", " ")
    found = [line.partition(" ") for line in text.splitlines() if line.strip()]
    return [(name, " ".join(rest.split())) for name, _, rest in found]


def said(name: str) -> list[str]:
    return [rest for each, rest in instructions() if each == name]


def pinned(text: str) -> dict[str, str]:
    """Return the versions that a lock file fixes, by name."""
    lines = re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in lines}


def needed(requirements: Sequence[str]) -> set[str]:
    """Return the names of all that requirements lead to here."""
    wanted: list[tuple[Requirement, tuple[str, ...]]]
    wanted = [(Requirement(text), ("",)) for text in requirements]
    found = set[tuple[str, tuple[str, ...]]]()
    while wanted:
        each, asked = wanted.pop()
        one = canonicalize_name(each.name), ("", *sorted(each.extras))
        applies = each.marker is None or any(each.marker.evaluate({"extra": x}) for x in asked)
        if applies and one not in found:
            found.add(one)
            wanted += [(Requirement(text), one[1]) for text in installed.requires(one[0]) or ()]
    return {name for name, _ in found}


def ignored(path: str) -> bool:
    """Return whether the builder does not get to see a path."""
    out = False
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        pattern = line.removeprefix("!")
        if line and not line.startswith("#"):
            parts = (path, path.partition("/")[0], path.rpartition("/")[2])
            if any(fnmatch(part, pattern.removeprefix("**/")) for part in parts):
                out = not line.startswith("!")
    return out


def test_the_lock_has_what_seize_needs_and_nothing_for_tests() -> None:
    locked = pinned(LOCK)
    runtime = needed([*PROJECT["dependencies"], *EXTRAS["postgres"]])
    only_elsewhere = {"setuptools", "colorama", "audioop-lts"}  # to build; Windows; Python 3.13
    assert locked.keys() - only_elsewhere == runtime - only_elsewhere
    dev = pinned(DEV_LOCK)
    assert {name: dev[name] for name in locked if name in dev} == {
        name: version for name, version in locked.items() if name in dev
    }
    assert "pytest" in dev
    assert "pytest" not in locked


def test_each_locked_package_has_hashes() -> None:
    for line in re.split(r"\n(?=\w)", LOCK.strip()):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", line), line.partition(" ")[0]


def test_every_dependency_has_bounds() -> None:
    for text in chain(PROJECT["dependencies"], *EXTRAS.values()):
        each = Requirement(text)
        if each.name in {"seize", "tzdata"}:  # the newest time zones are the right ones
            continue
        operators = {one.operator for one in each.specifier}
        assert operators in ({">=", "<"}, {"=="}), text


def test_all_that_is_installed_is_fixed_by_hashes() -> None:
    installs = [step for step in said("RUN") if "pip install" in step]
    assert len(installs) == 2
    for step in installs:
        assert "--require-hashes" in step or "--no-index" in step


def test_what_is_copied_is_there_and_secrets_are_not() -> None:
    for source in said("COPY"):
        if not source.startswith("--from") and source != ". .":
            for name in source.split()[:-1]:
                assert (ROOT / name).exists()
                assert not ignored(name)
    assert not ignored("bot/cli.py")
    for secret in (".env", "seize.db", ".git/config", "bot/__pycache__/cli.pyc", ".venv/bin/pip"):
        assert ignored(secret)


def test_the_program_is_not_run_by_root() -> None:
    last = instructions()[[name for name, _ in instructions()].index("USER") :]
    assert ("USER", "seize") in last
    assert ("ENTRYPOINT", '["seize"]') in last
    assert len(said("FROM")) == 2
    assert not said("ADD")
    (check,) = said("HEALTHCHECK")
    assert "/healthz" in check


def test_the_container_may_do_little() -> None:
    seize = SERVICES["seize"]
    assert seize["read_only"] is True
    assert seize["cap_drop"] == ["ALL"]
    for service in SERVICES.values():
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
        assert 0 < service["pids_limit"] <= 1000
    assert seize["ulimits"]["nofile"] <= 65536
    assert all(port.startswith("127.0.0.1:") for port in seize["ports"])
    assert "ports" not in SERVICES["postgres"]


# What follows takes minutes, and the network.


def run(*command: str | Path, **env: str) -> str:
    """Run a command; return its output."""
    done = subprocess.run(
        [*map(str, command)],
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"} | env,
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def built() -> Iterator[Path]:
    """Return a folder that was made by the steps of the Dockerfile; nobody may write to it."""
    folder = Path(tempfile.mkdtemp())  # not pytest's: others may enter it
    folder.chmod(0o755)
    source, target, cache = (folder / name for name in ("src", "opt", "cache"))
    names = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    for name in names:
        if not ignored(name):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    run(sys.executable, "-m", "venv", target)
    places = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    pip: list[str | Path] = [target / "bin/pip", "install", "-q"]
    lock = source / "requirements.lock"
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", lock, **places)
    run(*pip, "--no-deps", "--no-index", "--no-build-isolation", source)
    env = {"SEIZE_DATA_DIR": str(folder / "data"), "SEIZE_CACHE_DIR": str(cache)}
    run(target / "bin/seize", "optimize", "--lang", "en", "--evaluations", "1", "--no-keep", **env)
    run(target / "bin/seize", "solve", "TEAR", "--lang", "en", **env)
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    yield folder
    for path in (folder, *folder.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.slow
def test_what_the_lock_installs_runs_without_rights_in_a_tree_that_nobody_can_write(
    built: Path,
) -> None:
    seize = [built / "opt/bin/seize"]
    if os.geteuid() == 0:  # root is only root with the rights that a container drops
        seize = [*drop_rights(), *seize]
    env = {"SEIZE_CACHE_DIR": str(built / "cache"), "SEIZE_DATA_DIR": str(built / "none")}
    assert "serve" in run(*seize, "--help", **env)
    facts = json.loads(run(*seize, "solve", "TEAR", "--lang", "en", "--json", **env))
    assert facts["words"]
    packages = {
        canonicalize_name(re.split("==| @ ", line)[0])
        for line in run(built / "opt/bin/pip", "freeze", "--all").splitlines()
    }
    assert packages - {"pip", "seize"} <= pinned(LOCK).keys()
    assert not (built / "none").exists()


def drop_rights() -> list[Any]:
    """Return the command that runs another without root's rights to read and write all."""
    program = shutil.which("setpriv")
    assert program, "setpriv is missing: install util-linux"
    return [program, "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]


def has_docker() -> bool:
    """Return whether a Docker daemon answers; the client alone builds nothing."""
    docker = shutil.which("docker")
    if not docker:
        return False
    return subprocess.run([docker, "info"], capture_output=True, check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not has_docker(), reason="there is no Docker daemon to build the image")
def test_the_image_is_built_and_answers() -> None:
    run("docker", "build", "--quiet", "--tag", "seize-test", ROOT)
    docker = ["docker", "run", "--rm", "--read-only", "--tmpfs=/tmp", "--cap-drop=ALL"]
    facts = json.loads(run(*docker, "seize-test", "solve", "TEAR", "--lang", "en", "--json"))
    assert facts["words"]
