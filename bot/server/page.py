"""The page, served beside the bot for those who come from its chats."""

import logging
import secrets
import socket
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial

from bot.chat.dispatcher import Dispatcher
from bot.chat.page_links import PageLinks
from bot.server.health import NoPort
from bot.server.platform import Platform
from bot.settings import Settings
from bot.steady import boot_time
from bot.web_app.entrance import ChatRooms, Table, Vouch
from bot.web_app.memberships import Memberships
from bot.web_app.options import WebOptions
from bot.web_app.origins import Origins
from bot.web_app.relay import Alone, Relay
from bot.web_app.server import PageServer
from bot.web_app.sockets import Sockets
from bot.web_app.view import Sights
from core.errors import translatable
from core.ports import Clock, Store
from core.services.shards import Shards
from core.services.tickets import TicketsService

logger = logging.getLogger(__name__)


async def page_links(settings: Settings, store: Store, clock: Clock) -> PageLinks | None:
    """Return the links to the page, None where none is to be served. Raises StoreError."""
    if not settings.web_url:
        return None
    tickets = TicketsService(store, clock, partial(secrets.token_urlsafe, 18))
    await tickets.prepare()
    return PageLinks(settings.web_url, tickets)


@asynccontextmanager
async def serving_page(
    settings: Settings,
    links: PageLinks,
    platforms: Sequence[Platform],
    dispatchers: Mapping[str, Dispatcher],
    clock: Clock,
    shards: Shards | None,
) -> AsyncIterator[None]:
    """Serve the page. Raises NoPort."""
    sockets = Sockets(boot_time)
    tables = {
        each.platform: Table(
            dispatchers[each.platform],
            each,
            Sights(dispatchers[each.platform].views),
            each.is_member,
        )
        for each in platforms
    }
    rooms = ChatRooms(
        tables=tables,
        tickets=links.tickets,
        sockets=sockets,
        memberships=Memberships(boot_time),
        relay=Relay(shards or Alone()),
        clock=clock,
        vouch=_vouch(settings, clock),
        origins=Origins(settings.web_url, here=False),
    )
    options = WebOptions(settings.http_host, settings.web_port, trusted=settings.proxies)
    try:
        async with PageServer(options, rooms, sockets) as server:
            if shards:
                await shards.tell_page(_address(settings.http_host, server.port))
            logger.info("page", extra={"port": server.port})
            yield
    except OSError as error:
        raise NoPort(
            translatable(
                "cannot serve the page on port {port}: {reason}; SEIZE_WEB_PORT says another"
            ),
            port=settings.web_port,
            reason=error.strerror,
        ) from error


def _vouch(settings: Settings, clock: Clock) -> Vouch | None:
    """Return the reader of Telegram's word on a visitor, None where it is not served."""
    token = settings.telegram_token.get_secret_value()
    if not token:
        return None
    from bot.telegram_app.init_data import visitor_of  # noqa: PLC0415 (as the platform itself)

    return lambda text: visitor_of(text, token, clock())


def _address(host: str, port: int) -> str:
    """Return the address at which other processes find this one's page."""
    name = socket.gethostname() if host in ("0.0.0.0", "::") else host  # noqa: S104 (compared)
    return f"http://{name}:{port}"
