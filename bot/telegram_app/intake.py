"""Updates, brought to the dispatcher in the order that matters."""

import asyncio
import logging
from collections import deque
from functools import partial

from telegram import (
    CallbackQuery,
    Chat,
    ChatMemberUpdated,
    MaybeInaccessibleMessage,
    Message,
    Update,
    User,
)
from telegram.constants import UpdateType

from bot.chat.commands import COMMANDS, verb_of
from bot.chat.context import Entry
from bot.chat.dispatcher import Dispatcher
from bot.clock import PlatformClock
from bot.messages import split_data
from bot.telegram_app.interactions import Interactions
from bot.telegram_app.outbox import Outbox
from bot.telegram_app.places import chat_ref, is_group, is_masked
from bot.telegram_app.queues import Go, Job, Queues, Spot
from bot.telegram_app.requests import (
    Called,
    CommandNames,
    is_answer,
    is_read,
    typed_text,
)

ALLOWED = [UpdateType.MESSAGE, UpdateType.CALLBACK_QUERY, UpdateType.MY_CHAT_MEMBER]
_REMEMBERED = 2000  # updates that are known should they be delivered again

logger = logging.getLogger(__name__)


class Intake:
    """Takes updates, and has `queues` order them."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        outbox: Outbox,
        queues: Queues,
        clock: PlatformClock,
        interactions: Interactions,
    ) -> None:
        self._dispatcher = dispatcher
        self._outbox = outbox
        self._queues = queues
        self._clock = clock
        self._interactions = interactions
        self._names = CommandNames(COMMANDS, outbox.bot.username)
        self._seen: deque[int] = deque(maxlen=_REMEMBERED)
        self._refused: set[int] = set()  # users who have been told that they ask for too much

    def take(self, update: Update) -> asyncio.Event | None:
        """Queue an update; return an event set once it is handled, None if there is nothing to do.

        Updates that come again, after a confirmation was lost, are left out.
        """
        if update.update_id in self._seen:
            return None
        self._seen.append(update.update_id)
        try:
            return self._taken(update)
        except Exception:
            # Those that came with it are not to be lost.
            logger.exception("update not read")
            return None

    def _taken(self, update: Update) -> asyncio.Event | None:
        if update.message:
            self._clock.stamped(update.message.date.timestamp())
            return self._of_message(update.message)
        if update.callback_query:
            return self._of_press(update.callback_query)
        change = update.my_chat_member
        if change and is_group(change.chat):
            return self._queues.word((change.chat.id, 0), partial(self._membership, change))
        return None

    def _of_message(self, message: Message) -> asyncio.Event | None:
        old, new = message.migrate_from_chat_id, message.migrate_to_chat_id
        if old or new:
            move = partial(self._move, old or message.chat.id, new or message.chat.id)
            return self._queues.word(_spot(message), move)
        user = message.from_user
        if user and (message.forum_topic_closed or message.forum_topic_reopened):
            self._outbox.heard_topic(message, user)
        if user is None or not is_read(message):
            return None
        called = self._names.called(message)
        if is_masked(message):
            if not (called or self._interactions.plays_masked(message, user)):
                return None
            unmask = partial(self._interactions.unmask, message, user)
            return self._queues.beside(message.chat.id, user.id, "mask", unmask)
        return self._of_person(message, user, called)

    def _of_person(
        self, message: Message, user: User, called: Called | None
    ) -> asyncio.Event | None:
        text, meant = message.text or "", False
        if called and called.text and verb_of(called.name).entry is Entry.WORDS:
            text, meant = called.text, True
        elif called:
            job = partial(self._interactions.command, message, user, called)
            handled = self._ask(called.name, message, user, "command", job)
            return handled or self._refuse(message, user)
        elif text.startswith("/"):
            return None  # another bot's command, or nobody's
        words = partial(self._words, message, user, text, meant=meant)
        return self._queues.word(_spot(message), words)

    def _of_press(self, query: CallbackQuery) -> asyncio.Event | None:
        name, _ = split_data(query.data or "")
        message, user = query.message, query.from_user
        job = partial(self._interactions.press, query)
        if message is None:
            return self._queues.aside(user.id, job)
        handled = self._ask(name, message, user, "press", job)
        return handled or self._queues.aside(
            user.id, partial(self._interactions.acknowledge, query)
        )

    def _ask(
        self, name: str, message: MaybeInaccessibleMessage, user: User, kind: str, job: Job
    ) -> asyncio.Event | None:
        """Queue a request; return None if its player has made too many."""
        chat = message.chat
        if verb_of(name).in_order:
            is_quick = partial(self._interactions.is_quick, name, chat, user)
            handled = self._queues.turn(_spot(message), user.id, job, is_quick)
        else:
            handled = self._queues.beside(chat.id, user.id, kind, job)
        if handled:
            self._refused.discard(user.id)
        return handled

    def _refuse(self, message: Message, user: User) -> asyncio.Event | None:
        """Tell a player who has made too many requests; once, until the next one is taken."""
        if user.id in self._refused:
            return None
        self._refused.add(user.id)
        return self._queues.aside(user.id, partial(self._interactions.refuse, message, user))

    async def _words(self, message: Message, user: User, text: str, go: Go, *, meant: bool) -> None:
        meant = meant or is_answer(message, self._outbox.bot.id)
        typed = typed_text(message, user, self._now(message.chat), text=text, meant=meant)
        answer = self._interactions.answer_to(message, user, "", typed.room, go)
        said = await self._dispatcher.typed(typed, answer.send, go)
        go()
        if typed.alone:
            self._outbox.remarks.add(user.id, said)

    async def _move(self, old: int, new: int, _: Go) -> None:
        await self._outbox.migrations.moved(old, new)

    async def _membership(self, change: ChatMemberUpdated, _: Go) -> None:
        is_there = self._outbox.memberships.changed(change)
        chat_id = change.chat.id
        self._outbox.reactions.allow(chat_id)
        # A group that became a supergroup is left behind, and has been moved.
        if not is_there and self._now(change.chat) == chat_id:
            await self._dispatcher.left(chat_ref(chat_id))

    def _now(self, chat: Chat) -> int:
        return self._outbox.migrations.now(chat.id)


def _spot(message: MaybeInaccessibleMessage) -> Spot:
    """Return the spot of a message: each topic has rounds of its own."""
    if isinstance(message, Message) and message.is_topic_message:
        return message.chat.id, message.message_thread_id or 0
    return message.chat.id, 0
