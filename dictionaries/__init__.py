"""The word lists of Seize: a folder a list, found by themselves."""

from pathlib import Path


def folders() -> dict[str, Path]:
    """Return the folders of the lists by their names, in the order of these."""
    found = [file.parent for place in __path__ for file in Path(place).glob("*/source.toml")]
    return {folder.name: folder for folder in sorted(found, key=lambda folder: folder.name)}
