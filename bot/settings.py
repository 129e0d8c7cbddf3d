"""What the environment says."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from core.lexicon.alphabet import LANGUAGES


@dataclass(frozen=True, slots=True)
class Settings:
    """`data_dir` holds all that Seize writes; `language` (ISO 639-1) is the user's."""

    data_dir: Path
    language: str

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read SEIZE_DATA_DIR (default: the user's cache folder) and the locale."""
        folder = environment.get("SEIZE_DATA_DIR")
        # Not Path.expanduser: that raises where there is no such user.
        data_dir = os.path.expanduser(folder) if folder else user_cache_path("seize")  # noqa: PTH111
        return cls(Path(data_dir), _language(environment))

    @property
    def lexicons(self) -> Path:
        """Return the folder of packed lexicons."""
        return self.data_dir / "lexicons"

    @property
    def kernels(self) -> Path:
        """Return the folder of compiled kernels."""
        return self.data_dir / "kernels"


def _language(environment: Mapping[str, str]) -> str:
    """Return the locale's language if it is one of the five, else English (see setlocale(3))."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            code = locale[:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"
