"""Marks on messages: left out when there is no time for them."""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field

from telegram import Bot
from telegram.constants import ReactionEmoji
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from bot.chat.metrics import Metrics
from bot.messages import Mark
from bot.telegram_app.budget import Window
from bot.telegram_app.deliveries import seconds_of
from bot.telegram_app.errors import forbids_reactions
from bot.telegram_app.options import PLATFORM, Timing

_MANY = 1000  # chats beyond which those that were silent are forgotten
HOUR = 3600.0  # seconds after which a mark that was refused is tried again
WAITING = 5  # marks of a chat; more would be of words long gone by
_GROUP_MINUTE, _ALL_SECOND = 20, 20
_BURST, _BURST_SECONDS = 3, 3.0  # of a chat: one a second, or a few at once
_EMOJI = {
    Mark.ACCEPTED: ReactionEmoji.THUMBS_UP,
    Mark.REFUSED: ReactionEmoji.THUMBS_DOWN,
    Mark.REPEATED: ReactionEmoji.OK_HAND_SIGN,
    Mark.FAILED: ReactionEmoji.THINKING_FACE,
}

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Chat:
    waiting: deque[tuple[int, Mark]] = field(default_factory=deque)
    burst: Window = field(default_factory=lambda: Window(_BURST, _BURST_SECONDS))
    minute: Window = field(default_factory=lambda: Window(_GROUP_MINUTE, 60.0))
    task: asyncio.Task[None] | None = None


class Reactions:
    """Marks messages, each chat in its own time."""

    def __init__(self, bot: Bot, metrics: Metrics, timing: Timing) -> None:
        self._bot = bot
        self._metrics = metrics
        self._timing = timing
        self._all = Window(_ALL_SECOND, 1.0)
        self._chats: dict[int, _Chat] = {}
        self._refused: dict[tuple[int, Mark], float] = {}  # until when

    def mark(self, chat_id: int, message_id: int, mark: Mark) -> None:
        """Have a message marked soon; the oldest that wait make room."""
        if self._refused.get((chat_id, mark), 0.0) > self._timing.now():
            return
        chat = self._chat(chat_id)
        if len(chat.waiting) == WAITING:
            chat.waiting.popleft()
            self._metrics.reaction_dropped(PLATFORM)
        chat.waiting.append((message_id, mark))
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

    async def _work(self, chat_id: int, chat: _Chat) -> None:
        windows = (self._all, chat.burst, *([chat.minute] if chat_id < 0 else []))
        try:
            while chat.waiting:
                now = self._timing.now()
                if (seconds := max(each.wait(now) for each in windows)) > 0:
                    await self._timing.sleep(seconds)
                else:
                    await self._react(chat_id, chat, windows)
        except Exception:
            logger.exception("reactions stopped")
        finally:
            chat.task = None

    async def _react(self, chat_id: int, chat: _Chat, windows: tuple[Window, ...]) -> None:
        message_id, mark = chat.waiting.popleft()
        for each in windows:
            each.begin()
        try:
            await self._bot.set_message_reaction(chat_id, message_id, _EMOJI[mark])
        except RetryAfter as error:
            self._metrics.rate_limited(PLATFORM)
            await self._timing.sleep(seconds_of(error))
        except TelegramError as error:
            self._failed(chat_id, chat, mark, error)
        finally:
            for each in windows:
                each.end(self._timing.now())

    def _failed(self, chat_id: int, chat: _Chat, mark: Mark, error: TelegramError) -> None:
        self._metrics.reaction_dropped(PLATFORM)
        if isinstance(error, BadRequest | Forbidden) and forbids_reactions(error):
            # A chat may take some emoji and not others, and may come to take them.
            logger.info("no such reaction here", extra={"platform": PLATFORM, "mark": str(mark)})
            self._forget_old()
            self._refused[chat_id, mark] = self._timing.now() + HOUR
            chat.waiting = deque(each for each in chat.waiting if each[1] is not mark)

    def _forget_old(self) -> None:
        if len(self._refused) >= _MANY:
            now = self._timing.now()
            self._refused = {key: until for key, until in self._refused.items() if until > now}
