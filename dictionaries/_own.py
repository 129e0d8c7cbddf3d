"""Own words of a list: what it has beyond its packages, and what it leaves out of them."""

import re
from pathlib import Path

from dictionaries._files import read_lines
from dictionaries._packages import RebuildError

LINE = re.compile(r"([+-]) (.+?)  (.+)")  # a sign, words, and after two spaces the reason


def changed(spellings: set[str], file: Path) -> set[str]:
    """Return the spellings with the words added and removed that a file has, if it is there.

    Raises RebuildError for a line of another shape, and for a word that changes nothing.
    """
    if not file.exists():
        return spellings
    result = set(spellings)
    for line in read_lines(file):
        if line.startswith("#"):
            continue
        parts = LINE.fullmatch(line)
        if not parts:
            raise RebuildError(f"{file}: no sign, word and reason in {line!r}")
        for word in parts[2].split():
            if (parts[1] == "+") == (word in result):
                raise RebuildError(f"{file}: {parts[1]} {word} changes nothing")
            (result.add if parts[1] == "+" else result.remove)(word)
    return result
