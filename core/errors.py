"""Everything that Seize refuses or warns of: an English sentence and the facts that fill it."""


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


class CacheWarning(SeizeWarning):
    """Raised when what was computed cannot be kept for the next start."""

    def __init__(self, folder: object, error: OSError) -> None:
        super().__init__(
            translatable(
                "cannot keep files in {folder!r} ({reason}): every start will be slower; "
                "set SEIZE_DATA_DIR to a folder with room"
            ),
            folder=str(folder),
            reason=error.strerror or error,
        )
