"""Where a player sits: the terminal and the language of one person."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console

from bot.presenters.wording import Wording
from core.ids import PlayerRef

Clock = Callable[[], float]  # seconds of UTC epoch


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays, where they read, in which language, and what time it is there."""

    player: PlayerRef
    console: Console
    wording: Wording
    clock: Clock


def time_left(seconds: float) -> str:
    """Return "1:05": 0:00 only when there is no time left."""
    minutes, rest = divmod(max(math.ceil(seconds), 0), 60)
    return f"{minutes}:{rest:02}"
