"""The links to the page, for those who come from a chat."""

from dataclasses import dataclass
from typing import NamedTuple

from core.ids import Member, PlayerRef, Room, own_room
from core.rounds.record import RoundRecord
from core.services.tickets import TicketsService

ENTRANCE = "/in"


class Visitor(NamedTuple):
    """Somebody whom a platform vouches for, with their language and the ticket they came with."""

    member: Member
    locale: str
    ticket: str


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Makes links to the page, which is served at the address `base`."""

    base: str
    tickets: TicketsService

    def personal(self, member: Member, room: Room, locale: str) -> str:
        """Return an address that lets a player into a room, once.

        The ticket stands behind a #: browsers send it to nobody, and what looks at addresses in
        chats does not use it up.
        """
        return f"{self.base}{ENTRANCE}#{self.tickets.link(member, room, locale)}"

    def own(self, player: PlayerRef, until: float) -> str:
        """Return the ticket of a player's own page; the same for the same time."""
        return self.tickets.invitation(own_room(player), until)

    def invitation(self, record: RoundRecord) -> str:
        """Return the ticket of a round's room, for whoever is shown the round."""
        return self.tickets.invitation(record.room, record.deadline)
