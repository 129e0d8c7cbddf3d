"""A reply as the messages that it takes, one after the other."""

from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from telegram import InlineKeyboardMarkup

from bot.messages import Reply
from bot.telegram_app.keyboards import keyboard
from bot.telegram_app.markup import MAX_CAPTION, text_length, to_html


class Kind(Enum):
    """What a message is, which decides how it is edited."""

    TEXT = "text"
    PHOTO = "photo"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Parcel:
    """One message: `html` is its text or caption, `data` its file."""

    kind: Kind
    html: str = ""
    keys: InlineKeyboardMarkup | None = None
    data: bytes = b""
    name: str = ""

    @property
    def shown(self) -> "Shown":
        """Return what is remembered of the message."""
        digest = sha256(self.data).digest() if self.data else b""
        return Shown(self.kind, self.html, self.keys, digest)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a message shows now; `digest` is its file's."""

    kind: Kind
    html: str
    keys: InlineKeyboardMarkup | None
    digest: bytes = b""


def parcels(reply: Reply, username: str, *, private: bool) -> list[Parcel]:
    """Return the messages of a reply; the last one has its text and buttons.

    No message for a reply that says nothing. A text too long to be a caption is a message
    of its own.
    """
    keys = keyboard(reply.buttons, username, private=private)
    files = _files(reply)
    if files and text_length(reply) <= MAX_CAPTION:
        *first, (kind, data, name) = files
        return [
            *(Parcel(*_with(each)) for each in first),
            Parcel(kind, to_html(reply, MAX_CAPTION), keys, data, name),
        ]
    text = Parcel(Kind.TEXT, to_html(reply), keys)
    return [*(Parcel(*_with(each)) for each in files), *([text] if text.html else [])]


def without_files(reply: Reply, username: str, *, private: bool) -> list[Parcel]:
    """Return the messages of a reply where nothing but texts may be sent."""
    html = to_html(reply)
    keys = keyboard(reply.buttons, username, private=private)
    return [Parcel(Kind.TEXT, html, keys)] if html else []


_File = tuple[Kind, bytes, str]


def _files(reply: Reply) -> list[_File]:
    files: list[_File] = []
    if reply.file:
        files.append((Kind.DOCUMENT, reply.file.data, reply.file.name))
    if reply.image:
        files.append((Kind.PHOTO, reply.image.data, reply.image.name))
    return files


def _with(file: _File) -> tuple[Kind, str, None, bytes, str]:
    kind, data, name = file
    return kind, "", None, data, name
