"""SCOWL's words (not names, abbreviations, contractions) of all regions, and ENABLE1's."""

from collections.abc import Iterator
from importlib import import_module

from dictionaries._files import Folders, read_lines

LARGEST = 80  # 95 adds names, compounds and coinages that no player knows

# The hyphen in the name of its folder is no part of a name to `import`.
enable1 = import_module("dictionaries.en-enable.spellings").spellings


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    for file in sorted((folders["scowl"] / "usr/share/dict/scowl").glob("*-words.*")):
        if int(file.suffix[1:]) <= LARGEST:
            yield from read_lines(file)
    yield from enable1(folders)
