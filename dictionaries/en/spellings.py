"""SCOWL's words (not names, abbreviations, contractions) of all regions."""

from collections.abc import Iterator

from dictionaries._files import Folders, read_lines

LARGEST = 80  # 95 adds names, compounds and coinages that no player knows


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    for file in sorted((folders["scowl"] / "usr/share/dict/scowl").glob("*-words.*")):
        if int(file.suffix[1:]) <= LARGEST:
            yield from read_lines(file)
