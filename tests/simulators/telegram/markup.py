"""HTML as the Bot API reads it: a text and its entities (Bot API: HTML style).

The refusals are those of the Bot API server; what it lets pass although the documentation
forbids it comes back as notes.
"""

import re
from dataclasses import dataclass, field

from tests.simulators.telegram.errors import ApiError, Json, bad_request

KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
}
# Bot API: Formatting options: these may hold, and be in, any other but pre and code.
STYLES = {"bold", "italic", "underline", "strikethrough", "spoiler"}
MONOSPACE = {"code", "pre"}
QUOTES = {"blockquote", "expandable_blockquote"}

_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot)(?![a-zA-Z]));?")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_TAG_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE_NAME = re.compile(r"[^\s=>]*")
_NAME_TOKEN = re.compile(r"[A-Za-z0-9.\-]*")
_SPACE = re.compile(r"\s*")
_USER_LINK = re.compile(r"tg://user\?id=(\d+)$")


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
    """Return what a source says in parse mode HTML; ApiError 400 where it is not well formed."""
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


@dataclass
class _Open:
    """A tag that waits for its end."""

    tag: str
    kind: str
    attributes: dict[str, str]
    offset: int
    piece: int


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.pieces: list[str] = []
        self.length = 0
        self.open: list[_Open] = []
        self.parsed = Parsed("")

    def parse(self) -> Parsed:
        while self.at < len(self.source):
            if self.source.startswith("</", self.at):
                self._end_tag()
            elif self.source[self.at] == "<":
                self._start_tag()
            else:
                self._character()
        if self.open:
            tag = self.open[-1].tag
            raise _cannot_parse(f'Can\'t find end tag corresponding to start tag "{tag}"')
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

    def _start_tag(self) -> None:
        begin = self.at
        tag = self._take(_TAG_NAME, begin + 1).lower()
        if self.at >= len(self.source):
            raise _cannot_parse(f"Unclosed start tag at byte offset {self._bytes(begin)}")
        if tag not in KINDS:
            where = self._bytes(begin)
            raise _cannot_parse(f'Unsupported start tag "{tag}" at byte offset {where}')
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise _cannot_parse(
                f'Tag "span" must have class "tg-spoiler" at byte offset {self._bytes(begin)}'
            )
        kind = KINDS[tag]
        if tag == "blockquote" and "expandable" in attributes:
            kind = "expandable_blockquote"
        self.open.append(_Open(tag, kind, attributes, self.length, len(self.pieces)))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            self._take(_SPACE)
            if self.at >= len(self.source):
                raise _cannot_parse(f"Unclosed start tag at byte offset {self._bytes(begin)}")
            if self.source[self.at] == ">":
                self.at += 1
                return attributes
            name = self._take(_ATTRIBUTE_NAME)
            if not name:
                raise _cannot_parse(
                    f'Empty attribute name in the tag "{tag}" at byte offset {self._bytes(begin)}'
                )
            self._take(_SPACE)
            if self.source.startswith("=", self.at):
                self.at += 1
                self._take(_SPACE)
                attributes[name] = self._value(begin)
            else:
                attributes[name] = ""

    def _value(self, begin: int) -> str:
        quote = self.source[self.at : self.at + 1]
        if quote in {'"', "'"}:
            end = self.source.find(quote, self.at + 1)
            if end < 0:
                raise _cannot_parse(f"Unclosed start tag at byte offset {self._bytes(begin)}")
            value = self.source[self.at + 1 : end]
            self.at = end + 1
            return _REFERENCE.sub(_referred, value)
        token_at = self.at
        value = self._take(_NAME_TOKEN).lower()
        if self.at < len(self.source) and not re.match(r"[\s>]", self.source[self.at]):
            where = self._bytes(token_at)
            raise _cannot_parse(f"Unexpected end of name token at byte offset {where}")
        return value

    def _end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise _cannot_parse(f"Unexpected end tag at byte offset {self._bytes(begin)}")
        name = self._take(_TAG_NAME, begin + 2).lower()
        self._take(_SPACE)
        if not self.source.startswith(">", self.at):
            raise _cannot_parse(f"Unclosed end tag at byte offset {self._bytes(begin)}")
        self.at += 1
        opened = self.open.pop()
        if name and name != opened.tag:
            raise _cannot_parse(
                f"Unmatched end tag at byte offset {self._bytes(begin)}, "
                f'expected "</{opened.tag}>", found "</{name}>"'
            )
        if self.length > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        entity: Json = {
            "type": opened.kind,
            "offset": opened.offset,
            "length": self.length - opened.offset,
        }
        if opened.kind == "code" and self._makes_language(opened):
            return
        self._note_nesting(opened)
        if opened.kind == "custom_emoji":
            entity["custom_emoji_id"] = _emoji_id(opened)
        elif opened.kind == "text_link":
            target = opened.attributes.get("href") or "".join(self.pieces[opened.piece :])
            if not _point(entity, target):
                self.parsed.notes.append(f"a link to {target!r} is dropped")
                return
        elif opened.kind == "pre" and "language" in opened.attributes:
            entity["language"] = opened.attributes["language"]
        self.parsed.entities.append(entity)

    def _makes_language(self, code: _Open) -> bool:
        """Return whether a code is the one in a pre that names its language."""
        outer = self.open[-1] if self.open else None
        language = code.attributes.get("class", "")
        if not outer or outer.kind != "pre" or not language.startswith("language-"):
            return False
        outer.attributes["language"] = language.removeprefix("language-")
        return True

    def _note_nesting(self, inner: _Open) -> None:
        """Note what the documentation forbids (Bot API: Formatting options)."""
        for outer in self.open:
            kinds = {outer.kind, inner.kind}
            if kinds & MONOSPACE or kinds <= QUOTES or not kinds & (STYLES | QUOTES):
                self.parsed.notes.append(f"{inner.kind} within {outer.kind} is not allowed")

    def _take(self, pattern: re.Pattern[str], start: int | None = None) -> str:
        match = pattern.match(self.source, self.at if start is None else start)
        assert match
        self.at = match.end()
        return match.group()

    def _bytes(self, index: int) -> int:
        return len(self.source[:index].encode())


def _referred(reference: re.Match[str]) -> str:
    hexadecimal, decimal, name = reference.groups()
    if name:
        return _NAMED[name]
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if 0 < code < 0x10FFFF else reference.group()


def _emoji_id(opened: _Open) -> str:
    number = opened.attributes.get("emoji-id", "")
    if not number.isdecimal() or not int(number):
        raise _cannot_parse("Invalid custom emoji identifier specified")
    return number


def _point(entity: Json, target: str) -> bool:
    """Point a text_link to its target; return False where Telegram would make no link of it."""
    user = _USER_LINK.match(target)
    if user:
        entity.update(type="text_mention", user_id=int(user.group(1)))
        return True
    if not re.match(r"(?:(?:https?|ftp|tg|ton|tonsite)://)?[^\s/?#]+(?:[/?#].*)?$", target):
        return False
    if "://" not in target and "." not in target:
        return False
    entity["url"] = target if "://" in target else f"http://{target}/"
    return True


def _cannot_parse(why: str) -> ApiError:
    return bad_request(f"can't parse entities: {why}")
