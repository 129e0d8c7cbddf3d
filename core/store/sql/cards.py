"""Cards of practised words over SQL."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import PlayerRef
from core.practice.cards import Card
from core.store.sql.keys import find_key, player_key, upsert
from core.store.sql.tables import cards, players

_KEY = ("player", "language", "word")


@dataclass(frozen=True, slots=True)
class SqlCards:
    """See core.ports.Cards."""

    connection: AsyncConnection

    async def put(self, player: PlayerRef, changed: Iterable[Card]) -> None:
        key = await player_key(self.connection, player)
        for card in changed:
            values = asdict(card) | {"player": key}
            said = upsert(self.connection, cards).values(**values)
            changes = {name: value for name, value in values.items() if name not in _KEY}
            await self.connection.execute(
                said.on_conflict_do_update(index_elements=_KEY, set_=changes)
            )

    async def of(self, player: PlayerRef, language: str | None = None) -> list[Card]:
        key = await find_key(self.connection, players, player)
        columns = [column for column in cards.c if column.name != "player"]
        query = select(*columns).where(cards.c.player == key)
        if language is not None:
            query = query.where(cards.c.language == language)
        rows = await self.connection.execute(query)
        found = [Card(**row) for row in rows.mappings()]
        return sorted(found, key=lambda card: (card.language, card.word))
