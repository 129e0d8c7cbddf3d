"""Guests in rooms of their own, whose link friends open: no chat, no account."""

import hashlib
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from aiohttp import web

from bot.chat.dispatcher import Dispatcher
from bot.messages import Outbox
from bot.presenters.wording import Wording
from bot.web_app.options import CODE, LETTERS, PLATFORM
from bot.web_app.origins import Origins, cookie_name, give_cookie
from bot.web_app.page import Seat
from bot.web_app.responses import HEADERS, page, told, wording_of
from bot.web_app.sockets import Sockets
from bot.web_app.view import Sights
from core.chats.settings import ChatSettings
from core.errors import SeizeError
from core.ids import ChatRef, Member, PlayerRef, Room
from core.ports import Clock

COOKIE = "seize_guest"

_LONGEST = 60  # characters of a host's name that are told
_YEAR = 365 * 24 * 3600
_GUEST = re.compile(r"[\w-]{20,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Guests:
    """Lets guests in; `token` returns a text that nobody can guess."""

    dispatcher: Dispatcher
    outbox: Outbox
    sockets: Sockets
    clock: Clock
    origins: Origins
    token: Callable[[], str] = secrets.token_urlsafe
    _sights: Sights = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_sights", Sights(self.dispatcher.views))

    def routes(self) -> Sequence[web.RouteDef]:
        """Return the addresses of rooms."""
        return [
            web.get("/", self._new_room),
            web.get(f"/{{code:[{LETTERS}{LETTERS.lower()}]{{{CODE}}}}}", self._page),
            web.get(f"/{{code:[{LETTERS}]{{{CODE}}}}}/socket", self._socket),
        ]

    def nothing(self, words: Wording) -> str:
        """Return the text for any other address."""
        return words.gettext(
            "There is nothing here. A room's address ends in {count} letters.", count=CODE
        )

    async def _new_room(self, request: web.Request) -> web.Response:
        """Return the page of a new room, which is what its address says once it is there."""
        return await self._shown(request, "".join(secrets.choice(LETTERS) for _ in range(CODE)))

    async def _page(self, request: web.Request) -> web.Response:
        code = request.match_info["code"]
        if code != code.upper():
            headers = {**HEADERS, "Location": f"/{code.upper()}"}
            return web.Response(status=HTTPStatus.SEE_OTHER, headers=headers)
        return await self._shown(request, code)

    async def _shown(self, request: web.Request, code: str) -> web.Response:
        words = wording_of(request)
        origin = self.origins.of(request)
        if not origin:
            text = words.gettext(
                "This page is not known as {host}: open it by its machine's IP address, such as "
                "{example}, or set {variable}.",
                host=request.headers.get("Host", "")[:_LONGEST],
                example="http://192.168.1.5:8016",
                variable="SEIZE_WEB_URL",
            )
            return told(text, HTTPStatus.MISDIRECTED_REQUEST)
        response = page(words, f"/{code}", code, await self._set(code, words))
        give_cookie(response, origin, COOKIE, self._guest_of(request) or self.token(), _YEAR)
        return response

    async def _set(self, code: str, words: Wording) -> ChatSettings:
        """Return the settings of a room; where they are not to be had, those it begins with."""
        settings = self.dispatcher.views.services.settings
        try:
            return await settings.of(_room(code).chat, words.language)
        except SeizeError:
            return ChatSettings(language=words.language, interface=words.language)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        guest, words = self._guest_of(request), wording_of(request)
        if not guest or not self.origins.is_own(request):
            return told("Open the page first.", HTTPStatus.FORBIDDEN)
        ref = PlayerRef(PLATFORM, hashlib.sha256(guest.encode()).hexdigest()[:16])
        seat = Seat(
            member=Member(ref, ""),
            rooms=(_room(request.match_info["code"]),),
            dispatcher=self.dispatcher,
            outbox=self.outbox,
            sights=self._sights,
            clock=self.clock,
            wording=words,
            locale=words.language,
            guest=True,
        )
        return await self.sockets.talk(request, seat)

    def _guest_of(self, request: web.Request) -> str:
        """Return the secret by which a browser's guest is known, "" if it has none yet."""
        given = request.cookies.get(cookie_name(self.origins.of(request), COOKIE), "")
        return given if _GUEST.fullmatch(given) else ""


def _room(code: str) -> Room:
    return Room(ChatRef(PLATFORM, code))
