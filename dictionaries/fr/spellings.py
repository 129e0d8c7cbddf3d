"""Dicollecte's stems with all their endings; names begin with a capital."""

from collections.abc import Iterator

from dictionaries import _affixes
from dictionaries._files import Folders


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    aff = folders["dictionary-fr"] / "package/index.aff"
    # Flags ending in an apostrophe only elide (l'ami, qu'il): a third of the time without.
    return _affixes.read(aff, str.islower, lambda flag: not flag.endswith("'")).words()
