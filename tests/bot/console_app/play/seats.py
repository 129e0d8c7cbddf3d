"""A seat that writes to a string, and a clock that is told the time."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from io import StringIO

from rich.console import Console, RenderableType

from bot.console_app.play.seat import Seat
from bot.console_app.play.table import Table
from bot.presenters.wording import wording
from core.ids import Room
from core.ports import Store, UnitOfWork
from core.rounds.record import Terms
from core.store.memory import MemoryStore
from tests.core.rounds.boards import ANA, START
from tests.helpers.fakes import Flaky, SameGrid


@dataclass
class FakeClock:
    """A clock that goes on by `step` seconds each time it is read."""

    now: float = START
    step: float = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@dataclass
class Written:
    """A seat whose console writes to `file`."""

    clock: FakeClock = field(default_factory=FakeClock)
    language: str = "en"
    file: StringIO = field(default_factory=StringIO)

    @property
    def seat(self) -> Seat:
        return Seat(ANA, Console(file=self.file, width=80), wording(self.language), self.clock)

    @property
    def lines(self) -> list[str]:
        return self.file.getvalue().splitlines()


class Full(Flaky):
    """A store that refuses all that is written, as long as it is full."""

    full = False

    def write(  # type: ignore[override]
        self, room: Room | None = None
    ) -> AbstractAsyncContextManager[UnitOfWork]:
        self.fails = "before" if self.full else ""
        return super().write(room)


async def a_table(
    seat: Seat, store: Store | None = None, seconds: int = 120, rounds: int = 1
) -> Table:
    """Return a table where a round of the grid of boards.py is on, with Ana."""
    table = Table(store or MemoryStore(), SameGrid(), seat.player, seat.clock)
    await table.start(Terms(lexicon="fr", seconds=seconds), rounds)
    return table


def drawn(renderable: RenderableType, width: int = 80, **knobs: object) -> str:
    """Return the printed text, without colours unless `knobs` ask for them."""
    file = StringIO()
    settings = {"file": file, "width": width, "height": 24, "legacy_windows": False} | knobs
    Console(**settings).print(renderable)  # type: ignore[arg-type]
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())
