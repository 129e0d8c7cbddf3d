"""Ratings over dicts."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.chats.players import FORGOTTEN
from core.ids import ChatRef, PlayerRef
from core.limits import midnight, monday, pair_limit
from core.ratings import KEPT, Rating, RatingLine
from core.store.memory.limits import count, drop, put
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryRatings:
    """See core.ports.Ratings."""

    tables: Tables

    async def of(self, player: PlayerRef, language: str) -> Rating:
        both = self.tables.ratings.get((player, language)), self._forgotten(player, language)
        return max(filter(None, both), key=lambda rating: rating.games, default=Rating())

    async def by(self, player: PlayerRef) -> dict[str, Rating]:
        rows = sorted(self.tables.ratings.items(), key=lambda row: row[0][1])
        return {language: rating for (who, language), rating in rows if who == player}

    async def put(self, player: PlayerRef, language: str, rating: Rating) -> None:
        self.tables.player(player)
        self.tables.ratings[player, language] = rating
        for each in self.tables.accounts(player):
            self.tables.forgotten_ratings.pop((each, language), None)

    async def meet(self, one: PlayerRef, other: PlayerRef, language: str, week: str) -> int:
        limit, accounts = pair_limit(language, week), self.tables.accounts
        pairs = [(each, its) for each in accounts(one) for its in accounts(other)]
        met = 1 + count(self.tables, limit.name, pairs)
        drop(self.tables, midnight(monday(week)))
        put(self.tables, limit, pairs, met)
        return met

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

    def _forgotten(self, player: PlayerRef, language: str) -> Rating | None:
        """Return the rating that an account had before it was forgotten, of several the surest."""
        kept = self.tables.forgotten_ratings
        theirs = [(each, language) for each in self.tables.accounts(player) or [player]]
        found = [kept[key][0] for key in theirs if key in kept]
        return max(found, key=lambda each: each.games, default=None)


def forget(tables: Tables, ref: PlayerRef, at: float) -> None:
    """Keep the ratings of an account apart from it, for a year."""
    mine = {key: (each, at + KEPT) for key, each in tables.ratings.items() if key[0] == ref}
    tables.forgotten_ratings |= mine
    tables.ratings = {key: each for key, each in tables.ratings.items() if key[0] != ref}


def merge(tables: Tables, person: PlayerRef, others: Iterable[PlayerRef]) -> None:
    """Keep of players' ratings that of most games, of each language, as those of the first."""
    theirs = {person, *others}
    rows = [(key, each) for key, each in tables.ratings.items() if key[0] in theirs]
    tables.ratings = {key: each for key, each in tables.ratings.items() if key[0] not in theirs}
    for (_, language), rating in sorted(rows, key=lambda row: row[1].games):
        tables.ratings[person, language] = rating


def copy(tables: Tables, source: PlayerRef, target: PlayerRef) -> None:
    """Copy the ratings of a player to one who parts from them."""
    for (who, language), rating in list(tables.ratings.items()):
        if who == source:
            tables.ratings[target, language] = rating
