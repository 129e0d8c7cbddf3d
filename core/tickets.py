"""Tickets to the page: texts that let somebody into a room, and that nobody else can make.

A ticket is its facts as JSON with a code for their authenticity before it (HMAC with SHA-256, cut
to 16 bytes: RFC 2104, section 5), in the letters of base64url: it fits into an address, a cookie,
and what Telegram hands to a Mini App.
"""

import base64
import hmac
import json
from dataclasses import dataclass
from enum import StrEnum

from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member, PlayerRef, Room

MAC = 16  # bytes
LONGEST = 1024  # characters of a ticket


class BadTicket(SeizeError):
    """Raised when a ticket was not made here, or for something else."""

    template = translatable("this link leads nowhere: press Swipe in the chat again")


class TicketOver(SeizeError):
    """Raised when a ticket's time is over."""

    template = translatable("this link is too old: press Swipe in the chat again")


class TicketUsed(SeizeError):
    """Raised when a link that lets in once has done so."""

    template = translatable("this link was used already: press Swipe in the chat again")


class Purpose(StrEnum):
    """The purpose of a ticket: one for another purpose is none."""

    LINK = "link"  # lets one player in, once
    INVITATION = "room"  # says where a player is let in whom the platform vouches for
    SESSION = "seat"  # lets one player in again and again


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """The facts of a ticket: it lets `member` (None: anybody) into `room` `until` a time.

    `locale` is the member's language as the platform has it; `nonce` makes it the only one.
    """

    room: Room
    until: float
    member: Member | None = None
    locale: str = ""
    nonce: str = ""

    def sealed(self, purpose: Purpose, key: bytes) -> str:
        """Return the text of the ticket for a purpose."""
        chat, member = self.room.chat, self.member
        facts = [chat.platform, chat.id, self.room.topic, int(self.until), self.nonce, self.locale]
        if member:
            facts += [member.ref.platform, member.ref.id, member.name, int(member.admin)]
        said = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
        return base64.urlsafe_b64encode(_mac(purpose, key, said) + said).decode().rstrip("=")


def opened(text: str, purpose: Purpose, key: bytes, now: float) -> Ticket:
    """Return the facts of a ticket. Raises BadTicket, TicketOver."""
    try:
        sealed = base64.urlsafe_b64decode(text[:LONGEST] + "=" * (-len(text) % 4))
    except ValueError:
        raise BadTicket from None
    mac, said = sealed[:MAC], sealed[MAC:]
    if not hmac.compare_digest(mac, _mac(purpose, key, said)):
        raise BadTicket
    platform, chat, topic, until, nonce, locale, *rest = json.loads(said)
    member = Member(PlayerRef(rest[0], rest[1]), rest[2], admin=bool(rest[3])) if rest else None
    if now >= until:
        raise TicketOver
    return Ticket(
        room=Room(ChatRef(platform, chat), topic),
        until=until,
        member=member,
        locale=locale,
        nonce=nonce,
    )


def _mac(purpose: Purpose, key: bytes, said: bytes) -> bytes:
    return hmac.digest(key, f"{purpose} ".encode() + said, "sha256")[:MAC]
