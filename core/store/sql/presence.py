"""The file of a database, still in its place, or gone.

SQLite goes on in a file that was deleted, and what it commits there is lost.
"""

import os
from pathlib import Path

from core.ports import StoreError
from core.store.sql.failures import MOVED


class Presence:
    """The presence of an SQLite file that connections have open."""

    def __init__(self, file: Path) -> None:
        self._file, self._log = file, Path(f"{file}-wal")
        self._opened = file.stat()
        self._has_log = self._log.exists()

    def require(self) -> None:
        """Raise StoreError if the file was deleted or replaced, or its log deleted.

        Cost: two system calls, some microseconds.
        """
        try:
            there = os.path.samestat(self._file.stat(), self._opened)
            if self._has_log:
                self._log.stat()
        except OSError:
            there = False
        if not there:
            raise StoreError(MOVED, place=str(self._file))
