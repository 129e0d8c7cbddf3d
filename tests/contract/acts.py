"""Acts of players on their own data, as steps of the tests that both stores agree."""

from dataclasses import dataclass

from core.chats.players import Visibility
from core.ids import PlayerRef
from core.ports import UnitOfWork


@dataclass(frozen=True)
class Join:
    account: PlayerRef
    other: PlayerRef

    async def on(self, work: UnitOfWork) -> object:
        return await work.links.join(self.account, self.other)


@dataclass(frozen=True)
class Part:
    account: PlayerRef

    async def on(self, work: UnitOfWork) -> object:
        return await work.links.part(self.account)


@dataclass(frozen=True)
class Show:
    player: PlayerRef
    visibility: Visibility

    async def on(self, work: UnitOfWork) -> object:
        await work.players.set_visibility(self.player, self.visibility)
        return None


@dataclass(frozen=True)
class Forget:
    player: PlayerRef

    async def on(self, work: UnitOfWork) -> object:
        return await work.players.forget(self.player, 1.0)
