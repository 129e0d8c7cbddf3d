"""One lock a key, as long as anybody holds it or waits for it."""

from asyncio import Lock
from collections.abc import Hashable
from weakref import WeakValueDictionary


class Locks:
    """Locks by key, made on demand and forgotten when idle."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, Lock] = WeakValueDictionary()

    def of(self, key: Hashable) -> Lock:
        """Return the lock of a key; who enters first is first."""
        return self._locks.setdefault(key, Lock())
