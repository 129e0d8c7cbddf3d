"""The board of one running round: what it shows now, in the end, and once another one does."""

from collections.abc import Awaitable, Callable

from bot.chat.feed import Feed
from bot.chat.views import Views
from bot.messages import Reply
from bot.presenters.board import BoardView
from core.rounds.record import RoundRecord
from core.rounds.round import Round


class LiveBoard:
    """The board of a round as `view` shows it, with what its room typed last.

    The round stood at `shown` so far. `send` posts a board, and notes which message shows it.
    """

    def __init__(
        self,
        record: RoundRecord,
        view: BoardView,
        shown: Round,
        feed: Feed,
        views: Views,
        send: Callable[[Reply], Awaitable[str]],
    ) -> None:
        self.record = record
        self._view = view
        self._shown = shown
        self._feed = feed
        self._views = views
        self._live, self._clock = views.services.rounds.live, views.services.clock
        self._send = send

    @property
    def is_on(self) -> bool:
        """Whether the round runs."""
        on = self._live.record(self.record.room)
        return on is not None and on.id == self.record.id

    def now(self) -> Reply:
        """Return the board as it stands, without its picture."""
        heard = self._feed.latest(self.record.room, self._clock())
        if self.is_on:
            return self._view.reply(self._round(), self._clock(), heard=heard)
        return self._view.closed(self._round(), heard)

    async def post(self) -> str:
        """Send the board as it stands, with its picture; return the message's id."""
        image = await self._views.picture(self._view.picture, self._view.look)
        heard = self._feed.latest(self.record.room, self._clock())
        return await self._send(self._view.reply(self._round(), self._clock(), image, heard))

    async def last(self) -> Reply:
        """Return the board of the round when it is over."""
        heard = self._feed.latest(self.record.room, self._clock())
        return self._view.closed(await self._live.replay(self.record), heard)

    async def below(self) -> Reply:
        """Return it without its buttons, for a message that no longer shows the round."""
        return self._view.moved(self._round())

    def _round(self) -> Round:
        running = self._live.running(self.record.room)
        if running and running.id == self.record.id:
            self._shown = running
        return self._shown
