"""Texts as Discord's Markdown, and buttons.

Each text shows as it stands: Discord takes a backslash before any character but letters, digits
and space for an escape. Addresses are broken likewise: no text of a stranger's becomes a link.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

import discord

from bot.messages import Button, Look, Span, Style

MARKS = re.compile(r"[\\`*_~|<>\[\]()#@]|:(?=/)")
# Lists: "- ", "+ ", "1. ", "1) "; a span may stand anywhere, so its start counts as a line's.
LISTS = re.compile(r"^(\s*)(?:([-+])|(\d*)([.)]))", re.MULTILINE)
SEAM = "\N{ZERO WIDTH SPACE}"  # keeps apart what would be a mark if it stood together
CUT = "…"

PREFIX = "seize:"  # of the ids of everything that can be pressed or sent in
MAX_LABEL, MAX_ROWS, MAX_COLUMNS = 80, 5, 5

_LOOKS = {
    Look.MAIN: discord.ButtonStyle.primary,
    Look.OTHER: discord.ButtonStyle.secondary,
    Look.GOOD: discord.ButtonStyle.success,
    Look.DANGER: discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address; only the adapter makes such."""

    label: str
    url: str


def escaped(text: str) -> str:
    """Escape a text, so that Discord shows it as it stands wherever it is put."""
    valid = text.encode(errors="replace").decode()
    return LISTS.sub(_escaped_list, MARKS.sub(r"\\\g<0>", valid))


def size(text: str) -> int:
    """Return the length of a text as Discord's clients count it: in UTF-16 units."""
    return len(text.encode("utf-16-le", errors="replace")) // 2


def markdown(spans: Iterable[Span], most: int) -> str:
    """Return spans as Markdown of at most `most` characters, cut with "…" where it is longer."""
    joined = list(_joined(spans))
    rendered = [_rendered(span) for span in joined]
    if sum(map(size, rendered)) <= most:
        return "".join(rendered)
    parts, left = [], most - len(CUT)
    for span, text in zip(joined, rendered, strict=True):
        if size(text) > left:
            parts.append(_shortened(span, left))
            break
        parts.append(text)
        left -= size(text)
    return "".join(parts) + CUT


def title(text: str, most: int) -> str:
    """Return a text as one line of Markdown, of at most `most` characters."""
    return markdown([Span(" ".join(text.split()))], most)


def _joined(spans: Iterable[Span]) -> Iterable[Span]:
    """Join neighbours of one look: their marks would fall together."""
    shown = (span for span in spans if span.text or span.style is Style.COUNTDOWN)
    for style, group in groupby(shown, lambda span: span.style):
        if style is Style.COUNTDOWN:
            yield from group
        else:
            yield Span("".join(span.text for span in group), style)


def _rendered(span: Span) -> str:
    if span.style is Style.COUNTDOWN:
        return f"<t:{round(span.at)}:R>"
    if span.style is Style.PLAIN or not span.text.strip():
        return escaped(span.text)
    if span.style is Style.CODE:
        return _code(span.text)
    if span.style is Style.SPOILER:
        # Two bars end it even after a backslash.
        return f"||{escaped(span.text)}{SEAM if span.text.endswith('|') else ''}||"
    return f"**{escaped(span.text)}**"


def _code(text: str) -> str:
    # Nothing can be escaped in a block; only its end must not be found within.
    whole = text.encode(errors="replace").decode().strip("\n").replace("``", f"`{SEAM}`")
    return f"```\n{whole.replace('``', f'`{SEAM}`')}\n```"


def _shortened(span: Span, most: int) -> str:
    """Return as much of a span as fits, "" if nothing does."""
    if span.style is Style.COUNTDOWN:
        return ""
    lengths = range(1, len(span.text) + 1)
    fitting = bisect_right(
        lengths, most, key=lambda n: size(_rendered(Span(span.text[:n], span.style)))
    )
    return _rendered(Span(span.text[:fitting], span.style)) if fitting else ""


def _escaped_list(found: re.Match[str]) -> str:
    space, bullet, number, dot = found.groups(default="")
    return f"{space}\\{bullet}" if bullet else f"{space}{number}\\{dot}"


def keyboard(rows: tuple[tuple[Button, ...], ...], link: Link | None) -> discord.ui.View:
    """Return rows of buttons, and a link below. Needs a running event loop."""
    view = discord.ui.View(timeout=None)
    seen: set[str] = set()
    for number, row in enumerate(rows[:MAX_ROWS]):
        for button in row[:MAX_COLUMNS]:
            if button.data not in seen:  # Discord refuses a message with two of one id
                seen.add(button.data)
                view.add_item(_button(button, number))
    if link:
        view.add_item(discord.ui.Button(label=link.label[:MAX_LABEL], url=link.url))
    # The client keeps views to call them back, for ever; presses are handled without it.
    view.stop()
    return view


def _button(button: Button, row: int) -> discord.ui.Button[discord.ui.View]:
    label = " ".join(button.label.split())
    if len(label) > MAX_LABEL:
        label = label[: MAX_LABEL - 1] + "…"
    if button.url:
        return discord.ui.Button(label=label, url=button.url, row=row)
    return discord.ui.Button(
        label=label, custom_id=PREFIX + button.data, style=_LOOKS[button.look], row=row
    )
