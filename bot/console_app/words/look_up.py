"""Entries of the dictionary, and the table of dictionaries."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from rich.table import Table

from bot.presenters.wording import Wording
from core.errors import Notice, translatable
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
    refusal: Notice | None = None

    def to_json(self) -> str:
        """Return the entry as one line of JSON."""
        facts = {
            "asked": self.asked,
            "word": self.word,
            "lexicon": self.lexicon,
            "accepted": self.accepted,
            "spellings": self.spellings,
            "rank": self.rank,
            "reason": str(self.refusal or ""),
        }
        return json.dumps(facts, ensure_ascii=False)

    def line(self, wording: Wording) -> str:
        """Return the entry as a line in a language."""
        asked = self.asked if self.asked.isprintable() else repr(self.asked)
        if self.refusal:
            reason = wording.reason(self.refusal)
            return wording.gettext("{word}: no, {reason}", word=asked, reason=reason)
        tier = wording.gettext("not among the common words")
        if self.rank:
            tier = wording.gettext("common, rank {rank}", rank=wording.number(self.rank))
        return wording.gettext(
            "{word}: yes, {spellings} ({lexicon}; {tier})",
            word=asked,
            spellings=", ".join(self.spellings),
            lexicon=self.lexicon,
            tier=tier,
        )


def look_up(lexicon: Lexicon, asked: str) -> Entry:
    """Look a word up as a player types it."""
    try:
        word = lexicon.alphabet.read(asked)
    except BadSpelling as error:
        return Entry(asked, "", lexicon.name, accepted=False, refusal=error)
    if word in lexicon:
        spellings = lexicon.spellings(word)
        return Entry(asked, word, lexicon.name, True, spellings, lexicon.rank(word))
    refusal = Notice(translatable("not in {lexicon}"), lexicon=lexicon.name)
    if not MIN_LETTERS <= len(word) <= MAX_LETTERS:
        template = translatable("words have {low} to {high} letters")
        refusal = Notice(template, low=MIN_LETTERS, high=MAX_LETTERS)
    return Entry(asked, word, lexicon.name, accepted=False, refusal=refusal)


def lexicon_table(listings: Iterable[Listing], wording: Wording) -> Table:
    """Return the table of shipped lists."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(wording.gettext("lexicon"))
    table.add_column(wording.gettext("words"), justify="right")
    table.add_column(wording.gettext("common"), justify="right")
    table.add_column("SHA-256")
    table.add_column(wording.gettext("title"))
    for listed in listings:
        table.add_row(
            listed.name,
            wording.number(listed.words),
            wording.number(listed.common),
            listed.sha256[:12],
            listed.title,
        )
    return table
