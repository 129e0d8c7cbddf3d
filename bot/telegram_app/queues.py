"""In which order what people ask is done, so that no word waits for what is none of its round's.

A room's words are in one lane, and so is what starts or ends its rounds. Everything else that
a player asks for goes beside it: one thing after the other, and with others' at once.
"""

import asyncio
from collections.abc import Callable, Hashable
from functools import partial
from weakref import WeakValueDictionary

from bot.telegram_app.crowds import Crowds, Leave, once
from bot.telegram_app.lanes import Go, Job, Lanes

AT_ONCE = 8  # of a chat, beside the words
ALL, EACH = 40, 5  # of a chat and of each of its players, under way and waiting

Spot = tuple[int, int]
"""A chat and a topic in it, 0 for none."""


class Traffic:
    """Lets jobs begin; those that have gone on, but for sending, are no longer counted."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._crowds = Crowds(ALL, EACH)
        self._slots: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    def word(self, spot: Spot, job: Job) -> asyncio.Event:
        """Queue what comes in the order in which it was sent; return what is set at its end."""
        return self._lanes.add(spot, job)

    def turn(
        self, spot: Spot, player: int, job: Job, is_quick: Callable[[], bool]
    ) -> asyncio.Event | None:
        """Queue what starts or ends a round: after the words before it, and others of its kind.

        Words that come later wait for it if, at its turn, it `is_quick`. Return what is set at
        its end, None if the player has too much waiting.
        """
        lane = ("rounds", spot)
        leave = self._crowds.enter(lane, player)
        if leave is None:
            return None
        ended = asyncio.Event()

        async def begin(go: Go) -> None:
            try:
                if lane in self._lanes or not is_quick():
                    go()
                await self._lanes.add(lane, partial(_counted, job, leave)).wait()
            finally:
                ended.set()

        self._lanes.add(spot, begin)
        return ended

    def beside(self, chat_id: int, player: int, kind: str, job: Job) -> asyncio.Event | None:
        """Queue what no word waits for; return what is set at its end, None as above.

        A player's own of a kind are done one after the other.
        """
        leave = self._crowds.enter(chat_id, player)
        if leave is None:
            return None
        slots = self._slots.get(chat_id)
        if slots is None:
            slots = self._slots[chat_id] = asyncio.Semaphore(AT_ONCE)
        return self._lanes.add((kind, chat_id, player), partial(_in_slot, slots, job, leave))

    def aside(self, what: Hashable, job: Job) -> asyncio.Event:
        """Queue what has little to do; return what is set at its end."""
        return self._lanes.add(("aside", what), job)


async def _counted(job: Job, leave: Leave, go: Go) -> None:
    def went() -> None:
        leave()
        go()

    try:
        await job(went)
    finally:
        leave()


async def _in_slot(slots: asyncio.Semaphore, job: Job, leave: Leave, go: Go) -> None:
    await slots.acquire()
    release = once(slots.release)

    def went() -> None:
        release()
        go()

    try:
        await _counted(job, leave, went)
    finally:
        release()
