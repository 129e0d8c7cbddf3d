"""Announcements in the rooms of rounds: a start with its live board, an end with its card.

One process at a time serves a room, and so tells what happens there. The order matters. The message
comes first; then, for an end, that it was sent is stored; the old board is closed last, and nobody
waits for it: a platform's limits may hold that up. Nothing that fails after a message has reached
the room counts as not told.
"""

import logging
from dataclasses import replace

from bot.chat.boards import Boards
from bot.chat.feed import Feed
from bot.chat.live_board import LiveBoard
from bot.chat.metrics import Metrics
from bot.chat.services import Services
from bot.chat.views import Views
from bot.messages import Gone, Outbox, Reply, Send, private_room
from bot.presenters.board import BoardView
from bot.presenters.daily.news import day_news, reminder
from bot.presenters.duels.pages import DuelView
from bot.presenters.wording import wording
from core.duels.duel import Duel
from core.duels.news import DuelNews, Topic
from core.errors import SeizeError
from core.ids import ChatRef, Member, PlayerRef, Room
from core.rounds.events import RoundFinished
from core.rounds.record import RoundRecord
from core.rounds.round import State
from core.services.calendar import DailyNews, Reminder
from core.services.news import RoundNews
from core.services.refusals import NoRound

logger = logging.getLogger(__name__)


class Announcer:
    """Announces in the rooms of one platform what happens in their rounds."""

    def __init__(
        self,
        services: Services,
        outbox: Outbox,
        views: Views,
        boards: Boards,
        feed: Feed,
        metrics: Metrics,
    ) -> None:
        self._services = services
        self._outbox = outbox
        self._views = views
        self._boards = boards
        self._feed = feed
        self._metrics = metrics

    async def announce(self, news: RoundNews, send: Send | None = None) -> None:
        """Tell a room what happened in it, as an answer with `send`, else by a post.

        Raises what sending raises, but for Gone: then what is on there is given up.
        """
        record, finished = news.record, isinstance(news.event, RoundFinished)
        self._count()
        try:
            reply = await self._views.reply(news)
            if finished:
                reply = replace(reply, once=f"end {record.id}")
            message_id = await self._deliver(record.room, reply, send)
        except Gone:
            logger.warning("room is gone", extra={"round": record.id})
            # Whoever plays alone may do so elsewhere, and see the card there.
            if not record.purpose.is_own:
                await self.give_up(record.room)
            return
        finally:
            if finished:
                self._close_board(record)
        if finished and send:
            await self._note_told(record)
        elif not finished:
            await self._show_board(record, message_id)

    async def announce_day(self, news: DailyNews) -> None:
        """Post the news of a day, or remind a player; raises what sending raises."""
        words = wording(news.settings.interface)
        if isinstance(news, Reminder):
            reply = reminder(news, words)
        else:
            reply = day_news(news, words, self._services.clock())
        try:
            await self._outbox.post(news.room, replace(reply, once=f"day {news.today.id}"))
        except Gone:
            logger.warning("room is gone", extra={"daily": news.today.number})

    async def announce_duel(self, duel: Duel, told: DuelNews, player: PlayerRef) -> None:
        """Tell a player in private what happened in a duel; raises what sending raises.

        Whoever cannot be written to finds their duels where they ask for them.
        """
        settings = await self._services.settings.of(private_room(player).chat)
        if told.topic is Topic.REMINDER and not settings.duel_reminders:
            return
        await self._views.names.load(each for each in duel.players if each is not None)
        words = wording(settings.interface)
        view = DuelView(duel, words, self._views.names.get, self._services.clock())
        reply = replace(view.news(told), once=f"duel {told.id}")
        try:
            await self._outbox.post(private_room(player), reply)
        except Gone:
            logger.info("player is gone", extra={"duel": duel.id})

    async def met_board(self, room: Room, message_id: str, round_id: int) -> None:
        """Take the buttons from a board in a room that is not the round's, or not any more.

        A process that dies after it has sent a board, and before that is stored, leaves one.
        """
        rounds = self._services.rounds
        on = rounds.live.record(room)
        # Which message shows it is stored only.
        record, runs = await rounds.live.look_up(round_id), bool(on and on.id == round_id)
        if record.room != room or record.purpose.is_own:
            return
        if runs and message_id in (record.board, self._boards.shown_by(room)):
            return
        if not runs and record.state is not State.FINISHED:
            return
        view, shown = await self._view(record), await self._views.round(record)

        async def last() -> Reply:
            return view.moved(shown) if runs else view.closed(shown)

        self._boards.leave(room, message_id, last)

    async def give_up(self, room: Room) -> None:
        """End the round of a room in silence."""
        record = self._services.rounds.live.record(room)
        self._boards.forget(room)
        if record is None:
            return
        try:
            ended = await self._services.rounds.stop(room, Member(record.started_by, ""))
            await self._services.rounds.announced(ended.record.id)
        except NoRound:
            pass
        except SeizeError as error:
            logger.warning("round not ended", extra={"reason": type(error).__name__})
        self._boards.onlookers.news(room)
        self._count()

    def renew(self, room: Room) -> None:
        """Edit the board of a room now; one that is gone is posted again."""
        self._boards.touch(room)

    async def moved(self, old: ChatRef) -> None:
        """Tell of the rounds of a chat where they are now."""
        for room in self._services.rounds.live.rooms():
            if room.chat == old:
                self._boards.forget(room)
        for news in await self._services.rounds.moved(old):
            await self.announce(news)

    async def _deliver(self, room: Room, reply: Reply, send: Send | None) -> str:
        return await (send(reply) if send else self._outbox.post(room, reply))

    async def _note_told(self, record: RoundRecord) -> None:
        try:
            await self._services.rounds.announced(record.id)
        except SeizeError as error:  # it is told once more after the next start
            logger.warning("end not noted", extra={"reason": type(error).__name__})

    async def _show_board(self, record: RoundRecord, message_id: str) -> None:
        """Keep a message up to date while its round runs; it may be over by now."""

        async def post(reply: Reply) -> str:
            posted = await self._outbox.post(record.room, reply)
            await self._note_shown(record, posted)
            return posted

        view, shown = await self._view(record), await self._views.round(record)
        board = LiveBoard(record, view, shown, self._feed, self._views, post)
        # Of an earlier process, or elsewhere: what it shows would stand still for ever.
        if record.board not in ("", message_id):
            self._boards.leave(record.room, record.board, board.below)
        self._boards.show(record.room, message_id, board)
        if not board.is_on:
            self._boards.close(record.room)
        await self._note_shown(record, message_id)

    def _close_board(self, record: RoundRecord) -> None:
        async def last() -> Reply:
            view = await self._view(record)
            return view.closed(await self._services.rounds.live.replay(record))

        if not self._boards.close(record.room) and record.board:
            self._boards.leave(record.room, record.board, last)

    async def _view(self, record: RoundRecord) -> BoardView:
        settings = await self._services.settings.of(record.room.chat)
        words = wording(settings.interface)
        return await self._views.board_view(record, words, settings.board)

    async def _note_shown(self, record: RoundRecord, message_id: str) -> None:
        try:
            await self._services.rounds.shown(record.id, message_id)
        except SeizeError as error:  # after a crash, this one would be left behind
            logger.warning("board not noted", extra={"reason": type(error).__name__})

    def _count(self) -> None:
        self._metrics.rounds_running(self._outbox.platform, len(self._services.rounds.live.rooms()))
