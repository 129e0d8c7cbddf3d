"""Discord's Markdown as its clients read it, as far as it is known.

Stricter than they are: what any of them might take for a mark is one here.
"""

import re

from bot.discord_app.rendering import SEAM
from bot.messages import Style

BLOCK = re.compile(r"[ \t]*(?:#{1,3} |-# |>>> |> |[-*+] |\d+[.)] )")
ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")
CODE = re.compile(r"```(?:([a-z0-9_+\-.#]+?)\n)?\n*([^\n][\s\S]*?)\n*```", re.IGNORECASE)
INLINE = re.compile(r"(`+)([\s\S]*?[^`])\1(?!`)")
SPOILER = re.compile(r"\|\|([\s\S]+?)\|\|")
BOLD = re.compile(r"\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)")
TIME = re.compile(r"<t:(-?\d+):R>")
OTHERS = [
    INLINE,
    re.compile(r"\*\S[\s\S]*?\*"),
    re.compile(r"_[\s\S]+?_"),
    re.compile(r"~~[\s\S]+?~~"),
    re.compile(r"\[[\s\S]*?\]\([\s\S]*?\)"),
    re.compile(r"(?:https?|steam|discord)://[^\s<]+"),
    re.compile(r"<(?:[@#][!&]?\d+|a?:\w+:\d+|t:|/|id:|https?:|mailto:|tel:)[^>]*>"),
    re.compile(r"@(?:everyone|here)"),
]

Read = list[tuple[Style, str]]


class Unexpected(AssertionError):
    """A mark that nobody meant."""


def read(text: str, style: Style = Style.PLAIN) -> Read:
    """Return a text as a client shows it: pieces and their looks."""
    pieces: Read = []
    place = 0
    while place < len(text):
        starts = style is Style.PLAIN and (place == 0 or text[place - 1] == "\n")
        if starts and BLOCK.match(text, place):
            raise Unexpected(text[place:])
        place = _piece(text, place, style, pieces)
    return pieces


def _piece(text: str, place: int, style: Style, pieces: Read) -> int:
    if found := ESCAPE.match(text, place):
        pieces.append((style, found[1]))
    elif found := CODE.match(text, place):
        if found[1]:
            raise Unexpected(found[0])
        pieces.append((Style.CODE, found[2]))
    elif found := SPOILER.match(text, place):
        pieces += read(found[1], Style.SPOILER)
    elif found := BOLD.match(text, place):
        pieces += read(found[1], Style.BOLD)
    elif found := TIME.match(text, place):
        pieces.append((Style.COUNTDOWN, found[1]))
    else:
        if any(other.match(text, place) for other in OTHERS):
            raise Unexpected(text[place:])
        pieces.append((style, text[place]))
        return place + 1
    if style is not Style.PLAIN and pieces[-1][0] is not style:
        raise Unexpected(found[0])
    return found.end()


def joined(pieces: Read) -> Read:
    """Return pieces with neighbours of one look as one."""
    whole: Read = []
    for style, text in pieces:
        shown = text.replace(SEAM, "")
        if whole and whole[-1][0] is style and style not in (Style.CODE, Style.COUNTDOWN):
            whole[-1] = (style, whole[-1][1] + shown)
        elif shown:
            whole.append((style, shown))
    return whole
