"""The origins of the page: no other page may talk to the server, and no other name leads to it."""

import socket
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web
from yarl import URL


@dataclass(frozen=True, slots=True)
class Origins:
    """The origins by which people come (RFC 6454): scheme, host and port.

    `public` is the configured address, "" for none. Where `here`, people come by http, too: to any
    of this machine's IP addresses, to localhost, and to its own name. Other names are not its own,
    even if they lead here: with DNS rebinding, those of strangers do.
    """

    public: str = ""
    here: bool = True

    def of(self, request: web.Request) -> str:
        """Return the origin by which a request came, "" if it is none of these."""
        host = request.headers.get("Host", "").lower()
        public = str(URL(self.public).origin()) if self.public else ""
        if public and (not self.here or host == public.partition("://")[2]):
            return public
        return f"http://{host}" if self.here and _is_here(host) else ""

    def is_own(self, request: web.Request) -> bool:
        """Return whether a page of this server asks: browsers say where a page is from."""
        own = self.of(request)
        return bool(own) and request.headers.get("Origin") == own


def give_cookie(
    response: web.Response, origin: str, name: str, value: str, seconds: float, across: str = ""
) -> None:
    """Give a browser a cookie for an origin; `across`: attributes by which it is sent in frames."""
    kept = across if across and is_secure(origin) else "SameSite=Lax"
    secure = "; Secure" if is_secure(origin) else ""
    response.headers.add(
        "Set-Cookie",
        f"{cookie_name(origin, name)}={value}; Path=/; Max-Age={seconds:.0f}; HttpOnly; "
        f"{kept}{secure}",
    )


def is_secure(origin: str) -> bool:
    """Return whether people come by https."""
    return origin.startswith("https:")


def cookie_name(origin: str, name: str) -> str:
    """Return the name under which a cookie is kept: by https nobody else can set it, by http."""
    return f"__Host-{name}" if is_secure(origin) else name


def _is_here(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        ip_address(name)
    except ValueError:
        return name in _names()
    return True


@cache
def _names() -> frozenset[str]:
    own = socket.gethostname().lower()
    return frozenset(("localhost", own, f"{own}.local"))
