"""Composition root: what a command needs, built from the settings."""

import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from bot.settings import Settings
from core.errors import CacheWarning, SeizeWarning
from core.lexicon import Lexicon, alphabet
from core.lexicon.catalogue import listing, open_file, open_lexicon


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
            return open_lexicon(name, self.settings.lexicons, _say_packing)
        return open_file(words, alphabet(listing(name).language), self.settings.lexicons)

    def prepare_solver(self) -> None:
        """Load the compiled kernel; compile it the first time, which takes some seconds."""
        import numba

        folder = self.settings.kernels / f"numba-{numba.__version__}"
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        if not any(folder.rglob("*.nbi")):
            _say("compiling the solver for this machine, once: about ten seconds…")
        import core.solver  # noqa: F401 (its import is what compiles)


def _say_packing(name: str) -> None:
    _say(f"packing the lexicon {name}, once…")


def _say(message: str) -> None:
    print(f"seize: {message}", file=sys.stderr, flush=True)


def show_warnings_once() -> None:
    """Print Seize's warnings as one line each on stderr, those about the cache only once."""
    said: set[str] = set()

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if not issubclass(category, SeizeWarning):
            original(message, category, filename, lineno, file, line)
            return
        text = category.__name__ if category is CacheWarning else str(message)
        if text not in said:
            said.add(text)
            _say(str(message))

    original = warnings.showwarning
    warnings.simplefilter("always", SeizeWarning)
    warnings.showwarning = show
