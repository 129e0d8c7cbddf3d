"""Ratings, as they are looked at."""

from dataclasses import dataclass

from core.ids import ChatRef, PlayerRef
from core.ports import Store
from core.ratings import Rating, RatingBoard


@dataclass(frozen=True, slots=True)
class RatingsService:
    """The ratings of a store."""

    store: Store

    async def of(self, player: PlayerRef, language: str) -> Rating | None:
        """Return the rating of a player, by whichever account; None before the first game."""
        async with self.store.read() as work:
            accounts = await work.links.accounts(player)
            ratings = await work.ratings.by(accounts[0])
        return ratings.get(language)

    async def board(
        self, chat: ChatRef | None, language: str, viewer: PlayerRef, limit: int = 10
    ) -> RatingBoard:
        """Return who leads in a chat or (None) the world, of those whose rating is sure."""
        async with self.store.read() as work:
            lines = await work.ratings.top(chat, language, limit)
        return RatingBoard(language, tuple(lines), await self.of(viewer, language))
