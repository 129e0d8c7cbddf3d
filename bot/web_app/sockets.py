"""The sockets of all pages: few of each player, and none left alone at the end."""

import asyncio
from collections import defaultdict

from aiohttp import web

from bot.http_port import take_seat
from bot.web_app.page import Page, Seat, part
from bot.web_app.presence import Presence
from bot.web_app.protocol import Farewell
from bot.web_app.responses import later
from core.ids import PlayerRef
from core.latest import Latest
from core.ports import Clock

PAGES = 3  # of one player: a telephone, a computer, and one that was left open
_KNOWN = 10_000  # players, the last to open a page

_Pages = dict[PlayerRef, list[Page]]


class Sockets:
    """Talks with pages; `steady` never goes back."""

    def __init__(self, steady: Clock) -> None:
        self._steady = steady
        self._pages: _Pages = defaultdict(list)
        self._presences: Latest[PlayerRef, Presence] = Latest(_KNOWN)

    async def talk(self, request: web.Request, seat: Seat) -> web.StreamResponse:
        """Talk with a page until it goes; the oldest of too many pages of a player goes first."""
        if not take_seat(request):
            return later()
        player = seat.member.ref
        presence = self._presences.get(player) or Presence(self._steady)
        self._presences[player] = presence
        page, pages = Page(seat, presence), self._pages[player]
        if len(pages) >= PAGES:
            text = seat.wording.gettext("Seize is open on another page: this one has ended.")
            pages.pop(0).send_away("elsewhere", text)
        pages.append(page)
        try:
            return await page.talk(request)
        finally:
            if page in pages:
                pages.remove(page)
            if not pages:
                self._pages.pop(player, None)

    async def close(self) -> None:
        """Let all pages know that the server goes, and comes back soon."""
        for page in [page for pages in self._pages.values() for page in pages]:
            page.send_away("away", "")
        await asyncio.sleep(0)


async def dismiss(request: web.Request, farewell: Farewell) -> web.StreamResponse:
    """Tell a page why it cannot be talked with."""
    socket = web.WebSocketResponse(compress=False)
    await socket.prepare(request)
    await part(socket, farewell, 1008)
    return socket
