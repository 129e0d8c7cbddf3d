"""The presence of a player at their pages, as the server sees it.

A page is believed about the time of a word only as far as the server itself saw no page of its
player. Words that a page kept meanwhile come right behind its hello, so an absence serves the page
that ends it, at once: coming again earns nothing, and an absence on purpose no more than itself.
"""

from math import inf

from aiohttp import WSMsgType

from bot.web_app.flood import Flood
from core.ports import Clock

HELD_UP = 20.0  # seconds of an absence, at most, by which words go back
ROUND_TRIP = 1.0  # seconds; what takes longer is no trip, but a page that sleeps

_KEPT = 60.0  # seconds after which a page has thrown its words away
_AT_ONCE = 3.0  # seconds in which a page sends the words that it kept


class Presence:
    """What all pages of one player have in common."""

    def __init__(self, steady: Clock) -> None:
        self.steady = steady
        self.flood = Flood(steady)
        self.round_trip = 0.0
        """Seconds from a ping to its pong, the last time that both went without a halt."""
        self._visits: list[Visit] = []
        self._left = -inf

    def visit(self) -> "Visit":
        """Note that a page has come; return its visit, to be ended when it goes."""
        visit = Visit(self, self._away())
        self._visits.append(visit)
        return visit

    def end(self, visit: "Visit") -> None:
        """Note that a page has gone."""
        self._visits.remove(visit)
        self._left = max(self._left, visit.left())

    def _away(self) -> float:
        """Return the seconds for which no page of the player has been there, HELD_UP at most."""
        now = self.steady()
        away = now - max([self._left, *(visit.left() for visit in self._visits)])
        return min(away, HELD_UP) if away <= _KEPT else 0.0


class Visit:
    """The stay of one page; `away` is the absence that it ended, in seconds."""

    def __init__(self, presence: Presence, away: float) -> None:
        self._presence = presence
        self._away = away
        self._came = self._heard = presence.steady()
        self._pinged: float | None = None
        self._is_silent = False

    def ping(self) -> None:
        """Note that a ping is sent; the page is silent if it said nothing since the one before."""
        self._is_silent = self._pinged is not None and self._heard <= self._pinged
        if self._pinged is None:
            self._pinged = self._presence.steady()

    def hear(self, type_: WSMsgType) -> None:
        """Note a message from the page, or the end of its connection."""
        now = self._presence.steady()
        lost = type_ in (WSMsgType.CLOSED, WSMsgType.CLOSING, WSMsgType.ERROR)
        if not (lost and self._is_silent):
            self._heard = now
        if type_ is WSMsgType.PONG and self._pinged is not None:
            trip, self._pinged = now - self._pinged, None
            if trip <= ROUND_TRIP:
                self._presence.round_trip = trip
        self._is_silent = lost or type_ is WSMsgType.CLOSE

    def left(self) -> float:
        """Return until when the page was there: now, if it is not silent."""
        return self._heard if self._is_silent else self._presence.steady()

    def held_up(self, ago: float) -> float:
        """Return the seconds that are believed of those since a word was traced, by its page."""
        now = self._presence.steady()
        away = self._away if now - self._came <= _AT_ONCE else 0.0
        return min(ago, away + self._presence.round_trip)
