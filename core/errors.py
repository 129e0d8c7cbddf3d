"""Everything that Seize refuses or warns of: an English sentence and the facts that fill it."""

from collections.abc import Iterable


def translatable(message: str) -> str:
    """Mark a sentence for the catalogues where it stands, to be put into words elsewhere."""
    return message


class Notice(Exception):
    """A message to a person: `template`, an English sentence, filled with `facts`.

    A class that always says the same has its template as an attribute; any other is given one
    where it is raised. The template is the key of its translations. `str()` is the English
    line; text that people typed stands in it as {fact!r}, which shows control characters as
    escapes.
    """

    template: str

    def __init__(self, template: str = "", **facts: object) -> None:
        self.template = template or self.template
        self.facts = facts
        super().__init__(self.template.format(**facts))

    def __reduce__(self) -> tuple[object, ...]:
        # As exceptions are pickled by default, __init__ would get the line as its template.
        return _restore, (type(self), self.template, self.facts), self.__dict__


def _restore(kind: type[Notice], template: str, facts: dict[str, object]) -> Notice:
    notice = kind.__new__(kind)
    Notice.__init__(notice, template, **facts)
    return notice


class SeizeError(Notice):
    """Bad input that a person can mend; its line names the cause and what would work."""


class SeizeWarning(Notice, UserWarning):
    """Something that a person should know, and that stops nothing."""


class BadSpelling(SeizeError):
    """A text that no word stands for; `char` is the character that is no letter, or ""."""

    def __init__(self, spelling: str, char: str, letters: str) -> None:
        if char:
            template = translatable("{char!r} in {spelling!r} is none of the letters {letters}")
        else:
            template = translatable("{spelling!r} has none of the letters {letters}")
        super().__init__(template, spelling=spelling, char=char, letters=letters)
        self.char = char


class BadLength(SeizeError):
    """A word that is too short or too long for any list."""

    def __init__(self, spelling: str, low: int, high: int) -> None:
        template = translatable("{spelling!r} is no word of {low} to {high} letters")
        super().__init__(template, spelling=spelling, low=low, high=high)


class UnknownLanguage(SeizeError):
    """A language that Seize has no alphabet for."""

    def __init__(self, language: str, known: Iterable[str]) -> None:
        template = translatable("unknown language {language!r}: use one of {known}")
        super().__init__(template, language=language, known=", ".join(known))


class UnknownRules(SeizeError):
    """Rules that Seize does not play."""

    def __init__(self, rules: str, known: Iterable[str]) -> None:
        template = translatable("unknown rules {rules!r}: use one of {known}")
        super().__init__(template, rules=rules, known=", ".join(known))


class UnknownLexicon(SeizeError):
    """A lexicon that is not installed."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        template = translatable("unknown language or lexicon {name!r}: use one of {known}")
        super().__init__(template, name=name, known=", ".join(known))


class BadWordList(SeizeError):
    """A file that gives no words."""

    @classmethod
    def unreadable(cls, path: object, error: OSError) -> "BadWordList":
        """Refuse a file that the system does not open."""
        return cls(
            translatable("cannot read {path!r}: {reason}; give a text file with one word a line"),
            path=str(path),
            reason=error.strerror or type(error).__name__,
        )

    @classmethod
    def binary(cls, path: object) -> "BadWordList":
        """Refuse a file that is no UTF-8 text."""
        return cls(
            translatable("{path!r} is not UTF-8 text; give a text file with one word a line"),
            path=str(path),
        )

    @classmethod
    def empty(cls, path: object) -> "BadWordList":
        """Refuse a file in which no line is a word."""
        return cls(
            translatable("no line of {path!r} is a word; give a text file with one word a line"),
            path=str(path),
        )

    @classmethod
    def changed(cls, name: str) -> "BadWordList":
        """Refuse a shipped list that is not what its source.toml promises."""
        return cls(
            translatable("the word list {name} does not match its SHA-256: install Seize again"),
            name=name,
        )


class NoPlayableGrid(SeizeError):
    """A lexicon and a size for which random grids are never worth playing."""

    def __init__(self, size: tuple[int, int], lexicon: str) -> None:
        rows, cols = size
        super().__init__(
            translatable(
                "no playable {rows}x{cols} grid found with the words of {lexicon}: "
                "try 4x4, or take any grid (--raw)"
            ),
            rows=rows,
            cols=cols,
            lexicon=lexicon,
        )


class CacheWarning(SeizeWarning):
    """What was computed could not be kept for the next start."""

    def __init__(self, folder: object, error: OSError) -> None:
        super().__init__(
            translatable(
                "cannot keep files in {folder!r} ({reason}): every start will be slower; "
                "set SEIZE_DATA_DIR to a folder with room"
            ),
            folder=str(folder),
            reason=error.strerror or error,
        )


class WordListWarning(SeizeWarning):
    """Lines of a word list that were left out; `examples` are of (number, text)."""

    def __init__(self, path: object, count: int, examples: Iterable[tuple[int, str]]) -> None:
        super().__init__(
            translatable(
                "{path!r}: lines left out, as no words of 2 to 16 letters: {count} "
                "(by number: {examples})"
            ),
            path=str(path),
            count=count,
            examples=", ".join(f"{number} {text[:30]!r}" for number, text in examples),
        )
