"""Entries of the dictionary, and the table of dictionaries."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from rich.table import Table

from core.lexicon import Lexicon
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, BadSpelling
from core.lexicon.catalogue import Listing


@dataclass(frozen=True, slots=True)
class Entry:
    """A word looked up: its letters, its spellings, its place among common words, or why not."""

    asked: str
    word: str
    lexicon: str
    accepted: bool
    spellings: tuple[str, ...] = ()
    rank: int | None = None
    reason: str = ""

    def to_json(self) -> str:
        """Return the entry as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def __str__(self) -> str:
        asked = self.asked if self.asked.isprintable() else repr(self.asked)
        if not self.accepted:
            return f"{asked}: no, {self.reason}"
        tier = f"common, rank {self.rank}" if self.rank else "not among the common words"
        return f"{asked}: yes, {', '.join(self.spellings)} ({self.lexicon}; {tier})"


def look_up(lexicon: Lexicon, asked: str) -> Entry:
    """Look a word up as a player types it."""
    try:
        word = lexicon.alphabet.normalise(asked)
    except BadSpelling as error:
        return Entry(asked, "", lexicon.name, accepted=False, reason=str(error))
    if word in lexicon:
        spellings = lexicon.spellings(word)
        return Entry(asked, word, lexicon.name, True, spellings, lexicon.rank(word))
    reason = f"not in {lexicon.name}"
    if not MIN_LETTERS <= len(word) <= MAX_LETTERS:
        reason = f"words have {MIN_LETTERS} to {MAX_LETTERS} letters"
    return Entry(asked, word, lexicon.name, accepted=False, reason=reason)


def lexicon_table(listings: Iterable[Listing]) -> Table:
    """Return the table of shipped lists."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("lexicon", "words", "common", "SHA-256", "title"):
        table.add_column(title, justify="right" if title in ("words", "common") else "left")
    for listed in listings:
        table.add_row(
            listed.name,
            f"{listed.words:,}",
            f"{listed.common:,}",
            listed.sha256[:12],
            listed.title,
        )
    return table
