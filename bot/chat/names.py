"""What players are called, by the name last seen: in memory, else from the store."""

from collections.abc import Awaitable, Callable, Iterable, Mapping

from core.ids import Member, PlayerRef

MOST = 10_000  # players whose names are kept in memory

Load = Callable[[Iterable[PlayerRef]], Awaitable[Mapping[PlayerRef, str]]]


class Names:
    """Names of players; `load` reads those of earlier processes, without who was forgotten."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._known: dict[PlayerRef, str] = {}

    def see(self, member: Member) -> None:
        """Keep what a member is called now."""
        if member.name:
            self._keep(member.ref, member.name)

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
            for player, name in (await self._load(unknown)).items():
                self._keep(player, name)

    def _keep(self, player: PlayerRef, name: str) -> None:
        self._known.pop(player, None)
        self._known[player] = name
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]
