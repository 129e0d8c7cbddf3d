"""The names of players, as last seen: in memory, else from the store."""

from collections.abc import Awaitable, Callable, Iterable, Mapping

from core.ids import Member, PlayerRef
from core.latest import Latest

MOST = 10_000  # players whose names are kept in memory

Load = Callable[[Iterable[PlayerRef]], Awaitable[Mapping[PlayerRef, str]]]


class Names:
    """Names of players; `load` reads those of earlier processes, without who was forgotten."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._known: Latest[PlayerRef, str] = Latest(MOST)

    def see(self, member: Member) -> None:
        """Keep what a member is called now."""
        if member.name:
            self._known[member.ref] = member.name

    def forget(self, player: PlayerRef) -> None:
        """Keep nothing of a player."""
        self._known.pop(player, None)

    def get(self, player: PlayerRef) -> str:
        """Return a name that is in memory, "" for none."""
        return self._known.get(player, "")

    async def load(self, players: Iterable[PlayerRef]) -> None:
        """Bring the names of players into memory."""
        unknown = [player for player in players if player not in self._known]
        if unknown:
            self._known.update(await self._load(unknown))
