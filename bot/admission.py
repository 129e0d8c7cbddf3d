"""Who gives way where room is scarce: whoever has shown least, players last."""

from collections.abc import Hashable
from enum import IntEnum
from typing import Generic, TypeVar

C = TypeVar("C", bound=Hashable)
_Theirs = dict[C, None]  # the connections of an address, the first to come first


class Standing(IntEnum):
    """The standing of a connection, by what it has shown so far: the least gives way first."""

    SILENT = 0
    """No whole request: its headers, or some of its body, are still to come."""

    ASKING = 1
    """A whole request, of whoever it may be."""

    SEATED = 2
    """A place: this is a player's page, or a platform that has proved to be itself."""


class Admission(Generic[C]):
    """Room for `most` connections at a time (at least 2), each from an address.

    Nine tenths of the room are seats, so that a newcomer never takes one. It takes the room of the
    lowest standing that there is: there the address with the most connections, of several the one
    that has been there longest, gives up the one that has had this standing longest. Seats are
    kept: where all are taken, the newest of the address with the most is given up, if that has
    more than a tenth of all room, and else who asks for one is refused. So a crowd from one
    address keeps out nobody, and a crowd from many throws nobody out.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tenth = max(most // 10, 1)
        self._standing: dict[C, tuple[Standing, str]] = {}
        self._of: dict[Standing, dict[str, _Theirs[C]]] = {each: {} for each in Standing}
        self._seated = 0

    def enter(self, connection: C, address: str) -> C | None:
        """Let a silent connection in; return the one that gives way for it."""
        leaver = None
        if len(self._standing) >= self._most:
            leaver = next(iter(_most(next(filter(None, self._of.values())))))
            self.leave(leaver)
        self._put(connection, Standing.SILENT, address)
        return leaver

    def know(self, connection: C, address: str) -> None:
        """Note the address that a connection has turned out to be from."""
        if connection in self._standing:
            self._move(connection, self._standing[connection][0], address)

    def ask(self, connection: C) -> None:
        """Note that the request of a connection is whole."""
        self._change(connection, Standing.SILENT, Standing.ASKING)

    def seat(self, connection: C) -> C | None:
        """Seat a connection; return the one that gives way for it, itself where none does."""
        if connection not in self._standing:
            return connection
        standing, address = self._standing[connection]
        self._move(connection, Standing.SEATED, address)
        if self._seated <= self._most - self._tenth:
            return None
        largest = _most(self._of[Standing.SEATED])
        leaver = next(reversed(largest)) if len(largest) > self._tenth else connection
        if leaver is connection:
            self._move(connection, standing, address)
        else:
            self.leave(leaver)
        return leaver

    def unseat(self, connection: C) -> None:
        """Take the seat of a connection back, if it has one: its page has ended."""
        self._change(connection, Standing.SEATED, Standing.ASKING)

    def leave(self, connection: C) -> None:
        """Forget a connection."""
        if connection not in self._standing:
            return
        standing, address = self._standing.pop(connection)
        self._seated -= standing is Standing.SEATED
        theirs = self._of[standing][address]
        del theirs[connection]
        if not theirs:
            del self._of[standing][address]

    def _change(self, connection: C, before: Standing, after: Standing) -> None:
        standing, address = self._standing.get(connection, (None, ""))
        if standing is before:
            self._move(connection, after, address)

    def _move(self, connection: C, standing: Standing, address: str) -> None:
        self.leave(connection)
        self._put(connection, standing, address)

    def _put(self, connection: C, standing: Standing, address: str) -> None:
        self._standing[connection] = standing, address
        self._of[standing].setdefault(address, {})[connection] = None
        self._seated += standing is Standing.SEATED


def _most(by_address: dict[str, _Theirs[C]]) -> _Theirs[C]:
    return max(by_address.values(), key=len)
