"""The queue of updates, as getUpdates and webhooks empty it (Bot API: Getting updates)."""

import asyncio
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from tests.simulators.telegram.errors import Json

T = TypeVar("T")

# Bot API: getUpdates: what comes unless allowed_updates asks for it.
NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}
# Bot API: Getting updates: they are kept no longer than 24 hours.
KEPT = 24 * 3600
MEMORY = 1000  # updates that can be given once more


class Changes:
    """Wakes those who wait for something to become true."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        """Have everyone who waits look again."""
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, predicate: Callable[[], T | None], seconds: float) -> T | None:
        """Wait until a predicate is true, and return its value, or None after some seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not (result := predicate()):
            event = self._event
            try:
                await asyncio.wait_for(event.wait(), end - loop.time())
            except TimeoutError:
                return predicate() or None
        return result


@dataclass(frozen=True)
class Update:
    """An update, its kind, and when it came about."""

    update_id: int
    kind: str
    body: Json
    made: float

    def to_json(self) -> Json:
        """Return the Update."""
        return {"update_id": self.update_id, self.kind: self.body}


class UpdateQueue:
    """The updates that the bot has not confirmed yet; `clock` gives the time of day."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.changes = Changes()
        self.allowed: set[str] | None = None
        self._clock = clock
        self._next_id = 700_000_001
        self._waiting: list[Update] = []
        self._given: dict[int, Update] = {}
        self._again: list[Update] = []
        self._held: list[tuple[str, Json]] | None = None

    def put(self, kind: str, body: Json) -> None:
        """Add an update, if the bot has asked for its kind."""
        if kind in NOT_BY_DEFAULT if self.allowed is None else kind not in self.allowed:
            return
        if self._held is not None:
            self._held.append((kind, body))
            return
        self._waiting.append(Update(self._next_id, kind, body, self._clock()))
        self._next_id += 1
        self.changes.notify()

    def allow(self, kinds: Iterable[str] | None) -> None:
        """Keep what setWebhook or getUpdates asks for; None leaves it, [] is the default."""
        if kinds is not None:
            self.allowed = set(kinds) or None

    def hold(self) -> None:
        """Hold back what comes from now on."""
        self._held = self._held or []

    def release(self, shuffled: random.Random | None = None) -> None:
        """Let go what was held back, in its order or in a random one."""
        held, self._held = self._held or [], None
        if shuffled:
            shuffled.shuffle(held)
        for kind, body in held:
            self.put(kind, body)

    def pending(self) -> list[Update]:
        """Return the waiting updates, without those that nobody asked for in 24 hours."""
        fresh = [update for update in self._waiting if update.made > self._clock() - KEPT]
        self._waiting = fresh
        return self._again + fresh

    def confirm(self, offset: int) -> None:
        """Forget what getUpdates' offset confirms (Bot API: getUpdates)."""
        if offset < 0:
            self._waiting = self._waiting[offset:]
        elif offset:
            self._waiting = [update for update in self._waiting if update.update_id >= offset]

    def give(self, most: int) -> list[Update]:
        """Return the updates that the bot gets now; they stay in the queue until confirmed."""
        given = self.pending()[:most]
        self._again = [update for update in self._again if update not in given]
        self._given |= {update.update_id: update for update in given}
        for update_id in [*self._given][:-MEMORY]:
            del self._given[update_id]
        return given

    def forget(self, update: Update) -> None:
        """Take out an update that a webhook has taken."""
        self._waiting = [one for one in self._waiting if one is not update]

    def again(self, count: int) -> None:
        """Have the last updates that were given be given once more, with their old ids."""
        last = sorted(self._given)[-count:]
        waiting = {update.update_id for update in self._waiting}
        self._again = [self._given[one] for one in last if one not in waiting]
        self.changes.notify()

    def drop(self) -> int:
        """Forget everything, as drop_pending_updates does; return how many that were."""
        dropped = len(self._waiting)
        self._waiting = []
        return dropped
