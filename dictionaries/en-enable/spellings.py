"""ENABLE1: one package lost a few words, the other has none of two letters."""

from collections.abc import Iterator

from dictionaries._files import Folders, read_json, read_lines


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    yield from read_json(next(folders["scrabble"].glob("*/scrabble/dictionary.json")))
    yield from read_lines(folders["boggle-game-solver"] / "package/dist/lib/enable1-3.txt")
