"""The answer key of a grid in a chat: pages, the best words on a picture, the whole as a file."""

from dataclasses import dataclass

from bot.messages import MAX_DATA, File, Image, Reply
from bot.presenters.languages import lexicon_label
from bot.presenters.pictures.colours import Theme
from bot.presenters.pictures.galleries import Gallery, Tracing
from bot.presenters.spoken import path_text
from bot.presenters.standings import words_and_points
from bot.presenters.texts import (
    Line,
    bold,
    left_out,
    page_note,
    pages,
    paragraphs,
    plain,
    turners,
)
from bot.presenters.verdicts import word_points
from bot.presenters.wording import Wording
from core.solver.solution import FoundWord, Solution, Sort

_PAGE = 750  # characters of words on a page: as much as fits beside a picture
_DRAWN = 2  # words: the letters of more could not be read on a phone
_LONG = 100  # words from which on the whole list comes as a file


@dataclass(frozen=True, slots=True)
class KeyView:
    """The view of an answer key; `name` is the word list's.

    `turning` is what the buttons to other pages carry before the page; "": the grid itself.
    `partial`: words may be left out, and the page says so.
    """

    solution: Solution
    name: str
    wording: Wording
    turning: str = ""
    partial: bool = False

    def picture(self, theme: Theme) -> Image | None:
        """Draw the best word and the longest; None if there are no words."""
        shown = self._shown()
        if not shown:
            return None
        solution = self.solution
        drawn = Gallery(tuple(Tracing.of(found, solution) for found in shown), theme)
        alt = "; ".join(
            path_text(found.display, found.path, solution.grid, self.wording) for found in shown
        )
        return Image(drawn.png(), alt[:1000], "key.png")

    def file(self) -> File | None:
        """Return the whole list, a word a line with its points, if it is long."""
        if len(self.solution) <= _LONG:
            return None
        listed = "".join(f"{found.points}\t{found.display}\n" for found in self.solution)
        return File("words.txt", listed.encode())

    def page(
        self,
        page: int,
        image: Image | None = None,
        *,
        file: File | None = None,
        replaces: bool = False,
    ) -> Reply:
        """Return a page of words, the best first."""
        leaves = pages([word_points(found) for found in self.solution], room=_PAGE)
        page = min(max(page, 0), len(leaves) - 1)
        note = page_note(page, len(leaves), self.wording)
        buttons = self._buttons(page, len(leaves))
        return Reply(
            title=self._title(),
            body=paragraphs(
                self._facts(),
                [plain(leaves[page])] if leaves[page] else (),
                [plain(note)] if note else (),
                [plain(left_out(self.wording))] if self.partial else (),
            ),
            image=image,
            file=file,
            buttons=(buttons,) if buttons else (),
            replaces=replaces,
        )

    def _title(self) -> str:
        rules = self.solution.rules.name.capitalize()
        return f"{self.solution.grid.letters} · {lexicon_label(self.name, self.wording)} · {rules}"

    def _facts(self) -> list[Line]:
        solution, wording = self.solution, self.wording
        counted = words_and_points(len(solution), solution.points, wording)
        if not solution.longest:
            return [bold(counted)]
        longest = wording.gettext(
            "{word} ({count} letters)",
            word=solution.longest.display,
            count=len(solution.longest.word),
        )
        label = wording.gettext("Longest possible")
        line = wording.gettext("{label}: {value}", label=label, value=longest)
        return [bold(counted), plain(line)]

    def _shown(self) -> list[FoundWord]:
        longest = self.solution.ordered(Sort.LENGTH)[:2]
        return list(dict.fromkeys([*self.solution.words[:1], *longest]))[:_DRAWN]

    def _buttons(self, page: int, count: int) -> tuple:  # type: ignore[type-arg]
        """Return buttons that carry all that makes the key again, if that fits on them."""
        if self.turning:
            return turners(self.turning, page, count)
        asked = f"{self.name}:{self.solution.rules.name}:{self.solution.grid}"
        buttons = turners("key", page, count, more=asked)
        fits = all(len(button.data.encode()) <= MAX_DATA for button in buttons)
        return buttons if fits else ()
