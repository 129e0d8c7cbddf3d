"""Français-GUTenberg, already expanded."""

from collections.abc import Iterator

from dictionaries._files import Folders, read_json


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    yield from read_json(folders["an-array-of-french-words"] / "package/index.json")
