"""A reply as the messages that carry it, and what messages show."""

from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256

from telegram import InlineKeyboardMarkup

from bot.messages import Reply
from bot.telegram_app.links import Links
from bot.telegram_app.rendering import MAX_CAPTION, keyboard, text_length, to_html
from core.latest import Latest

MOST = 2000  # messages that are remembered


class Kind(Enum):
    """The kinds of messages, which are edited differently."""

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
        """Return the state of the message once it is sent."""
        digest = sha256(self.data).digest() if self.data else b""
        return Shown(self.kind, self.html, self.keys, digest)


@dataclass(frozen=True, slots=True)
class Shown:
    """The present state of a message; `digest` is its file's."""

    kind: Kind
    html: str
    keys: InlineKeyboardMarkup | None
    digest: bytes = b""


Memory = Latest[tuple[int, int], Shown]
"""The states of messages by the ids of chat and message: no edit may change nothing."""


def parcels_of(reply: Reply, links: Links, *, private: bool) -> list[Parcel]:
    """Make the messages of a reply: one has its text and buttons, a file of its own is last.

    No message for a reply that says nothing. A text too long to be a caption is a message
    of its own.
    """
    keys = keyboard(reply.buttons, links, private=private)
    image, file = _image(reply), _file(reply)
    fits = text_length(reply) <= MAX_CAPTION
    carrier = image or file
    if carrier and fits:
        kind, data, name = carrier
        told = [Parcel(kind, to_html(reply, MAX_CAPTION), keys, data, name)]
    else:
        text = Parcel(Kind.TEXT, to_html(reply), keys)
        told = [*([_bare(image)] if image else []), *([text] if text.html else [])]
    return [*told, *([_bare(file)] if file and not (fits and carrier is file) else [])]


def without_files(reply: Reply, links: Links, *, private: bool) -> list[Parcel]:
    """Make the messages of a reply where nothing but texts may be sent."""
    html = to_html(in_words(reply))
    keys = keyboard(reply.buttons, links, private=private)
    return [Parcel(Kind.TEXT, html, keys)] if html else []


def in_words(reply: Reply) -> Reply:
    """Return a reply as text, where there is no picture."""
    return replace(reply, body=reply.without_image) if reply.without_image else reply


_File = tuple[Kind, bytes, str]


def _image(reply: Reply) -> _File | None:
    return (Kind.PHOTO, reply.image.data, reply.image.name) if reply.image else None


def _file(reply: Reply) -> _File | None:
    return (Kind.DOCUMENT, reply.file.data, reply.file.name) if reply.file else None


def _bare(file: _File) -> Parcel:
    kind, data, name = file
    return Parcel(kind, "", None, data, name)
