"""Requests for house words: what a community wants added to its words, or taken away."""

from dataclasses import dataclass
from enum import StrEnum

from core.ids import ChatRef, PlayerRef


class Side(StrEnum):
    """The two things that a request can ask for; the value is typed by players."""

    ADD = "add"
    REMOVE = "remove"


class Answer(StrEnum):
    """The answer to a request."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRequest:
    """A request for a (normalised) word of a language, with its reason and its answer.

    `id` is 0 until it is stored. Times are seconds of UTC epoch; who decided, when and
    why is None or "" while it is open.
    """

    id: int = 0
    chat: ChatRef
    language: str
    word: str
    side: Side
    reason: str
    requested_by: PlayerRef
    requested_at: float
    answer: Answer = Answer.OPEN
    decided_by: PlayerRef | None = None
    decided_at: float | None = None
    decision: str = ""
