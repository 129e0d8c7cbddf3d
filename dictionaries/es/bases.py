"""RLA-ES' stems, and the words derived from them, with plural, gender and conjugation."""

from collections.abc import Collection, Iterator

from dictionaries._files import Folders
from dictionaries.es.spellings import dictionary

INFLECTING = "SGREIXD"  # plural, gender; verbs: regular and irregular tenses, the participle


def bases(folders: Folders, _listed: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a base form and a form of it, which may be itself."""
    return dictionary(folders).inflected(INFLECTING)
