"""Commands and pressed buttons, brought to the dispatcher with what it needs to know."""

import asyncio
import logging
from collections import deque

from telegram import CallbackQuery, Chat, Message, User
from telegram.error import TelegramError

from bot.chat.commands import verb_of
from bot.chat.dispatcher import Dispatcher
from bot.messages import Audience, Gone, Reply, Span, split_data
from bot.presenters.wording import wording, wording_for
from bot.telegram_app.answers import CommandAnswer, PressAnswer
from bot.telegram_app.budget import Crowded, Level
from bot.telegram_app.deliveries import ANSWER, note_failure
from bot.telegram_app.outbox import Outbox
from bot.telegram_app.places import Place, is_private, member_of, place_of, room_in
from bot.telegram_app.queues import Go
from bot.telegram_app.requests import (
    Called,
    button_request,
    command_request,
)
from core.ids import Member, Room
from core.ports import Clock
from core.services.workers import TooMuch

_REMEMBERED = 200  # players who write without a name

logger = logging.getLogger(__name__)


class Interactions:
    """Answers the commands and pressed buttons of one bot; for `patience` see TelegramOptions."""

    def __init__(
        self, dispatcher: Dispatcher, outbox: Outbox, clock: Clock, patience: float
    ) -> None:
        self._dispatcher = dispatcher
        self._patience = patience
        self._clock = clock
        self._outbox = outbox
        # Who was told so, and in which round: once is enough.
        self._unmasked: deque[tuple[Room, int, float]] = deque(maxlen=_REMEMBERED)

    def is_quick(self, name: str, chat: Chat, user: User) -> bool:
        """Return whether Telegram need not be asked about anybody before a request is made."""
        if is_private(chat):
            return True
        memberships, chat_id = self._outbox.memberships, self._now(chat)
        if verb_of(name).by_admins:
            return memberships.knows(chat_id, user.id)
        return not verb_of(name).shows_board or memberships.has_learnt(chat_id)

    async def command(self, message: Message, user: User, called: Called, go: Go) -> None:
        """Answer a command."""
        member = await self._member(called.name, message.chat, user)
        request = command_request(message, called, member, user, self._now(message.chat))
        answer = self.answer_to(message, user, request.name, request.room, go)
        await self._dispatcher.answer(request, answer.send)

    def answer_to(
        self, message: Message, user: User, name: str, room: Room, go: Go
    ) -> CommandAnswer:
        """Make the answer to a message."""
        return CommandAnswer(
            self._outbox, user, place_of(room), name, go, message_id=message.message_id
        )

    async def press(self, query: CallbackQuery, go: Go) -> None:
        """Answer a pressed button; in time, though what it asks for may take longer."""
        answer = self._press_answer(query, go)
        pressed = asyncio.create_task(self._pressed(query, answer))
        try:
            await asyncio.wait({pressed}, timeout=self._patience)
            if not pressed.done():
                await answer.close(answer.words.gettext("One moment…"))
            await pressed
        except Exception:
            logger.exception("press not handled")
        finally:
            pressed.cancel()  # if this is cancelled
        await answer.close()

    async def acknowledge(self, query: CallbackQuery, go: Go) -> None:
        """Tell a player who presses that they ask for too much."""
        words = wording_for(query.from_user.language_code or "")
        await self._press_answer(query, go).close(words.notice(TooMuch()), alert=True)

    async def refuse(self, message: Message, user: User, go: Go) -> None:
        """Tell a player that they ask for too much."""
        go()
        words = wording_for(user.language_code or "")
        await self._remark(message, user, words.notice(TooMuch()))

    async def unmask(self, message: Message, user: User, go: Go) -> None:
        """Tell a player who writes as the group or a channel that nobody can play so."""
        go()
        room = room_in(message, self._now(message.chat), user)
        words = wording(await self._dispatcher.speaks(room.chat))  # theirs is not told
        if message.sender_chat is None or message.sender_chat.id == message.chat.id:
            text = words.gettext(
                "You write as the group here: turn off “Remain anonymous”, then send it again "
                "under your name."
            )
        else:
            text = words.gettext(
                "You write as a channel here: choose your own name beside the text field, then "
                "send it again."
            )
        await self._remark(message, user, text)

    def plays_masked(self, message: Message, user: User) -> bool:
        """Return whether a round is on where somebody writes without a name, the first time."""
        room, mask = room_in(message, self._now(message.chat), user), message.sender_chat
        since = dict(self._dispatcher.rooms()).get(room)
        if since is None or mask is None or (room, mask.id, since) in self._unmasked:
            return False
        self._unmasked.append((room, mask.id, since))
        return True

    async def _pressed(self, query: CallbackQuery, answer: PressAnswer) -> None:
        message, user = query.message, query.from_user
        if message and query.data:
            member = await self._member(answer.name, message.chat, user)
            room = room_in(message, self._now(message.chat), user)
            request = button_request(query, room, member, self._clock())
            await self._dispatcher.answer(request, answer.send)

    async def _remark(self, message: Message, user: User, text: str) -> None:
        place = place_of(room_in(message, self._now(message.chat), user))
        reply = Reply(body=(Span(text),), audience=Audience.ASKER)
        sender, number = self._outbox.sender, message.message_id
        try:
            await sender.send(place, reply, Level.ANSWER, number, user.id)
        except (Crowded, Gone, TelegramError) as error:
            note_failure(self._outbox.metrics, ANSWER, error)

    def _press_answer(self, query: CallbackQuery, go: Go) -> PressAnswer:
        user, message = query.from_user, query.message
        room = room_in(message, self._now(message.chat), user) if message else None
        place = place_of(room) if room else Place(user.id)
        name, _ = split_data(query.data or "")
        return PressAnswer(self._outbox, user, place, name, go, query=query)

    async def _member(self, name: str, chat: Chat, user: User) -> Member:
        """Return the asker; whether they are an admin is found out only where it matters."""
        if is_private(chat):
            return member_of(user, admin=True)  # of a chat that is theirs alone
        memberships, chat_id = self._outbox.memberships, self._now(chat)
        if verb_of(name).shows_board:
            await memberships.learn(chat_id)
        is_admin = verb_of(name).by_admins and await memberships.is_admin(chat_id, user.id)
        return member_of(user, admin=is_admin)

    def _now(self, chat: Chat) -> int:
        return self._outbox.migrations.now(chat.id)
