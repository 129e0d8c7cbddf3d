"""The seat of a player: a terminal, a language, a clock; and lines that any game prints."""

from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from bot.presenters.wording import Wording
from core.ids import ChatRef, PlayerRef
from core.ports import Store
from core.rounds.events import Termination

HERE = ChatRef("terminal", "here")  # all terminals of one database are one community
YOU = PlayerRef("terminal", "you")
LEFT = 60.0  # seconds after its end when a round of this machine is surely nobody's

Clock = Callable[[], float]  # seconds of UTC epoch


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, the console and the language they read, and their clock."""

    player: PlayerRef
    console: Console
    wording: Wording
    clock: Clock


async def are_left(store: Store, now: float) -> bool:
    """Return whether a process that was killed left rounds, which take the solver to be counted."""
    async with store.read() as work:
        active = await work.rounds.active_on([HERE.platform])
    return any(record.closes_at < now - LEFT for record in active)


def end_title(termination: Termination, seat: Seat) -> str:
    """Say why a round ended."""
    if termination is Termination.TIME_UP:
        return seat.wording.gettext("Time's up!")
    return seat.wording.gettext("The round is over.")


def show(console: Console, *lines: str) -> None:
    """Print lines as they are: no markup, no colours, no line breaks of rich's own."""
    for line in lines:
        console.print(Text(line), soft_wrap=True)
