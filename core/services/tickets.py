"""Tickets to the page: given in chats, exchanged once, and kept by browsers."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from core.ids import Member, Room
from core.ports import Clock, Store
from core.tickets import Purpose, Ticket, TicketUsed, opened

LINK = 600.0  # seconds that a link is good for
SESSION = 12 * 3600.0  # seconds that a browser is known
_NAME = 32  # characters of a name in a link: Discord takes 512 of an address
AFTER = 24 * 3600.0  # seconds after the end of a round that its invitation is good for


@dataclass(slots=True)
class TicketsService:
    """Gives tickets and takes them, sealed with a key that all processes of a store share.

    `draw` returns a text that nobody can guess, of at least 16 and at most 64 characters. `prepare`
    comes first.
    """

    store: Store
    clock: Clock
    draw: Callable[[], str]
    _key: bytes = field(default=b"", init=False, repr=False)

    async def prepare(self) -> None:
        """Get the key, or make it. Raises StoreError."""
        async with self.store.write() as work:
            self._key = (await work.tickets.key(self.draw())).encode()

    def link(self, member: Member, room: Room, locale: str) -> str:
        """Return a ticket that lets a player into a room, once and soon."""
        ticket = Ticket(
            room=room,
            until=self.clock() + LINK,
            member=replace(member, name=member.name[:_NAME]),
            locale=locale,
            nonce=self.draw(),
        )
        return ticket.sealed(Purpose.LINK, self._key)

    def invitation(self, room: Room, until: float) -> str:
        """Return a ticket that says where somebody is to be let in; the same for the same."""
        return Ticket(room=room, until=until + AFTER).sealed(Purpose.INVITATION, self._key)

    def invited(self, text: str) -> Room:
        """Return the room of an invitation. Raises BadTicket, TicketOver."""
        return opened(text, Purpose.INVITATION, self._key, self.clock()).room

    async def exchange(self, text: str) -> Ticket:
        """Use up a link. Raises BadTicket, TicketOver, TicketUsed, StoreError."""
        now, ticket = self.clock(), self.linked(text)
        async with self.store.write() as work:
            if not await work.tickets.use(ticket.nonce, ticket.until, now):
                raise TicketUsed
        return ticket

    def linked(self, text: str) -> Ticket:
        """Return the facts of a link, used up or not. Raises BadTicket, TicketOver."""
        return opened(text, Purpose.LINK, self._key, self.clock())

    def session(self, member: Member, room: Room, locale: str) -> str:
        """Return a ticket by which a browser is known for some hours."""
        until = self.clock() + SESSION
        ticket = Ticket(room=room, until=until, member=member, locale=locale)
        return ticket.sealed(Purpose.SESSION, self._key)

    def seated(self, text: str) -> Ticket:
        """Return the facts of a session. Raises BadTicket, TicketOver."""
        return opened(text, Purpose.SESSION, self._key, self.clock())
