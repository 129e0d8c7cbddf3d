"""Replies as Telegram's HTML (Bot API: Formatting options), and the buttons under them.

Texts stay texts: Telegram turns names, addresses and commands in them into links, whatever the
markup, and a mention also calls who is mentioned.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo
from telegram.constants import KeyboardButtonStyle

from bot.chat.commands import verb_of
from bot.chat.context import Entry
from bot.messages import Button, Look, Reply, Span, Style
from bot.telegram_app.links import Links

MAX_TEXT, MAX_CAPTION = 4096, 1024  # UTF-16 code units, without the markup
_MAX_LOOKS = 90  # pieces with a look: of more than 100 Telegram forgets the rest

_TAGS = {Style.BOLD: "b", Style.CODE: "pre", Style.SPOILER: "tg-spoiler"}
JOINER = "\u2060"  # takes no room, and no line is broken there

# After these something begins that Telegram would make a link of: @name, #tag, $TAG,
# /command, scheme://, name.com, 1.2.3.4. Numbers such as 1.5 and words such as and/or stay.
_BEFORE_LINKS = re.compile(
    r"[@#$](?=\w)|(?<!\w)/(?=\w)|:(?=/)"
    r"|\.(?=[^\W\d])|(?<!\d)\.(?=\d)|(?<=\d)\.(?=\d+\.\d)"
)
_ROW = 8  # buttons that Telegram shows in a row
_STYLES = {
    Look.MAIN: KeyboardButtonStyle.PRIMARY,
    Look.GOOD: KeyboardButtonStyle.SUCCESS,
    Look.DANGER: KeyboardButtonStyle.DANGER,
}


def to_html(reply: Reply, most: int = MAX_TEXT) -> str:
    """Return title and body as HTML whose text has at most so many UTF-16 code units."""
    return "".join(_piece(span) for span in _cut(_plain_enough(_spans(reply)), most))


def text_length(reply: Reply) -> int:
    """Return the length of a reply's text, in UTF-16 code units."""
    return sum(length(span.text) for span in _spans(reply))


def to_alert(reply: Reply, most: int) -> str:
    """Return a reply as a text without looks, "" if it is longer than so many characters."""
    whole = "\n".join(part for part in (reply.title, reply.text) if part)
    return next((text for text in (whole, reply.text) if text and length(text) <= most), "")


def _spans(reply: Reply) -> list[Span]:
    """Return title and body in pieces of one look each, with nothing to link to."""
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


def unlinked(text: str, after: str = "") -> str:
    """Break the links that Telegram would find in a text; it looks the same.

    `after` is the text that goes on behind it.
    """
    whole = _BEFORE_LINKS.sub(rf"\g<0>{JOINER}", text + after[:1])
    return whole[:-1] if after else whole


def without_joiners(text: str) -> str:
    """Undo `unlinked`, in a text that may have been copied from one of Seize's."""
    return text.replace(JOINER, "")


def length(text: str) -> int:
    """Return the length of a text as Telegram counts it, in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def shortened(text: str, most: int) -> str:
    """Cut a text to at most `most` UTF-16 code units, with … where something is missing."""
    if length(text) <= most:
        return text
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * max(most - 1, 0)]
    return units.decode("utf-16-le", "ignore") + "…" * (most > 0)


def keyboard(
    rows: Iterable[Sequence[Button]], links: Links, *, private: bool
) -> InlineKeyboardMarkup | None:
    """Return buttons as they are in a group or in private, None for none."""
    shown = [[each for each in row if not (private and _opens_private(each))] for row in rows]
    keys = [
        [_key(each, links, private=private) for each in row[start : start + _ROW]]
        for row in shown
        for start in range(0, len(row), _ROW)
    ]
    return InlineKeyboardMarkup(keys) if keys else None


def link_keyboard(label: str, url: str) -> InlineKeyboardMarkup:
    """Return one button that opens an address."""
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, url=url)]])


def _opens_private(button: Button) -> bool:
    """Return whether words are typed in the private chat that a button opens."""
    return verb_of(button.verb).entry is Entry.WORDS


def _key(button: Button, links: Links, *, private: bool) -> InlineKeyboardButton:
    style = _STYLES.get(button.look)
    if button.ticket and private:
        page = WebAppInfo(links.page(button.ticket))
        return InlineKeyboardButton(button.label, web_app=page, style=style)
    if button.ticket and links.app:
        return InlineKeyboardButton(button.label, url=links.mini_app(button.ticket), style=style)
    if button.ticket or _opens_private(button):
        return InlineKeyboardButton(button.label, url=links.private(button.data), style=style)
    if button.url:
        return InlineKeyboardButton(button.label, url=button.url, style=style)
    return InlineKeyboardButton(button.label, callback_data=button.data, style=style)
