"""What comes in from Telegram, brought to the dispatcher in order."""

import asyncio
import logging
from collections import deque
from functools import partial

from telegram import CallbackQuery, Chat, ChatMemberUpdated, Message, Update, User
from telegram.constants import UpdateType

from bot.commands import COMMANDS
from bot.dispatcher import Dispatcher
from bot.messages import Audience, Reply, Request, Span
from bot.telegram_app import reading
from bot.telegram_app.budget import Level
from bot.telegram_app.command_answers import CommandAnswer
from bot.telegram_app.command_names import Called, CommandNames
from bot.telegram_app.lanes import Go, Job, Lanes
from bot.telegram_app.options import Timing
from bot.telegram_app.phrases import UNMASK, wording_for
from bot.telegram_app.places import (
    Place,
    chat_ref,
    is_group,
    is_masked,
    is_private,
    member_of,
    place_of,
    room_in,
)
from bot.telegram_app.press_answers import PressAnswer
from bot.telegram_app.voice import Voice
from core.ids import Member

ALLOWED = [UpdateType.MESSAGE, UpdateType.CALLBACK_QUERY, UpdateType.MY_CHAT_MEMBER]
_REMEMBERED = 2000  # updates that are known should they be delivered again
_WORDS = "w"  # the command whose text is words

logger = logging.getLogger(__name__)


class Intake:
    """Takes updates; `lanes` handles those of one chat in order."""

    def __init__(self, dispatcher: Dispatcher, voice: Voice, lanes: Lanes, timing: Timing) -> None:
        self._dispatcher = dispatcher
        self._voice = voice
        self._lanes = lanes
        self._timing = timing
        self._names = CommandNames(COMMANDS, voice.bot.username)
        self._seen: deque[int] = deque(maxlen=_REMEMBERED)

    def take(self, update: Update) -> asyncio.Event | None:
        """Queue an update; return what is set once it is handled, None if there is nothing to do.

        Updates that come again, after a confirmation was lost, are left out.
        """
        if update.update_id in self._seen:
            return None
        self._seen.append(update.update_id)
        where = update.effective_chat or update.effective_user
        try:
            job = self._job(update)
        except Exception:
            # Those that came with it are not to be lost.
            logger.exception("update not read")
            return None
        return self._lanes.add(where.id, job) if job and where else None

    def _job(self, update: Update) -> Job | None:
        if update.message:
            return self._of_message(update.message)
        if update.callback_query:
            return partial(self._press, update.callback_query)
        if update.my_chat_member and is_group(update.my_chat_member.chat):
            return partial(self._membership, update.my_chat_member)
        return None

    def _of_message(self, message: Message) -> Job | None:
        old, new = message.migrate_from_chat_id, message.migrate_to_chat_id
        if old or new:
            return partial(self._move, old or message.chat.id, new or message.chat.id)
        if not reading.is_read(message):
            return None
        called = self._names.called(message)
        if is_masked(message):
            return partial(self._unmask, message) if called else None
        if message.from_user is None:
            return None
        return self._of_person(message, message.from_user, called)

    def _of_person(self, message: Message, user: User, called: Called | None) -> Job | None:
        text = message.text or ""
        if called and called.name == _WORDS and called.rest:
            return partial(self._words, message, user, called.rest, meant=True)
        if called:
            return partial(self._command, message, user, called)
        if text.startswith("/"):
            return None  # another bot's command, or nobody's
        return partial(self._words, message, user, text, meant=False)

    async def _words(self, message: Message, user: User, text: str, go: Go, *, meant: bool) -> None:
        meant = meant or reading.is_answer(message, self._voice.bot.id)
        typed = reading.typed(message, user, self._now(message.chat), text=text, meant=meant)
        said = await self._dispatcher.typed(typed)
        go()
        if typed.alone:
            self._voice.remarks.add(user.id, said)

    async def _command(self, message: Message, user: User, called: Called, go: Go) -> None:
        member = await self._member(message.chat, user)
        request = reading.command(message, called, member, user, self._now(message.chat))
        answer = CommandAnswer(
            sending=self._voice.sending,
            place=place_of(request.room),
            asker=Place(user.id),
            message_id=message.message_id,
            name=request.name,
            username=self._voice.bot.username,
            locale=request.locale,
            go=go,
        )
        await self._dispatcher.answer(request, answer.send)

    async def _press(self, query: CallbackQuery, go: Go) -> None:
        answer = self._press_answer(query, go)
        try:
            if query.message and query.data:
                await self._dispatcher.answer(await self._pressed(query), answer.send)
        except Exception:
            logger.exception("press not handled")
        await answer.close()

    def _press_answer(self, query: CallbackQuery, go: Go) -> PressAnswer:
        asker = Place(query.from_user.id)
        message, voice = query.message, self._voice
        room = room_in(message, self._now(message.chat), query.from_user) if message else None
        return PressAnswer(
            query=query,
            sending=voice.sending,
            editing=voice.editing,
            memory=voice.memory,
            place=place_of(room) if room else asker,
            asker=asker,
            username=voice.bot.username,
            locale=query.from_user.language_code or "",
            go=go,
        )

    async def _pressed(self, query: CallbackQuery) -> Request:
        message, user = query.message, query.from_user
        if message is None:
            raise LookupError
        member = await self._member(message.chat, user)
        room = room_in(message, self._now(message.chat), user)
        return reading.press(query, room, member, self._timing.wall())

    async def _unmask(self, message: Message, go: Go) -> None:
        go()
        user = message.from_user
        locale = user.language_code if user else None
        text = wording_for(locale or "").gettext(UNMASK)
        place = place_of(room_in(message, self._now(message.chat), user)) if user else None
        if place:
            reply = Reply(body=(Span(text),), audience=Audience.ASKER)
            await self._voice.sending.send(place, reply, Level.ANSWER, message.message_id)

    async def _move(self, old: int, new: int, _: Go) -> None:
        await self._voice.migrations.moved(old, new)

    async def _membership(self, change: ChatMemberUpdated, _: Go) -> None:
        is_there = self._voice.memberships.changed(change)
        chat_id = change.chat.id
        self._voice.reactions.allow(chat_id)
        # A group that became a supergroup is left behind, and has been moved.
        if not is_there and self._now(change.chat) == chat_id:
            await self._dispatcher.left(chat_ref(chat_id))

    async def _member(self, chat: Chat, user: User) -> Member:
        """Return who acts; what commands depend on is asked for in groups alone."""
        if is_private(chat):
            return member_of(user)
        memberships, chat_id = self._voice.memberships, self._now(chat)
        is_admin, _ = await asyncio.gather(
            memberships.is_admin(chat_id, user.id), memberships.learn(chat_id)
        )
        return member_of(user, admin=is_admin)

    def _now(self, chat: Chat) -> int:
        return self._voice.migrations.now(chat.id)
