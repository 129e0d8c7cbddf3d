"""What people ask for, by what it is to the round: its order, its answer, who may ask."""

from bot.messages import Audience, Reply
from bot.telegram_app.budget import Level

_STARTS, _ENDS = frozenset(("play", "again")), frozenset(("stop", "halt"))
_DAILY = frozenset(("dgo", "dend"))  # starts and ends what is played in private
_SEATS = frozenset(("type",))  # says which round words in private are for
_BY_ADMINS = _ENDS | {"settings", "accept", "reject", "dtop", "wend"}
_BOARDS = _STARTS | {"wordle", "wnew"}  # what shows a board that takes words


def is_in_order(name: str) -> bool:
    """Return whether words before and after a request are not to pass it."""
    return name in _STARTS | _ENDS | _SEATS | _DAILY


def is_of_daily(name: str) -> bool:
    """Return whether the time of an attempt goes by, whatever its player is shown."""
    return name in _DAILY


def shows_board(name: str) -> bool:
    """Return whether the answer tells how words are sent in the room."""
    return name in _BOARDS


def asks_for_admins(name: str) -> bool:
    """Return whether it matters that an admin asks."""
    return name in _BY_ADMINS


def level_of(name: str, reply: Reply) -> Level:
    """Return how urgent an answer is: a round's start and end are, for all; no refusal is."""
    is_news = name in _STARTS | _ENDS and reply.audience is Audience.ROOM
    return Level.NEWS if is_news else Level.ANSWER
