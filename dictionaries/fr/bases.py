"""Dicollecte's stems: all its suffixes inflect."""

from collections.abc import Collection, Iterator

from dictionaries._files import Folders
from dictionaries.fr.spellings import dictionaries


def bases(folders: Folders, _listed: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a base form and a form of it, which may be itself."""
    for dictionary in dictionaries(folders):
        yield from dictionary.inflected(dictionary.suffixes)
