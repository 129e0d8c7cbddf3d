"""Letters of a language, and how a spelling becomes a word of those letters.

A *spelling* is what a dictionary prints ("Œuvré"), a *word* is what a grid can
spell ("oeuvre"). Normalising goes one way, from spelling to word:

1. lower case, composed form (NFC);
2. a letter of the language stays as it is: ñ in Spanish, ä ö ü in German;
3. œ→oe, æ→ae, ß→ss;
4. any other letter loses its marks (NFKD): é→e, ç→c, ü→u outside German;
5. whatever is not a letter by then (hyphen, apostrophe, digit) makes the
   spelling unusable; it is named, never silently dropped.

What a person *types* loses what phones and people put around a word and into it, before that
(`core.texts.bare`).
"""

import unicodedata
from dataclasses import dataclass, field
from functools import cache

from core.errors import SeizeError, translatable
from core.languages import LATIN, find_language
from core.texts import bare

MIN_LETTERS = 2
MAX_LETTERS = 16
_LIGATURES = {ord("œ"): "oe", ord("æ"): "ae", ord("ß"): "ss"}


def told(letters: str) -> str:
    """Return the letters of an alphabet as a refusal names them: "a–z", "a–z, ñ"."""
    return letters.replace(LATIN, "a–z, ").removesuffix(", ")


class BadSpelling(SeizeError):
    """Raised when no word stands for a text; `char`, unless "", is what is no letter in it.

    It repeats no more of the text than a word can have.
    """

    def __init__(self, spelling: str, char: str, letters: str) -> None:
        if char:
            template = translatable(
                "{char!r} in {spelling!r} cannot be used: the letters are {letters}"
            )
        else:
            template = translatable("{spelling!r} has no letter: the letters are {letters}")
        spelling = spelling[: 4 * MAX_LETTERS]
        super().__init__(template, spelling=spelling, char=char, letters=told(letters))
        self.char = char


class _Folding(dict[int, str]):
    """A table for str.translate, filled as characters come: character -> alphabet letters."""

    def __init__(self, letters: str) -> None:
        super().__init__(_LIGATURES | {ord(letter): letter for letter in letters})
        self.letters = letters

    def __missing__(self, code: int) -> str:
        decomposed = unicodedata.normalize("NFKD", chr(code))
        bare = "".join(char for char in decomposed if not unicodedata.combining(char))
        if not bare or any(char not in self.letters for char in bare):
            raise BadSpelling(chr(code), chr(code), self.letters)
        return self.setdefault(code, bare)


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters that tiles of one language bear, in code-point order.

    Hence words sort as plain strings do, everywhere (ñ after z). At most 31 letters,
    so that a set of letters fits a 32-bit mask beside a flag.
    """

    language: str
    letters: str
    _folding: _Folding = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_folding", _Folding(self.letters))

    @property
    def vowels(self) -> str:
        """Return the vowels of the language."""
        return find_language(self.language).vowels

    def normalise(self, spelling: str) -> str:
        """Return the word that `spelling` stands for, in letters of this alphabet.

        Raises BadSpelling naming the first character that is no letter, or an
        empty spelling. Length is not checked here.
        """
        text = spelling.strip().lower()
        if not (text.isascii() and text.isalpha() and self.letters.startswith(LATIN)):
            try:
                text = unicodedata.normalize("NFC", text).translate(self._folding)
            except BadSpelling as error:
                raise BadSpelling(spelling, error.char, self.letters) from None
        if not text:
            raise BadSpelling(spelling, "", self.letters)
        return text

    def read(self, typed: str) -> str:
        """Return the word that a person typed, whatever was put around it and into it.

        Raises BadSpelling naming the first character that is no letter.
        """
        text = bare(typed)
        if not text:
            raise BadSpelling(typed, typed.strip()[:1], self.letters)
        try:
            return self.normalise(text)
        except BadSpelling as error:
            raise BadSpelling(typed, error.char, self.letters) from None


@cache
def alphabet(language: str) -> Alphabet:
    """Return the alphabet of an ISO 639 code; raises UnknownLanguage."""
    return Alphabet(language, find_language(language).letters)
