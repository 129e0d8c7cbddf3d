"""Dicollecte's stems with all their endings, of both its variants; names begin with a capital."""

import unicodedata
from collections.abc import Iterator

from dictionaries import _affixes
from dictionaries._files import Folders

SYMBOL = "U."  # of a unit, which takes prefixes: cm, kg, zl
UNIT = "Um"  # written out: any prefix of metre to any unit (attobecquerel), and the plural


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    for dictionary in dictionaries(folders):
        # xvᵉ is no word: superscripts and the litre's own sign are no letters.
        yield from (word for word in dictionary.words() if unicodedata.is_normalized("NFKC", word))


def dictionaries(folders: Folders) -> Iterator[_affixes.Dictionary]:
    """Yield both variants, without names, symbols and elisions."""
    for aff in (
        folders["dictionary-fr"] / "package/index.aff",
        folders["hunspell-fr-comprehensive"] / "usr/share/hunspell/fr.aff",
    ):
        yield _affixes.read(aff, _is_word, _adds_to_a_word)


def _is_word(stem: str, flags: _affixes.Flags) -> bool:
    return stem.islower() and SYMBOL not in flags


def _adds_to_a_word(flag: str, added: str) -> bool:
    # Flags ending in an apostrophe only elide (l'ami, qu'il): a third of the time without.
    # Of the prefixes to units, own.txt has those that are used.
    return not flag.endswith("'") and (flag != UNIT or not added)
