"""Remarks in private on words that did not count, as one message while more come in."""

import asyncio
from collections import deque
from collections.abc import Iterable

from telegram.error import TelegramError

from bot.chat.metrics import Metrics
from bot.messages import Gone, Mark, Reply, Said, Span
from bot.telegram_app.budget import Level
from bot.telegram_app.deliveries import ANSWER, note_failure
from bot.telegram_app.places import Place
from bot.telegram_app.sender import Sender

_MOST = 15  # lines that wait; of more the newest are told


class Remarks:
    """Tells players alone with the bot about their words, in the time that Telegram allows."""

    def __init__(self, sender: Sender, metrics: Metrics) -> None:
        self._sender = sender
        self._metrics = metrics
        self._lines: dict[int, deque[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, user_id: int, said: Iterable[Said]) -> None:
        """Tell a player about the words that a mark does not explain."""
        lines = [each.text for each in said if each.mark is not Mark.ACCEPTED and each.text]
        if not lines:
            return
        if user_id in self._lines:
            self._lines[user_id].extend(lines)
            return
        self._lines[user_id] = deque(lines, _MOST)
        task = asyncio.create_task(self._tell(user_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel the remarks that wait."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, user_id: int) -> None:
        lines = self._lines[user_id]
        try:
            while lines:
                reply = Reply(body=(Span("\n".join(lines)),))
                lines.clear()
                await self._sender.send(Place(user_id), reply, Level.ANSWER)
        except (Gone, TelegramError) as error:
            note_failure(self._metrics, ANSWER, error)
        finally:
            self._lines.pop(user_id, None)
