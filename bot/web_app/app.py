"""The page as a platform of its own: guests, in rooms that have a link."""

import asyncio
import errno
from collections.abc import Callable, Sequence

from bot.chat.dispatcher import Dispatcher
from bot.hindrances import Hindered
from bot.messages import Marking, Reply
from bot.web_app.guests import Guests
from bot.web_app.options import PLATFORM, WebOptions
from bot.web_app.origins import Origins
from bot.web_app.server import PageServer
from bot.web_app.sockets import Sockets
from core.errors import SeizeError, translatable
from core.ids import PlayerRef, Room
from core.ports import Clock


class PortTaken(SeizeError):
    """Raised when the page cannot be served on an address."""

    template = translatable("cannot serve on port {port} of {host}: {reason}; --port says another")


class WebApp:
    """The page for guests. Its rooms show what happens by themselves: nothing is posted there.

    `serving` is told the port once pages can be opened.
    """

    platform = PLATFORM
    pace = 60.0
    rush = 60.0
    forms = False

    def __init__(
        self, options: WebOptions, clock: Clock, steady: Clock, serving: Callable[[int], None]
    ) -> None:
        self.state = "connecting"
        self._options, self._clock, self._steady = options, clock, steady
        self._serving = serving

    async def run(self, dispatcher: Dispatcher) -> None:
        """Serve until cancelled; raises PortTaken."""
        await dispatcher.recognise()
        sockets = Sockets(self._steady)
        guests = Guests(dispatcher, self, sockets, self._clock, Origins(self._options.public))
        server = PageServer(self._options, guests, sockets)
        running = asyncio.create_task(dispatcher.run())
        try:
            async with server:
                self.state = "ready"
                self._serving(server.port)
                await running
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES, errno.EADDRNOTAVAIL):
                raise
            raise PortTaken(
                port=self._options.port, host=self._options.host, reason=error.strerror
            ) from error
        finally:
            self.state = "closed"
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    def hears(self, room: Room) -> bool:  # noqa: ARG002
        """Return True: words are traced right there."""
        return True

    async def hindrances(self, room: Room) -> Sequence[Hindered]:  # noqa: ARG002
        """Return nothing: whoever sees the page can trace words."""
        return ()

    async def is_member(self, room: Room, player: PlayerRef) -> bool:  # noqa: ARG002
        """Return True: whoever has the link may come."""
        return True

    def link(self, room: Room, message_id: str) -> str:  # noqa: ARG002
        """Return "": whoever looks at a page is there."""
        return ""

    async def post(self, room: Room, reply: Reply) -> str:  # noqa: ARG002
        """Return the name of what pages show by themselves."""
        return "page"

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> bool:  # noqa: ARG002
        """Return True: pages change by themselves."""
        return True

    async def replace(self, room: Room, message_id: str, reply: Reply) -> bool:  # noqa: ARG002
        """Return True: pages change by themselves."""
        return True

    def react(self, room: Room, message_id: str, marking: Marking) -> None:
        """Do nothing: a page is told each verdict."""

    async def catch_up(self) -> None:
        """Do nothing: a page sends again what it has had no answer to."""
