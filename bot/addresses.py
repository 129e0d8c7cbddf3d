"""The addresses of visitors, as far as whoever forwards them is trusted."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

Networks = tuple[IPv4Network | IPv6Network, ...]

_SITE = 64  # bits of an IPv6 address that name a site: it has all addresses behind them


def networks(text: str) -> Networks:
    """Return networks and single addresses, written with commas between. Raises ValueError."""
    return tuple(ip_network(each.strip(), strict=False) for each in text.split(",") if each.strip())


def visitor(peer: str, forwarded: Iterable[str], trusted: Networks) -> str:
    """Return the address of a visitor: of a whole site, where it is IPv6.

    `forwarded` are the values of X-Forwarded-For, to which each proxy adds the address that it saw,
    at the end. They are believed as far as they come from a `trusted` proxy: anybody can send them.
    """
    seen = _parsed(peer)
    hops = [hop for value in forwarded for hop in value.split(",")]
    while hops and seen and any(seen in network for network in trusted):
        before = _parsed(hops.pop())
        if before is None:
            break
        seen = before
    if seen and seen.version == 6:
        return str(ip_network((int(seen), _SITE), strict=False))
    return str(seen) if seen else peer


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address, with or without a port; an IPv4 one as such, however it is written."""
    text = text.strip()
    try:
        found = ip_address(text)
    except ValueError:
        try:
            found = ip_address(urlsplit(f"//{text}").hostname or "")
        except ValueError:
            return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
