"""Duels over dicts."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from core.duels.duel import REMINDED, Duel
from core.duels.news import DuelNews
from core.ids import PlayerRef
from core.ports import Conflict
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryDuels:
    """See core.ports.Duels."""

    tables: Tables

    async def add(self, duel: Duel) -> int:
        for player in duel.players:
            if player:
                self.tables.player(player)
        if await self.coded(duel.code):
            raise Conflict(f"there is a duel {duel.code}")
        key = len(self.tables.duels) + 1
        self.tables.duels[key] = replace(duel, id=key)
        return key

    async def put(self, duel: Duel) -> None:
        if duel.opponent:
            self.tables.player(duel.opponent)
        self.tables.duels[duel.id] = duel

    async def get(self, duel_id: int) -> Duel | None:
        return self.tables.duels.get(duel_id)

    async def coded(self, code: str) -> Duel | None:
        return next((each for each in self.tables.duels.values() if each.code == code), None)

    async def open_of(self, players: Collection[PlayerRef]) -> list[Duel]:
        return [
            each
            for each in self.tables.duels.values()
            if not each.is_over and not {*players}.isdisjoint(each.players)
        ]

    async def last_of(self, players: Collection[PlayerRef], limit: int) -> list[Duel]:
        those = [
            each
            for each in self.tables.duels.values()
            if each.is_over and not {*players}.isdisjoint(each.players)
        ]
        return sorted(those, key=lambda each: each.id, reverse=True)[:limit]

    async def due(self, at: float) -> list[Duel]:
        return [
            each
            for each in self.tables.duels.values()
            if not each.is_over
            and (
                each.expires_at <= at
                or (each.reminded_at is None and each.expires_at - REMINDED <= at)
            )
        ]

    async def tell(self, duel_id: int, news: Iterable[DuelNews]) -> None:
        for each in news:
            key = len(self.tables.duel_news) + 1
            self.tables.duel_news[key] = duel_id, replace(each, id=key), None

    async def untold(self, platforms: Collection[str]) -> list[tuple[Duel, DuelNews]]:
        found = []
        for duel_id, news, told_at in self.tables.duel_news.values():
            duel = self.tables.duels[duel_id]
            player = duel.player(news.side)
            if told_at is None and player and player.platform in platforms:
                found.append((duel, news))
        return found

    async def mark_told(self, news_id: int, at: float) -> None:
        duel_id, news, _ = self.tables.duel_news[news_id]
        self.tables.duel_news[news_id] = duel_id, news, at

    async def block(self, player: PlayerRef, other: PlayerRef) -> None:
        for each in (player, other):
            self.tables.player(each)
        _put(self.tables, player, other, self.tables.accounts(other))

    async def unblock(self, player: PlayerRef, other: PlayerRef) -> None:
        those = self._blocks(player, other)
        self.tables.blocks = {
            (who, account): said_of
            for (who, account), said_of in self.tables.blocks.items()
            if (who, said_of) not in those
        }

    async def has_blocked(self, player: PlayerRef, other: PlayerRef) -> bool:
        return bool(self._blocks(player, other))

    async def blocked_by(self, player: PlayerRef) -> list[PlayerRef]:
        return [*dict.fromkeys(of for (who, _), of in self.tables.blocks.items() if who == player)]

    def _blocks(self, player: PlayerRef, other: PlayerRef) -> set[tuple[PlayerRef, PlayerRef]]:
        """Return who, of a player's accounts, blocked another, and of which account they said it.

        A forgotten account is known by its number, one that came back by what it was and is.
        """
        mine = self.tables.accounts(player)
        theirs = self.tables.accounts(other) or [other]
        return {
            (who, said_of)
            for (who, account), said_of in self.tables.blocks.items()
            if who in mine and (account in theirs or said_of in theirs)
        }


def share_blocks(tables: Tables, accounts: Collection[PlayerRef]) -> None:
    """Let accounts that are one player from now on be blocked by whoever blocked any of them."""
    for (who, account), said_of in [*tables.blocks.items()]:
        if account in accounts:
            _put(tables, who, said_of, accounts)


def _put(
    tables: Tables, player: PlayerRef, said_of: PlayerRef, accounts: Iterable[PlayerRef]
) -> None:
    for each in accounts:
        tables.blocks.setdefault((player, each), said_of)


def forget(tables: Tables, ref: PlayerRef, anonymous: PlayerRef) -> None:
    """Let the duels of a forgotten player bear their number, and drop whom they blocked.

    Who blocked them has blocked them still, should they come back.
    """

    def renamed(other: PlayerRef | None) -> PlayerRef | None:
        return anonymous if other == ref else other

    tables.duels = {
        key: replace(
            duel,
            challenger=renamed(duel.challenger) or duel.challenger,
            opponent=renamed(duel.opponent),
        )
        for key, duel in tables.duels.items()
    }
    tables.blocks = {
        (who, account): renamed(said_of) or said_of
        for (who, account), said_of in tables.blocks.items()
        if who != ref
    }
