"""The words of a set of letters in a chat: pages, and the whole as a file."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.messages import File, Reply
from bot.presenters.languages import lexicon_label
from bot.presenters.standings import number
from bot.presenters.texts import Line, bold, left_out, page_note, paragraphs, plain, turners
from bot.presenters.wording import Wording
from core.anagrams import Anagrams, Rack

_PAGE = 1500  # characters of words on a page: more would fill the screen
_LONG = 100  # words from which on the whole list comes as a file


@dataclass(frozen=True, slots=True)
class AnagramsView:
    """The view of the words of `least` letters and more; `name` is the word list's.

    `partial`: words may be left out, and the page says so.
    """

    rack: Rack
    classes: Sequence[Anagrams]
    name: str
    least: int
    wording: Wording
    partial: bool = False

    def first(self) -> Reply:
        """Return the first page, with the whole list as a file if it is long."""
        return self.page(0, file=self._file() if self._count > _LONG else None)

    def page(self, page: int, *, file: File | None = None, replaces: bool = False) -> Reply:
        """Return a page of words, the longest first."""
        leaves = self._leaves()
        page = min(max(page, 0), len(leaves) - 1)
        notes = [page_note(page, len(leaves), self.wording)]
        if self.partial:
            notes.append(left_out(self.wording))
        asked = f"{self.name}:{self.least}:{self.rack}"
        buttons = turners("rack", page, len(leaves), more=asked)
        return Reply(
            title=f"{self.rack} · {lexicon_label(self.name, self.wording)}",
            body=paragraphs(
                [self._sum()],
                *self._lines(leaves[page]),
                *([plain(note)] for note in notes if note),
            ),
            file=file,
            buttons=(buttons,) if buttons else (),
            replaces=replaces,
        )

    def _file(self) -> File:
        """Return a class a line with its length."""
        listed = (f"{each.length}\t{each}\n" for each in self.classes)
        return File("words.txt", "".join(listed).encode())

    @property
    def _count(self) -> int:
        return sum(len(each.words) for each in self.classes)

    def _sum(self) -> Line:
        count, gettext = self._count, self.wording.gettext
        if not count:
            return plain(gettext("No word can be made of these letters."))
        counted = self.wording.ngettext("{count} word", "{count} words", count)
        return bold(counted.replace(str(count), number(count, self.wording), 1))

    def _lines(self, leaf: Sequence[Anagrams]) -> list[list[Line]]:
        """Return the words of a page, those of each length below a heading."""
        totals = Counter[int]()
        for each in self.classes:
            totals[each.length] += len(each.words)
        return [
            [
                bold(self.wording.ngettext("{count} letter", "{count} letters", length))
                + plain(f" ({number(totals[length], self.wording)})"),
                plain(", ".join(map(str, alike))),
            ]
            for length, alike in groupby(leaf, key=lambda each: each.length)
        ]

    def _leaves(self) -> list[list[Anagrams]]:
        """Return the classes of each page; at least one page."""
        leaves: list[list[Anagrams]] = [[]]
        size = 0
        for each in self.classes:
            size += len(str(each)) + 2
            if leaves[-1] and size > _PAGE:
                leaves.append([])
                size = len(str(each)) + 2
            leaves[-1].append(each)
        return leaves
