"""Pieces of replies: spans, lists with commas, pages, times."""

import math
from collections.abc import Iterable, Sequence

from bot.messages import Button, Span, Style
from bot.presenters.wording import Wording

Line = tuple[Span, ...]

COMMAND_HERE = "\ue000"  # a character that no language uses
_PAGE = 2800  # characters of a page: with a title and a note, far from what platforms take


def plain(text: str) -> Line:
    """Return a line that looks like nothing special."""
    return (Span(text),)


def lines(*every: Iterable[Span]) -> Line:
    """Return lines as one body; empty ones part paragraphs."""
    body: list[Span] = []
    for number, line in enumerate(every):
        body += [Span("\n"), *line] if number else line
    return tuple(body)


def bold(text: str, rest: str = "") -> Line:
    """Return a line that begins in bold."""
    return (Span(text, Style.BOLD), Span(rest))


def with_command(sentence: str, command: str) -> Line:
    """Return a worded sentence with a command in place of its mark COMMAND_HERE."""
    before, _, after = sentence.partition(COMMAND_HERE)
    return (Span(before), Span(command, Style.COMMAND), Span(after))


def paragraphs(*every: Iterable[Line]) -> Line:
    """Return groups of lines as one body, with an empty line between; empty groups are left out."""
    groups = [tuple(group) for group in every]
    return lines(*(line for group in groups if group for line in ((), *group)))[1:]


def pages(items: Sequence[str], between: str = ", ", room: int = _PAGE) -> list[str]:
    """Return items joined on as few pages as hold `room` characters each; at least one page."""
    found, size = [[]], 0  # type: tuple[list[list[str]], int]
    for item in items:
        size += len(item) + len(between)
        if found[-1] and size > room:
            found.append([])
            size = len(item) + len(between)
        found[-1].append(item[:room])
    return [between.join(page) for page in found]


def turners(data: str, page: int, count: int, more: str = "") -> tuple[Button, ...]:
    """Return the buttons to the pages before and after `page` (from 0) of `count`.

    Their data is `data`, the page, and `more` if there is any.
    """
    tail = f":{more}" if more else ""
    back = Button("◀", f"{data}:{page - 1}{tail}")
    on = Button("▶", f"{data}:{page + 1}{tail}")
    return (*([back] if page > 0 else []), *([on] if page < count - 1 else []))


def back_to(page: str, wording: Wording) -> Button:
    """Return the button back to a page that another one has replaced, by the page's data."""
    return Button("◀ " + wording.gettext("Back"), page)


def page_note(page: int, count: int, wording: Wording) -> str:
    """Return "Page 2 of 5", "" where there is one."""
    if count == 1:
        return ""
    return wording.gettext("Page {number} of {count}", number=page + 1, count=count)


def left_out(wording: Wording) -> str:
    """Return the note below words of which some may be left out, as they are still secret."""
    return wording.gettext(
        "Words of a grid that is still played may be missing: ask again when its time is over."
    )


def swipe_label(wording: Wording) -> str:
    """Return the label of the button that opens the page."""
    return "👆 " + wording.gettext("Swipe")


def time_left(seconds: float) -> str:
    """Return "1:05": 0:00 only when there is no time left; from an hour on "3 h 05"."""
    minutes, rest = divmod(max(math.ceil(seconds), 0), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02}"
    return f"{minutes}:{rest:02}"
