"""What the environment says."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from core.lexicon.alphabet import LANGUAGES


@dataclass(frozen=True, slots=True)
class Settings:
    """`cache_dir` holds what can be made anew; `language` (ISO 639-1) is the user's.

    `database` is the file of players and scores, or the URL of a database. `log_level` is
    one of bot.logs.LEVELS, or "".
    """

    cache_dir: Path
    language: str
    database: Path | str
    log_level: str = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read the variables that README's table of settings names."""
        cache_dir, data_dir = user_cache_path("seize"), user_data_path("seize")
        if folder := environment.get("SEIZE_DATA_DIR"):
            # Not Path.expanduser: that raises where there is no such user.
            cache_dir = data_dir = Path(os.path.expanduser(folder))  # noqa: PTH111
        database = environment.get("SEIZE_DATABASE_URL") or data_dir / "seize.db"
        level = environment.get("SEIZE_LOG_LEVEL", "")
        return cls(cache_dir, _language(environment), database, level)

    @property
    def lexicons(self) -> Path:
        """Return the folder of packed lexicons."""
        return self.cache_dir / "lexicons"

    @property
    def kernels(self) -> Path:
        """Return the folder of compiled kernels."""
        return self.cache_dir / "kernels"


def _language(environment: Mapping[str, str]) -> str:
    """Return the locale's language if it is one of the five, else English (see setlocale(3))."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            code = locale[:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"
