"""Everything that Seize refuses, each with a message key and the facts to fill it with."""

from collections.abc import Iterable


class SeizeError(Exception):
    """Bad input that a person can mend. `key` names the message, `facts` fills it.

    `str(error)` is the English wording: one line with the cause and a right example.
    """

    key = "error"

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.facts = facts


class BadSpelling(SeizeError):
    """A character that no alphabet letter stands for."""

    key = "bad-spelling"

    def __init__(self, spelling: str, char: str) -> None:
        if char:
            message = f"{char!r} in {spelling!r} is not a letter of the words' language"
        else:
            message = f"there is no letter in {spelling!r}"
        super().__init__(message, spelling=spelling)
        self.char = char

    @classmethod
    def length(cls, spelling: str, low: int, high: int) -> "BadSpelling":
        """Refuse a word that is too short or too long for any list."""
        error = cls(spelling, "")
        error.args = (f"{spelling!r} cannot be played: words have {low} to {high} letters",)
        return error


class UnknownLanguage(SeizeError):
    """A language that Seize has no alphabet for."""

    key = "unknown-language"

    def __init__(self, language: str, known: Iterable[str]) -> None:
        names = ", ".join(known)
        super().__init__(
            f"unknown language {language!r}: use one of {names}", language=language, known=names
        )


class BadGrid(SeizeError):
    """Letters, bonuses or a size that make no grid."""

    key = "bad-grid"

    @classmethod
    def size(cls, rows: int, cols: int) -> "BadGrid":
        """Refuse sides outside 2 to 8."""
        return cls(f"a {rows}x{cols} grid cannot be played: sides go from 2x2 to 8x8, usually 4x4")

    @classmethod
    def count(cls, letters: int, size: tuple[int, int]) -> "BadGrid":
        """Refuse a number of letters that does not fill the given size."""
        rows, cols = size
        return cls(f"{letters} letters do not fill a {rows}x{cols} grid: it takes {rows * cols}")

    @classmethod
    def not_square(cls, letters: int) -> "BadGrid":
        """Refuse a number of letters that fills no square."""
        return cls(
            f"{letters} letters make no square grid: write 16, such as CRESAMINILATLSER, "
            "or say its size, such as --size 3x4 for 12"
        )

    @classmethod
    def letter(cls, char: str) -> "BadGrid":
        """Refuse a character that is no letter."""
        return cls(f"{char!r} is not a letter: write the grid row by row, such as CRESAMINILATLSER")

    @classmethod
    def foreign_letter(cls, letter: str, language: str) -> "BadGrid":
        """Refuse a letter that a language does not have."""
        return cls(f"{letter!r} is not a letter of the words' language ({language})")

    @classmethod
    def bonus(cls, char: str) -> "BadGrid":
        """Refuse a character that is no bonus."""
        return cls(f"{char!r} is not a bonus: use . d t D T for none, DL, TL, DW, TW")

    @classmethod
    def bonus_count(cls, bonuses: int, tiles: int) -> "BadGrid":
        """Refuse a number of bonuses that differs from the number of tiles."""
        return cls(
            f"{bonuses} bonuses for {tiles} tiles: write one of . d t D T for each, "
            f"such as {'d..T' + '.' * (tiles - 4)}"
        )


class UnknownRules(SeizeError):
    """Rules that Seize does not play."""

    key = "unknown-rules"

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = " or ".join(known)
        super().__init__(f"unknown rules {name!r}: use {names}", rules=name, known=names)


class BadWordList(SeizeError):
    """A file that gives no words."""

    key = "bad-word-list"

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(
            f"no words in {path}: {reason}; give a text file with one word a line",
            path=str(path),
            reason=reason,
        )


class UnknownLexicon(SeizeError):
    """A lexicon that is not installed."""

    key = "unknown-lexicon"

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = ", ".join(known)
        super().__init__(
            f"unknown language or lexicon {name!r}: use one of {names}", name=name, known=names
        )


class SeizeWarning(UserWarning):
    """Something that a person should know, and that stops nothing."""


class CacheWarning(SeizeWarning):
    """What was computed could not be kept for the next start."""

    def __init__(self, folder: object, error: OSError) -> None:
        super().__init__(
            f"cannot keep files in {folder} ({error.strerror or error}): "
            "every start will be slower; set SEIZE_DATA_DIR to a folder with room"
        )


class WordListWarning(SeizeWarning):
    """Lines of a word list that were left out."""


class NoPlayableGrid(SeizeError):
    """A lexicon and a size for which random grids are never worth playing."""

    key = "no-playable-grid"

    def __init__(self, size: tuple[int, int], lexicon: str) -> None:
        rows, cols = size
        super().__init__(
            f"no playable {rows}x{cols} grid found with the words of {lexicon}: "
            "try 4x4, or --raw to take any grid",
            rows=rows,
            cols=cols,
            lexicon=lexicon,
        )
