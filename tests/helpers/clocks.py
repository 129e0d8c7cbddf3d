"""A chat whose platform's clock goes on by itself, while the host's is wrong, or is set."""

from typing import Any

from tests.helpers.fakes import FakeClock
from tests.helpers.platforms import DiscordSide

WRONG = (1.0, -1.0, 5.0, -5.0, 60.0, -60.0, 3600.0, -3600.0)  # seconds that a host is ahead


class PassingClock(FakeClock):
    """A clock that goes on a bit each time that somebody looks at it."""

    def __call__(self) -> float:
        self.now += 0.003
        return self.now


class Table:
    """A chat where one plays, and what is stored of that."""

    def __init__(self, side: Any) -> None:
        self.side = side
        self.on_discord = isinstance(side, DiscordSide)
        self.place = side.channel if self.on_discord else side.group
        self.person = side.player("Ana").person

    async def asks(self, command: str, sentence: str, **options: str | int) -> None:
        """Use a command, and wait for an answer with a sentence in it."""
        told = len(self.side.told())
        if self.on_discord:
            await (await self.person.slash(self.place, command, **options)).response()
        else:
            await self.person.says(
                self.place, " ".join([f"/{command}", *map(str, options.values())])
            )
        await self.side.sim.until(
            lambda: any(sentence in each.text for each in self.side.told()[told:])
        )

    async def says(self, word: str, at: float | None = None) -> None:
        """Write a word, and wait until it is marked."""
        message = await self.person.says(self.place, word, at=at)
        await self.side.sim.until(lambda: message.reactions)

    def causes(self) -> list[str | None]:
        """Return why words were refused, None for those that were not, as they came."""
        rows = self.side.scene.rows("SELECT cause FROM plays ORDER BY round, number")
        return [cause for (cause,) in rows]
