"""The words of a set of letters, in a terminal and for programs."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill

from rich.console import Console
from rich.text import Text

from bot.presenters.wording import Wording
from core.anagrams import Anagrams, Rack


@dataclass(frozen=True, slots=True)
class LettersList:
    """The words found for a rack; `limit` of them are listed, None: all."""

    rack: Rack
    lexicon: str
    classes: Sequence[Anagrams]
    limit: int | None = None

    @property
    def count(self) -> int:
        """The number of words found."""
        return sum(len(each.words) for each in self.classes)

    def to_json(self) -> str:
        """Return the words in their classes as one line of JSON."""
        facts = {
            "letters": self.rack.letters,
            "wildcards": self.rack.wildcards,
            "lexicon": self.lexicon,
            "count": self.count,
            "classes": [
                {
                    "letters": "".join(sorted(each.words[0])),
                    "length": each.length,
                    "words": [
                        {"word": word, "display": display}
                        for word, display in zip(*each, strict=True)
                    ],
                }
                for each in self._listed()
            ],
        }
        return json.dumps(facts, ensure_ascii=False)

    def show(self, console: Console, wording: Wording) -> None:
        """Print the words by length, and how many they are."""
        if not self.classes:
            console.print(Text(wording.gettext("No word can be made of these letters.")))
            return
        totals = Counter[int]()
        for each in self.classes:
            totals[each.length] += len(each.words)
        for length, alike in groupby(self._listed(), key=lambda each: each.length):
            heading = wording.ngettext("{count} letter", "{count} letters", length)
            console.print(Text(f"{heading} ({wording.number(totals[length])})", style="bold"))
            text = ", ".join(map(str, alike))
            print(fill(text, max(console.width, 1), break_long_words=False, break_on_hyphens=False))
            print()
        console.print(Text(self._sum(wording)))

    def _listed(self) -> list[Anagrams]:
        """Return the first words, in their classes."""
        if self.limit is None:
            return list(self.classes)
        listed: list[Anagrams] = []
        room = self.limit
        for each in self.classes:
            if room <= 0:
                break
            listed.append(Anagrams(each.words[:room], each.displays[:room]))
            room -= len(each.words)
        return listed

    def _sum(self, wording: Wording) -> str:
        count, limit = self.count, self.limit
        counted = wording.ngettext("{count} word", "{count} words", count)
        parts = [counted.replace(str(count), wording.number(count), 1), self.lexicon]
        if limit is not None and limit < count:
            parts.append(wording.gettext("listed: {count}", count=wording.number(limit)))
        return " · ".join(parts)
