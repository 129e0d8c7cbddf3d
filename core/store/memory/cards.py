"""Cards of practised words over dicts."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.ids import PlayerRef
from core.practice.cards import Card
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryCards:
    """See core.ports.Cards."""

    tables: Tables

    async def put(self, player: PlayerRef, changed: Iterable[Card]) -> None:
        self.tables.player(player)
        for card in changed:
            self.tables.cards[player, card.language, card.word] = card

    async def of(self, player: PlayerRef, language: str | None = None) -> list[Card]:
        found = [
            card
            for (who, spoken, _), card in self.tables.cards.items()
            if who == player and language in (None, spoken)
        ]
        return sorted(found, key=lambda card: (card.language, card.word))
