"""A seat that writes to a string, and a clock that is told the time."""

from dataclasses import dataclass, field
from io import StringIO

from rich.console import Console, RenderableType

from bot.console_app.seat import Seat
from bot.presenters.wording import wording
from core.rounds.round import Round
from tests.core.rounds.boards import ANA, START, a_round


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


def a_game() -> Round:
    """Return a round of two minutes with Ana in it, not started."""
    return a_round(players=(ANA,))


def drawn(renderable: RenderableType, width: int = 80, **knobs: object) -> str:
    """Return what is printed, without colours unless `knobs` ask for them."""
    file = StringIO()
    settings = {"file": file, "width": width, "height": 24, "legacy_windows": False} | knobs
    Console(**settings).print(renderable)  # type: ignore[arg-type]
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())
