"""The parts that all answers of the page's server have in common."""

import json
from http import HTTPStatus

from aiohttp import web

from bot.presenters.wording import Wording, wording, wording_for
from bot.web_app.assets import assets
from bot.web_app.texts import text_of, texts_of
from core.chats.settings import ChatSettings

HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

_WAY_IN = ("opening", "closed", "unreachable", "noscript")


def page(
    words: Wording, path: str, name: str, chosen: ChatSettings, frames: str = "'none'"
) -> web.Response:
    """Return the page of a room with an address and a name; `chosen` is what the room has set.

    Only `frames` may show it within pages of theirs, as a policy has it.
    """
    title = f"Seize · {name}" if name else "Seize"
    noscript = text_of(words, "noscript")
    text = assets().page(words.language, title, texts_of(words, path, chosen), noscript)
    return _html(text, frames)


def entrance(words: Wording) -> web.Response:
    """Return the page that exchanges a ticket for a place, and says so where that fails."""
    said = {name: text_of(words, name) for name in _WAY_IN}
    return _html(assets().entrance(words.language, said), "'self' https://*.telegram.org")


def _html(text: str, frames: str) -> web.Response:
    policy = f"{assets().policy}; frame-ancestors {frames}"
    headers = {**HEADERS, "Content-Security-Policy": policy}
    response = web.Response(text=text, content_type="text/html", headers=headers)
    response.enable_compression()
    return response


def told(text: str, status: HTTPStatus) -> web.Response:
    """Return a line of text."""
    return web.Response(status=status, text=f"{text}\n", headers=HEADERS)


def later() -> web.Response:
    """Return the answer to a page that cannot be talked with now: it comes again by itself."""
    return told("Try again.", HTTPStatus.SERVICE_UNAVAILABLE)


def as_json(status: HTTPStatus = HTTPStatus.OK, **facts: str) -> web.Response:
    """Return facts as JSON."""
    return web.Response(
        status=status,
        text=json.dumps(facts),
        content_type="application/json",
        headers=HEADERS,
    )


def wording_of(request: web.Request) -> Wording:
    """Return the first language that a browser asks for and Seize speaks."""
    asked = request.headers.get("Accept-Language", "")[:200].split(",")
    for each in asked:
        words = wording_for(each.partition(";")[0].strip())
        if words.language != "en" or each.strip().lower().startswith("en"):
            return words
    return wording("en")
