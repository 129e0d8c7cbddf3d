"""The way from chats into their rooms: tickets, and the word of the platform.

A browser shows its ticket once, and gets a cookie for the place that the ticket is for: one a room
and player, so that pages of several rooms stay apart.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from aiohttp import web

from bot.chat.dispatcher import Dispatcher
from bot.chat.page_links import ENTRANCE, Visitor
from bot.messages import Outbox, private_room
from bot.presenters.wording import Wording, wording_for
from bot.web_app.memberships import Ask, Memberships
from bot.web_app.origins import Origins, cookie_name, give_cookie
from bot.web_app.page import Seat, SentAway, check_belonging
from bot.web_app.protocol import Farewell
from bot.web_app.relay import Relay
from bot.web_app.responses import as_json, entrance, later, page, told, wording_of
from bot.web_app.sockets import Sockets, dismiss
from bot.web_app.view import Sights
from core.chats.settings import ChatSettings
from core.errors import SeizeError
from core.ids import Member, own_room, private_chat
from core.ports import Clock
from core.services.tickets import SESSION, TicketsService
from core.tickets import BadTicket, Ticket, TicketUsed

_TELEGRAM = "'self' https://*.telegram.org"  # which shows pages within pages of its own
_ACROSS = "SameSite=None; Partitioned"
_NAME = 16  # characters of the name of a place

Vouch = Callable[[str], Visitor]
"""Reads what a platform says of a visitor; raises SeizeError."""


@dataclass(frozen=True, slots=True)
class Table:
    """A platform whose rooms have pages. `is_member`: see Platform."""

    dispatcher: Dispatcher
    outbox: Outbox
    sights: Sights
    is_member: Ask


@dataclass(frozen=True, slots=True)
class ChatRooms:
    """Lets people of chats in. `vouch` reads what Telegram hands to a Mini App, if it is served."""

    tables: Mapping[str, Table]
    tickets: TicketsService
    sockets: Sockets
    memberships: Memberships
    relay: Relay
    clock: Clock
    vouch: Vouch | None
    origins: Origins

    def routes(self) -> Sequence[web.RouteDef]:
        """Return the addresses of the entrance, and of places."""
        return [
            web.get(ENTRANCE, _entrance),
            web.post(ENTRANCE, self._enter),
            web.get(f"/p/{{name:[0-9a-f]{{{_NAME}}}}}", self._page),
            web.get(f"/p/{{name:[0-9a-f]{{{_NAME}}}}}/socket", self._socket),
        ]

    def nothing(self, words: Wording) -> str:
        """Return the text for any other address."""
        return words.gettext("There is nothing here. Press Swipe below a board in the chat.")

    async def _enter(self, request: web.Request) -> web.Response:
        words = wording_of(request)
        if not self.origins.is_own(request):
            return told("Open the page first.", HTTPStatus.FORBIDDEN)
        try:
            ticket = await self._admitted(request)
        except SeizeError as error:
            return as_json(HTTPStatus.FORBIDDEN, text=words.notice(error))
        name = _name_of(ticket)
        response = as_json(to=f"/p/{name}")
        assert ticket.member  # noqa: S101 (nobody else is admitted)
        session = self.tickets.session(ticket.member, ticket.room, ticket.locale)
        give_cookie(response, self.origins.of(request), _cookie(name), session, SESSION, _ACROSS)
        return response

    async def _admitted(self, request: web.Request) -> Ticket:
        """Return the place that a browser has a ticket for. Raises SeizeError."""
        said = await _said(request)
        if said.get("init"):
            if self.vouch is None:
                raise BadTicket
            visitor = self.vouch(said["init"])
            invitation = visitor.ticket or said.get("ticket", "")
            own = own_room(visitor.member.ref)
            room = self.tickets.invited(invitation) if invitation else own
            ticket = Ticket(room=room, until=0, member=visitor.member, locale=visitor.locale)
        else:
            ticket = await self._exchanged(request, said.get("ticket", ""))
        member, chat = ticket.member, ticket.room.chat
        if member is None or chat.platform not in self.tables:
            raise BadTicket
        if chat.is_private and chat != private_chat(member.ref):
            raise BadTicket
        return ticket

    async def _exchanged(self, request: web.Request, text: str) -> Ticket:
        """Use up a link; the browser that has done so already may come in again."""
        try:
            return await self.tickets.exchange(text)
        except TicketUsed:
            ticket = self.tickets.linked(text)
            if self._seated(request, _name_of(ticket)) is None:
                raise
            return ticket

    async def _page(self, request: web.Request) -> web.Response:
        ticket = self._seated(request, request.match_info["name"])
        if ticket is None:
            return web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": ENTRANCE})
        words = wording_for(ticket.locale) if ticket.locale else wording_of(request)
        return page(words, request.path, "", await self._set(ticket, words), _TELEGRAM)

    async def _set(self, ticket: Ticket, words: Wording) -> ChatSettings:
        """Return the settings of a room; where they are not to be had, those it begins with."""
        settings = self.tables[ticket.room.chat.platform].dispatcher.views.services.settings
        try:
            return await settings.of(ticket.room.chat, words.language)
        except SeizeError:
            return ChatSettings(language=words.language, interface=words.language)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        words, ticket = wording_of(request), self._seated(request, request.match_info["name"])
        if not self.origins.is_own(request):
            return told("Open the page first.", HTTPStatus.FORBIDDEN)
        if ticket is None or ticket.member is None:
            text = words.gettext("Your place here is over: press Swipe in the chat again.")
            return await dismiss(request, Farewell(reason="over", text=text))
        if not self.relay.processes.serves(ticket.room.chat):
            return await self.relay.carry(request, ticket.room.chat)
        seat = self._seat(ticket, ticket.member, words)
        try:
            await check_belonging(seat)
        except SentAway as error:
            away = error.farewell.reason == "away"
            return later() if away else await dismiss(request, error.farewell)
        return await self.sockets.talk(request, seat)

    def _seat(self, ticket: Ticket, member: Member, words: Wording) -> Seat:
        table, own = self.tables[ticket.room.chat.platform], own_room(member.ref)
        alone = ticket.room.chat == own.chat
        return Seat(
            member=member,
            rooms=(own, private_room(member.ref)) if alone else (ticket.room,),
            dispatcher=table.dispatcher,
            outbox=table.outbox,
            sights=table.sights,
            clock=self.clock,
            wording=words,
            locale=ticket.locale or words.language,
            is_served=partial(self.relay.processes.serves, ticket.room.chat),
            belongs=partial(self.memberships.holds, ticket.room, member.ref, table.is_member),
        )

    def _seated(self, request: web.Request, name: str) -> Ticket | None:
        """Return the place of a name that a browser has, None if it has it not, or not any more."""
        try:
            cookie = cookie_name(self.origins.of(request), _cookie(name))
            ticket = self.tickets.seated(request.cookies.get(cookie, ""))
        except SeizeError:
            return None
        known = ticket.room.chat.platform in self.tables and _name_of(ticket) == name
        return ticket if known else None


async def _entrance(request: web.Request) -> web.Response:
    return entrance(wording_of(request))


async def _said(request: web.Request) -> dict[str, str]:
    """Return the facts that a browser shows at the entrance. Raises BadTicket."""
    try:
        said: Any = json.loads(await request.text())
    except (ValueError, RecursionError, web.HTTPException):
        raise BadTicket from None
    if not isinstance(said, dict) or not all(isinstance(each, str) for each in said.values()):
        raise BadTicket
    return said


def _name_of(ticket: Ticket) -> str:
    """Return the name of the place of a player in a room, which tells nothing of either."""
    player, chat = ticket.member.ref if ticket.member else None, ticket.room.chat
    facts = json.dumps([chat.platform, chat.id, ticket.room.topic, player and player.id])
    return hashlib.sha256(facts.encode()).hexdigest()[:_NAME]


def _cookie(name: str) -> str:
    return f"seize_{name}"
