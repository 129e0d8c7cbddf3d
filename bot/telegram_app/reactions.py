"""Marks on messages: left out when there is no time for them."""

import asyncio
import logging
from dataclasses import dataclass, field

from telegram import Bot
from telegram.constants import ReactionEmoji
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from bot.chat.marks import Marks, Waiting
from bot.chat.metrics import Metrics
from bot.messages import Mark, Marking
from bot.telegram_app.budget import Window
from bot.telegram_app.deliveries import seconds_of
from bot.telegram_app.errors import forbids_reactions
from bot.telegram_app.options import PLATFORM, Timing

_MANY = 1000  # chats beyond which those that were silent are forgotten
HOUR = 3600.0  # seconds after which an emoji that was refused is tried again
_GROUP_MINUTE, _ALL_SECOND = 20, 20
_CALM = 6  # marks of a group in a minute; more come evenly
_BURST, _BURST_SECONDS = 3, 3.0  # of a chat: one a second, or a few at once
# A chat may take some emoji and not others: then the next is tried.
_EMOJI = {
    Mark.ACCEPTED: (ReactionEmoji.THUMBS_UP, ReactionEmoji.CLAPPING_HANDS, ReactionEmoji.FIRE),
    Mark.REFUSED: (ReactionEmoji.THUMBS_DOWN, ReactionEmoji.CRYING_FACE),
    Mark.REPEATED: (ReactionEmoji.OK_HAND_SIGN, ReactionEmoji.EYES),
    Mark.FAILED: (ReactionEmoji.THINKING_FACE, ReactionEmoji.FACE_WITH_ONE_EYEBROW_RAISED),
}

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Chat:
    waiting: Marks = field(default_factory=Marks)
    burst: Window = field(default_factory=lambda: Window(_BURST, _BURST_SECONDS))
    minute: Window = field(default_factory=lambda: Window(_GROUP_MINUTE, 60.0))
    last: float = 0.0  # when a mark was set
    task: asyncio.Task[None] | None = None


class Reactions:
    """Marks messages, each chat in its own time."""

    def __init__(self, bot: Bot, metrics: Metrics, timing: Timing) -> None:
        self._bot = bot
        self._metrics = metrics
        self._timing = timing
        self._all = Window(_ALL_SECOND, 1.0)
        self._chats: dict[int, _Chat] = {}
        self._refused: dict[tuple[int, str], float] = {}  # until when

    def mark(self, chat_id: int, message_id: int, marking: Marking) -> None:
        """Have a message marked soon, if its player is not told before."""
        if self._emoji(chat_id, marking.mark) is None:
            marking.late = True
            return
        now, chat = self._timing.now(), self._chat(chat_id)
        self._drop(chat, now)
        marking.late = bool(chat.waiting) or self._wait(chat_id, chat, now) > 0
        chat.waiting.add(Waiting(message_id, marking, now - marking.age))
        if chat.task is None:
            chat.task = asyncio.create_task(self._work(chat_id, chat))

    def allow(self, chat_id: int) -> None:
        """Try again in a chat that did not take reactions."""
        self._refused = {key: until for key, until in self._refused.items() if key[0] != chat_id}

    async def close(self) -> None:
        """Cancel the marks that wait."""
        tasks = [chat.task for chat in self._chats.values() if chat.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._chats.clear()

    def _chat(self, chat_id: int) -> _Chat:
        if chat_id not in self._chats:
            self._forget_idle()
            self._chats[chat_id] = _Chat()
        return self._chats[chat_id]

    def _forget_idle(self) -> None:
        if len(self._chats) < _MANY:
            return
        now = self._timing.now()
        self._chats = {
            key: chat
            for key, chat in self._chats.items()
            if chat.task or not chat.minute.is_idle(now)
        }

    def _windows(self, chat_id: int, chat: _Chat) -> tuple[Window, ...]:
        return (self._all, chat.burst, *([chat.minute] if chat_id < 0 else []))

    def _wait(self, chat_id: int, chat: _Chat, now: float) -> float:
        wait = max(each.wait(now) for each in self._windows(chat_id, chat))
        if chat_id >= 0:
            return wait
        # Of many words the first after each edit of the board is told last.
        wait = max(wait, chat.waiting.spare(now))
        if chat.minute.wait(now, _GROUP_MINUTE - _CALM) > 0:
            wait = max(wait, chat.minute.until_even(chat.last, now))
        return wait

    def _drop(self, chat: _Chat, now: float) -> None:
        for _ in range(chat.waiting.drop(now)):
            self._metrics.reaction_dropped(PLATFORM)

    async def _work(self, chat_id: int, chat: _Chat) -> None:
        try:
            while chat.waiting:
                now = self._timing.now()
                self._drop(chat, now)
                if (seconds := self._wait(chat_id, chat, now)) > 0:
                    await self._timing.sleep(seconds)
                elif first := chat.waiting.take(now):
                    await self._react(chat_id, chat, first)
        except Exception:
            logger.exception("reactions stopped")
        finally:
            chat.task = None

    async def _react(self, chat_id: int, chat: _Chat, waiting: Waiting) -> None:
        marking = waiting.marking
        emoji = self._emoji(chat_id, marking.mark)
        if emoji is None:
            self._lost(marking)
            return
        windows = self._windows(chat_id, chat)
        for each in windows:
            each.begin()
        chat.last = self._timing.now()
        try:
            await self._bot.set_message_reaction(chat_id, waiting.message_id, emoji)
            marking.told = True
        except RetryAfter as error:
            self._metrics.rate_limited(PLATFORM)
            marking.late = True
            chat.waiting.add(waiting)
            await self._timing.sleep(seconds_of(error))
        except (BadRequest, Forbidden) as error:
            if forbids_reactions(error):
                logger.info("no such reaction here", extra={"platform": PLATFORM})
                self._forget_old()
                self._refused[chat_id, emoji] = self._timing.now() + HOUR
                marking.late = True
                chat.waiting.add(waiting)  # with another emoji, or to be left out
            else:
                self._lost(marking)
        except TelegramError:
            self._lost(marking)
        finally:
            for each in windows:
                each.end(self._timing.now())

    def _emoji(self, chat_id: int, mark: Mark) -> str | None:
        """Return the emoji of a mark in a chat, None if it takes none."""
        now = self._timing.now()
        taken = (e for e in _EMOJI[mark] if self._refused.get((chat_id, e), 0.0) <= now)
        return next(taken, None)

    def _lost(self, marking: Marking) -> None:
        marking.late = True
        self._metrics.reaction_dropped(PLATFORM)

    def _forget_old(self) -> None:
        if len(self._refused) >= _MANY:
            now = self._timing.now()
            self._refused = {key: until for key, until in self._refused.items() if until > now}
