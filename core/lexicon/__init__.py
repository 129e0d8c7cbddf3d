"""Lexicons: normalised words with their spellings, packed into one graph."""

from core.lexicon.alphabet import Alphabet, alphabet
from core.lexicon.house import HouseWords
from core.lexicon.lexicon import Lexicon

__all__ = ["Alphabet", "HouseWords", "Lexicon", "alphabet"]
