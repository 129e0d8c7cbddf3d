"""HTML as the Bot API reads it: a text and its entities (Bot API: HTML style).

The refusals are those of the Bot API server; what it lets pass although the documentation
forbids it comes back as notes.
"""

import re
from dataclasses import dataclass, field

from tests.simulators.telegram.errors import ApiError, Json, bad_request

# Telegram knows more tags; the bot writes these, and any other is refused.
KINDS = {"b": "bold", "pre": "pre", "tg-spoiler": "spoiler"}

_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot)(?![a-zA-Z]));?")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_TAG = re.compile(r"<(/?)([^\s>]*)\s*(>?)")


def utf16(text: str) -> int:
    """Return the length of a text in UTF-16 code units (Bot API: MessageEntity)."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass
class Parsed:
    """A text without markup, its entities, and what the documentation would not allow."""

    text: str
    entities: list[Json] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def parse_html(source: str) -> Parsed:
    """Parse a source as HTML of Telegram's kind; ApiError 400 where it is not well formed."""
    return _Parser(source).parse()


def stripped(parsed: Parsed) -> Parsed:
    """Return the same without spaces at both ends, as Telegram stores messages."""
    before = utf16(parsed.text) - utf16(parsed.text.lstrip())
    text = parsed.text.strip()
    entities = []
    for entity in parsed.entities:
        start = max(entity["offset"] - before, 0)
        end = min(entity["offset"] + entity["length"] - before, utf16(text))
        if end > start:
            entities.append({**entity, "offset": start, "length": end - start})
    return Parsed(text, entities, parsed.notes)


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.pieces: list[str] = []
        self.length = 0
        self.open: list[tuple[str, int]] = []  # tags that wait for their ends, with offsets
        self.parsed = Parsed("")

    def parse(self) -> Parsed:
        while self.at < len(self.source):
            if tag := _TAG.match(self.source, self.at):
                self._tag(tag)
            else:
                self._character()
        if self.open:
            left = self.open[-1][0]
            raise _cannot_parse(f'Can\'t find end tag corresponding to start tag "{left}"')
        self.parsed.text = "".join(self.pieces)
        self.parsed.entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
        return self.parsed

    def _character(self) -> None:
        reference = _REFERENCE.match(self.source, self.at)
        if reference:
            self.at = reference.end()
            self._put(_referred(reference))
            return
        character = self.source[self.at]
        if character in "&>":
            # Bot API: HTML style: all <, > and & that are no markup must be replaced.
            self.parsed.notes.append(f"{character!r} is not escaped, or no reference Telegram has")
        self.at += 1
        self._put(character)

    def _put(self, piece: str) -> None:
        self.pieces.append(piece)
        self.length += utf16(piece)

    def _tag(self, found: re.Match[str]) -> None:
        ends, tag, closed = found[1], found[2].lower(), found[3]
        kind = "end" if ends else "start"
        where = f"at byte offset {len(self.source[: self.at].encode())}"
        self.at = found.end()
        if not ends and tag not in KINDS:
            raise _cannot_parse(f'Unsupported start tag "{tag}" {where}')
        if not closed:
            raise _cannot_parse(f"Unclosed {kind} tag {where}")
        if not ends:
            if self.open and "pre" in (tag, self.open[-1][0]):
                # Bot API: Formatting options: pre holds no other entity, and is in none.
                self.parsed.notes.append(f"{tag} within {self.open[-1][0]} is not allowed")
            self.open.append((tag, self.length))
            return
        if not self.open:
            raise _cannot_parse(f"Unexpected end tag {where}")
        opened, offset = self.open.pop()
        if tag and tag != opened:
            wrong = f'expected "</{opened}>", found "</{tag}>"'
            raise _cannot_parse(f"Unmatched end tag {where}, {wrong}")
        if self.length > offset:
            entity = {"type": KINDS[opened], "offset": offset, "length": self.length - offset}
            self.parsed.entities.append(entity)


def _referred(reference: re.Match[str]) -> str:
    hexadecimal, decimal, name = reference.groups()
    if name:
        return _NAMED[name]
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if 0 < code < 0x10FFFF else reference.group()


def _cannot_parse(why: str) -> ApiError:
    return bad_request(f"can't parse entities: {why}")
