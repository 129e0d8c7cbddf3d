"""Groups that became supergroups, and so have another id (Bot API: ResponseParameters)."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.telegram_app.places import chat_ref
from core.ids import ChatRef

Moved = Callable[[ChatRef, ChatRef], Awaitable[None]]


class Migrations:
    """Which id a chat has by now; `tell` is called once for each move that is learnt of."""

    def __init__(self) -> None:
        self._new: dict[int, int] = {}
        self._telling: dict[int, asyncio.Task[None]] = {}
        self._tell: Moved | None = None

    def tell(self, tell: Moved) -> None:
        """Have moves be told from now on."""
        self._tell = tell

    def now(self, chat_id: int) -> int:
        """Return the id of a chat by now."""
        return self._new.get(chat_id, chat_id)

    async def moved(self, old: int, new: int) -> None:
        """Keep a chat's new id; return once the move has been told, by whoever learnt it first."""
        if old not in self._telling:
            self._new[old] = new
            self._telling[old] = asyncio.create_task(self._told(old, new))
        await asyncio.shield(self._telling[old])

    async def _told(self, old: int, new: int) -> None:
        if self._tell:
            await self._tell(chat_ref(old), chat_ref(new))
