"""Ratings over dicts."""

from dataclasses import dataclass

from core.chats.players import FORGOTTEN
from core.ids import ChatRef, PlayerRef
from core.ratings import Rating, RatingLine
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryRatings:
    """See core.ports.Ratings."""

    tables: Tables

    async def of(self, player: PlayerRef, language: str) -> Rating:
        return self.tables.ratings.get((player, language), Rating())

    async def by(self, player: PlayerRef) -> dict[str, Rating]:
        rows = sorted(self.tables.ratings.items(), key=lambda row: row[0][1])
        return {language: rating for (who, language), rating in rows if who == player}

    async def put(self, player: PlayerRef, language: str, rating: Rating) -> None:
        self.tables.player(player)
        self.tables.ratings[player, language] = rating

    async def meet(self, one: PlayerRef, other: PlayerRef, language: str, week: str) -> int:
        first, second = sorted(map(self.tables.player, (one, other)), key=lambda p: str(p.ref))
        key = first.ref, second.ref, language, week
        self.tables.meetings[key] = self.tables.meetings.get(key, 0) + 1
        return self.tables.meetings[key]

    async def top(self, chat: ChatRef | None, language: str, limit: int) -> list[RatingLine]:
        found = []
        for (player, spoken), rating in self.tables.ratings.items():
            known = self.tables.players[player]
            there = chat is None or any(
                (each, chat) in self.tables.memberships for each in self.tables.accounts(player)
            )
            shown = known.visibility.shows(worldwide=chat is None)
            sure = not rating.is_provisional and player.platform != FORGOTTEN
            if spoken == language and there and shown and sure:
                account = self.tables.known_as(player, chat)
                found.append(RatingLine(account, self.tables.players[account].name, rating))
        numbers = self.tables.numbers
        found.sort(key=lambda line: (-line.rating.value, numbers[self.tables.person(line.player)]))
        return found[:limit]


def forget(tables: Tables, ref: PlayerRef, anonymous: PlayerRef) -> None:
    """Drop the ratings of a forgotten player, and whom they met."""
    gone = (ref, anonymous)
    tables.ratings = {key: each for key, each in tables.ratings.items() if key[0] not in gone}
    tables.meetings = {
        key: each for key, each in tables.meetings.items() if not {*gone} & {key[0], key[1]}
    }
