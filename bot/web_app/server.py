"""The server of the page: its files, its rooms, and who sits in them."""

import asyncio
import hashlib
import re
import secrets
from collections import defaultdict
from collections.abc import Callable
from contextlib import AsyncExitStack
from http import HTTPStatus
from typing import Self

from aiohttp import web

from bot.chat.dispatcher import Dispatcher
from bot.http_port import http_port
from bot.messages import Outbox
from bot.presenters.wording import Wording, wording, wording_for
from bot.web_app.assets import assets
from bot.web_app.options import CODE, LETTERS, PLATFORM, WebOptions
from bot.web_app.page import Page, Seat
from bot.web_app.texts import texts_of
from bot.web_app.view import Sights
from core.chats.settings import ChatSettings
from core.errors import SeizeError
from core.ids import ChatRef, Member, PlayerRef, Room
from core.ports import Clock

PAGES = 3  # of one player: a telephone, a computer, and one that was left open
COOKIE = "seize_guest"

_YEAR = 365 * 24 * 3600
_GRACE = 2.0  # seconds that pages have at the end
_HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_GUEST = re.compile(r"[\w-]{20,64}", re.ASCII)


class PageServer:
    """Serves pages while it is entered; `port` is the one that was bound. Raises OSError.

    `steady` never goes back; `clock` tells the time of the rounds.
    """

    def __init__(
        self,
        options: WebOptions,
        dispatcher: Dispatcher,
        outbox: Outbox,
        clock: Clock,
        steady: Clock,
        token: Callable[[], str] = secrets.token_urlsafe,
    ) -> None:
        self.port = options.port
        self._options, self._dispatcher, self._outbox = options, dispatcher, outbox
        self._clock, self._steady, self._token = clock, steady, token
        self._sights = Sights(dispatcher.views)
        self._pages: dict[PlayerRef, list[Page]] = defaultdict(list)
        self._serving = AsyncExitStack()

    async def __aenter__(self) -> Self:
        application = web.Application()
        add = application.router.add_get
        add("/", self._new_room)
        add("/static/{name}", self._file)
        add(f"/{{code:[{LETTERS}{LETTERS.lower()}]{{{CODE}}}}}", self._page)
        add(f"/{{code:[{LETTERS}]{{{CODE}}}}}/socket", self._socket)
        application.router.add_route("*", "/{rest:.*}", self._nothing)
        listening = http_port(
            application, self._options.host, self.port, grace=_GRACE, most=self._options.most
        )
        self.port = await self._serving.enter_async_context(listening)
        self._serving.push_async_callback(self._send_all_away)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._serving.aclose()

    async def _send_all_away(self) -> None:
        """Let pages know that the server goes, and comes back soon."""
        for page in [page for pages in self._pages.values() for page in pages]:
            page.send_away("away", "")
        await asyncio.sleep(0)

    async def _new_room(self, _: web.Request) -> web.Response:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        return web.Response(status=HTTPStatus.SEE_OTHER, headers={**_HEADERS, "Location": code})

    async def _file(self, request: web.Request) -> web.Response:
        asset = assets().by_address.get(request.path)
        if asset is None:
            return await self._nothing(request)
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable",
            "X-Content-Type-Options": "nosniff",
            "Vary": "Accept-Encoding",
        }
        body = asset.plain
        if asset.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"], body = "gzip", asset.packed
        return web.Response(
            body=body, content_type=asset.content_type, charset="utf-8", headers=headers
        )

    async def _page(self, request: web.Request) -> web.Response:
        code = request.match_info["code"]
        if code != code.upper():
            headers = {**_HEADERS, "Location": f"/{code.upper()}"}
            return web.Response(status=HTTPStatus.SEE_OTHER, headers=headers)
        words = _wording_of(request)
        text = assets().page(
            words.language, f"Seize · {code}", texts_of(words, await self._set(code, words))
        )
        headers = {**_HEADERS, "Content-Security-Policy": assets().policy}
        page = web.Response(text=text, content_type="text/html", headers=headers)
        page.set_cookie(
            COOKIE,
            _guest_of(request) or self._token(),
            max_age=_YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.secure,
        )
        page.enable_compression()
        return page

    async def _set(self, code: str, words: Wording) -> ChatSettings:
        """Return what a room has set; where that is not to be had, what it would set by itself."""
        settings = self._dispatcher.views.services.settings
        try:
            return await settings.of(_room(code).chat, words.language)
        except SeizeError:
            return ChatSettings(language=words.language, interface=words.language)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        guest = _guest_of(request)
        if not guest or not _is_own(request):
            return web.Response(status=HTTPStatus.FORBIDDEN, text="Open the page first.\n")
        ref = PlayerRef(PLATFORM, hashlib.sha256(guest.encode()).hexdigest()[:16])
        words = _wording_of(request)
        seat = Seat(
            member=Member(ref, ""),
            room=_room(request.match_info["code"]),
            dispatcher=self._dispatcher,
            outbox=self._outbox,
            sights=self._sights,
            clock=self._clock,
            wording=words,
            locale=words.language,
            guest=True,
        )
        page, pages = Page(seat, self._steady), self._pages[ref]
        if len(pages) >= PAGES:
            pages.pop(0).send_away(
                "elsewhere", words.gettext("Seize is open on another page: this one has ended.")
            )
        pages.append(page)
        try:
            return await page.talk(request)
        finally:
            if page in pages:
                pages.remove(page)
            if not pages:
                self._pages.pop(ref, None)

    async def _nothing(self, request: web.Request) -> web.Response:
        words = _wording_of(request)
        text = words.gettext(
            "There is nothing here. A room's address ends in {count} letters.", count=CODE
        )
        return web.Response(status=HTTPStatus.NOT_FOUND, text=f"{text}\n", headers=_HEADERS)


def _room(code: str) -> Room:
    return Room(ChatRef(PLATFORM, code))


def _guest_of(request: web.Request) -> str:
    """Return the secret by which a browser's guest is known, "" if it has none yet."""
    given = request.cookies.get(COOKIE, "")
    return given if _GUEST.fullmatch(given) else ""


def _is_own(request: web.Request) -> bool:
    """Return whether a socket is opened by a page of this server: browsers say where it is from."""
    origin = request.headers.get("Origin", "")
    return origin.partition("://")[2] == request.host


def _wording_of(request: web.Request) -> Wording:
    """Return the first language that a browser asks for and Seize speaks."""
    asked = request.headers.get("Accept-Language", "")[:200].split(",")
    for each in asked:
        words = wording_for(each.partition(";")[0].strip())
        if words.language != "en" or each.strip().lower().startswith("en"):
            return words
    return wording("en")
