"""Composition root: what a command needs, built from the settings."""

import hashlib
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TextIO

import core.optimizer
import core.solver
from bot.interrupts import quitting
from bot.kernels import load_from, writable
from bot.presenters.wording import Wording, wording
from bot.settings import Settings
from core.errors import CacheWarning, SeizeWarning
from core.lexicon import Lexicon, alphabet
from core.lexicon.catalogue import listing, open_file, open_lexicon
from core.ports import Store


@dataclass(frozen=True, slots=True)
class App:
    """The settings, and what is built from them on demand."""

    settings: Settings

    def lexicon(self, name: str | None, words: Path | None = None) -> Lexicon:
        """Open a lexicon by its name or language, or the file `words` in that language.

        Without a name: the user's language. Raises UnknownLexicon, BadWordList.
        """
        name = (name or self.settings.language).lower()
        if words is None:
            return open_lexicon(name, self.settings.lexicons, self._say_packing)
        return open_file(words, alphabet(listing(name).language), self.settings.lexicons)

    def lexicons(self, on_pack: Callable[[str], None] | None = None) -> Callable[[str], Lexicon]:
        """Return a function that opens each lexicon once, by its name, in any thread.

        `on_pack` is told the name before one is packed, instead of the person at the terminal.
        """
        lock, folder, told = Lock(), self.settings.lexicons, on_pack or self._say_packing
        opened = cache(lambda name: open_lexicon(name, folder, told))

        def once(name: str) -> Lexicon:
            with lock:  # to pack the same list twice would take twice as long
                return opened(name)

        return once

    async def store(self) -> Store:
        """Open the database, migrated to this version's schema; raises StoreError."""
        with quitting():
            from core.store.sql.store import open_store

        return await open_store(self.settings.database, self.settings.database_connections)

    @property
    def shares_database(self) -> bool:
        """Return whether processes can share the database: on a server they can, in a file not."""
        from core.store.sql.engine import is_sqlite, parse_url

        return not is_sqlite(parse_url(self.settings.database))

    @quitting()
    def find_kernels(self) -> Path:
        """Set the folder that compiled kernels are in; return it: other processes must be told."""
        place = writable(self._kernels())
        load_from(place)
        return place

    @quitting()
    def prepare_solver(self) -> Path:
        """Load the compiled kernel; compile it the first time, which takes some seconds.

        Return the folder that kernels are in, which other processes must be told too.
        """
        folder = self._kernels()
        place = self.find_kernels()
        known = os.access(folder, os.R_OK | os.X_OK)
        line = self._wording.gettext("compiling the solver for this machine, once…")
        with nullcontext() if known else _counting(line):
            import core.solver.solver  # noqa: F401 (its import is what compiles)

        return place

    @quitting()
    def prepare_search(self) -> Path:
        """Load the compiled kernels of the solver and of the search for grids: the same."""
        folder = self.prepare_solver()
        known = any(folder.glob("*/loop.advance-*"))
        line = self._wording.gettext("compiling the search for grids for this machine, once…")
        with nullcontext() if known else _counting(line):
            import core.optimizer.search  # noqa: F401 (its import is what compiles)

        return folder

    def _kernels(self) -> Path:
        import numba

        return self.settings.kernels / f"numba-{numba.__version__}-{_kernel_version()}"

    @property
    def _wording(self) -> Wording:
        return wording(self.settings.language)

    def _say_packing(self, name: str) -> None:
        say(self._wording.gettext("packing the lexicon {name}, once…", name=name))


def _kernel_version() -> str:
    """Return a digest of the kernel's source and place: what numba would compile anew for."""
    folders = [Path(package.__file__ or "").parent for package in (core.solver, core.optimizer)]
    sources = {file: file.read_bytes() for folder in folders for file in folder.rglob("*.py")}
    texts = [bytes(p) + text for p, text in sorted(sources.items()) if b"compiled" in text]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:12]


def say(line: str) -> None:
    """Tell the person at the terminal something beside the output."""
    print(f"seize: {line}", file=sys.stderr, flush=True)


@contextmanager
def _counting(line: str) -> Iterator[None]:
    """Say a line, with the seconds that go by: behind it in a terminal, else every ten of them."""
    live = sys.stderr is not None and sys.stderr.isatty()
    before, after = ("\r", "") if live else ("", "\n")
    done, started = Event(), time.monotonic()

    def count() -> None:
        while not done.wait(1 if live else 10):
            seconds = time.monotonic() - started
            print(f"{before}seize: {line} {seconds:.0f} s", end=after, file=sys.stderr, flush=True)
        if live:
            print(file=sys.stderr)

    print(f"seize: {line}", end=after, file=sys.stderr, flush=True)
    thread = Thread(target=count, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def show_warnings_once(language: str) -> None:
    """Print Seize's warnings as one line each, those about the cache only once."""
    said: set[str] = set()

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if not isinstance(message, SeizeWarning):
            original(message, category, filename, lineno, file, line)
            return
        text = wording(language).notice(message)
        once = category.__name__ if category is CacheWarning else text
        if once not in said:
            said.add(once)
            say(text)

    original = warnings.showwarning
    warnings.simplefilter("always", SeizeWarning)
    warnings.showwarning = show
