"""Fetches packages by name and version, each with its registry's ordinary client.

Where a package comes from is the business of the client's own configuration.
"""

import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path


class RebuildError(Exception):
    """A list cannot be rebuilt here; the message is one line for the reader."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of "npm", "pypi" or "debian", at one version."""

    registry: str
    name: str
    version: str

    def fetch(self, folder: Path) -> Path:
        """Download and unpack under `folder`, unless done before; return where it lies.

        Raises RebuildError for a missing tool or a version that is not to be had.
        """
        unpacked = folder / f"{self.registry}-{self.name}-{self.version.replace(':', '_')}"
        if not unpacked.exists():
            partial = unpacked.with_name(unpacked.name + ".partial")
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            self._download(partial)
            _unpack(partial)
            partial.rename(unpacked)
        return unpacked

    def _download(self, folder: Path) -> None:
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")
        match self.registry:
            case "npm":
                _run(folder, "npm", "pack", "--loglevel=error", f"{self.name}@{self.version}")
            case "pypi":
                _run(folder, *pip, f"{self.name}=={self.version}")
            case "debian":
                self._download_deb(folder)
            case _:
                raise RebuildError(f"{self.name}: no client for the registry {self.registry!r}")

    def _download_deb(self, folder: Path) -> None:
        """Say which versions the archive has: it keeps few, and ours may be gone."""
        try:
            _run(folder, "apt-get", "download", f"{self.name}={self.version}")
        except RebuildError as error:
            rows = _run(folder, "apt-cache", "madison", self.name).splitlines()
            offered = ", ".join(row.split("|")[1].strip() for row in rows) or "no version"
            raise RebuildError(f"{error}; this archive offers {offered} of it") from None


def _unpack(folder: Path) -> None:
    archive = next(folder.iterdir())
    if archive.suffix == ".deb":
        _run(folder, "dpkg-deb", "-x", archive.name, ".")
    elif archive.suffix == ".whl":
        shutil.unpack_archive(archive, folder, "zip")
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    archive.unlink()


def _run(folder: Path, *command: str) -> str:
    """Run a client in `folder`; return its output, raise RebuildError if it fails."""
    if shutil.which(command[0]) is None:
        raise RebuildError(f"{command[0]} is missing: install it, or rebuild only other lists")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RebuildError(f"{' '.join(command)} failed: {_cause(done.stderr)}")
    return done.stdout


def _cause(messages: str) -> str:
    """Return the first line that apt, pip or npm mark as an error, else the last line."""
    lines = messages.strip().splitlines() or ["no message"]
    marked = (line for line in lines if line.startswith(("E: ", "ERROR: ", "npm error ")))
    return next((line for line in marked if " code " not in line), lines[-1])
