"""Replies as the HTML that Telegram takes (Bot API: Formatting options)."""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from bot.messages import Reply, Span, Style
from bot.telegram_app.plain_text import length, shortened, unlinked

MAX_TEXT, MAX_CAPTION = 4096, 1024  # UTF-16 code units, without the markup
_MAX_LOOKS = 90  # pieces with a look: of more than 100 Telegram forgets the rest

_TAGS = {Style.BOLD: "b", Style.CODE: "pre", Style.SPOILER: "tg-spoiler"}


def to_html(reply: Reply, most: int = MAX_TEXT) -> str:
    """Return title and body as HTML whose text has at most so many UTF-16 code units."""
    return "".join(_piece(span) for span in _cut(_plain_enough(_spans(reply)), most))


def text_length(reply: Reply) -> int:
    """Return how long a reply's text is, in UTF-16 code units."""
    return sum(length(span.text) for span in _spans(reply))


def to_alert(reply: Reply, most: int) -> str:
    """Return a reply as a text without looks, "" if it is longer than so many characters."""
    whole = "\n".join(part for part in (reply.title, reply.text) if part)
    return next((text for text in (whole, reply.text) if text and length(text) <= most), "")


def _spans(reply: Reply) -> list[Span]:
    """Return what is to be shown, in pieces of one look each, with nothing to link to."""
    parts = [Span(reply.title, Style.BOLD), Span("\n" if reply.body else "")] if reply.title else []
    runs = groupby([*parts, *reply.body], key=lambda span: _look(span.style))
    merged = [Span("".join(span.text for span in run), style) for style, run in runs]
    spans = [span for span in merged if span.text]
    following = [*(span.text for span in spans[1:]), ""]
    # In a block of code Telegram looks for no links; our own commands are to be touched.
    return [
        span
        if span.style in (Style.CODE, Style.COMMAND)
        else span._replace(text=unlinked(span.text, after))
        for span, after in zip(spans, following, strict=False)
    ]


def _look(style: Style) -> Style:
    return style if style in _TAGS or style is Style.COMMAND else Style.PLAIN


def _plain_enough(spans: list[Span]) -> Iterable[Span]:
    """Give up bold letters where there are too many looks: spoilers must stay hidden."""
    if sum(span.style is not Style.PLAIN for span in spans) <= _MAX_LOOKS:
        return spans
    return [Span(span.text) if span.style is Style.BOLD else span for span in spans]


def _cut(spans: Iterable[Span], most: int) -> Iterator[Span]:
    left = most
    for span in spans:
        if left <= 0:
            return
        yield span._replace(text=shortened(span.text, left))
        left -= length(span.text)


def _piece(span: Span) -> str:
    text = escape(span.text, quote=False)
    tag = _TAGS.get(span.style)
    return f"<{tag}>{text}</{tag}>" if tag else text
