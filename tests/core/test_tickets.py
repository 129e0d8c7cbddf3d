import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ids import ChatRef, Member, PlayerRef, Room
from core.tickets import BadTicket, Purpose, Ticket, TicketOver, opened

KEY = b"a key that nobody knows"
TEXTS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20)
MEMBERS = st.builds(Member, st.builds(PlayerRef, TEXTS, TEXTS), TEXTS, admin=st.booleans())
TICKETS = st.builds(
    Ticket,
    room=st.builds(Room, st.builds(ChatRef, TEXTS, TEXTS), TEXTS),
    until=st.integers(1, 2**40),
    member=st.none() | MEMBERS,
    locale=TEXTS,
    nonce=TEXTS,
)


@given(TICKETS, st.sampled_from(Purpose))
def test_what_is_sealed_is_opened(ticket: Ticket, purpose: Purpose) -> None:
    text = ticket.sealed(purpose, KEY)
    assert opened(text, purpose, KEY, ticket.until - 1) == ticket
    with pytest.raises(TicketOver):
        opened(text, purpose, KEY, ticket.until)


@given(TICKETS, st.sampled_from(Purpose), st.data())
def test_what_was_changed_is_refused(ticket: Ticket, purpose: Purpose, data: st.DataObject) -> None:
    text = ticket.sealed(purpose, KEY)
    sealed = bytearray(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    at = data.draw(st.integers(0, len(sealed) - 1))
    sealed[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(BadTicket):
        opened(base64.urlsafe_b64encode(sealed).decode(), purpose, KEY, 0)


@given(TICKETS, st.permutations(list(Purpose)))
def test_a_ticket_is_for_one_purpose_and_one_key(ticket: Ticket, purposes: list[Purpose]) -> None:
    for purpose, key in ((purposes[0], b"another"), (purposes[1], KEY)):
        with pytest.raises(BadTicket):
            opened(ticket.sealed(purposes[0], KEY), purpose, key, 0)


@given(st.text(max_size=2000))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadTicket):
        opened(text, Purpose.LINK, KEY, 0)
