"""What a Wordle at a terminal is played with."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from bot.console_app.play.seat import Seat
from core.chats.settings import Palette
from core.ids import Member
from core.lexicon import Lexicon
from core.ports import Store
from core.services.wordle_shelf import WordleShelf
from core.services.wordles import WordlesService
from core.wordle.game import CLASSIC
from core.wordle.record import WordleRecord


@dataclass(frozen=True, slots=True)
class Look:
    """How a game is shown: `plain` for screen readers, `count` with how many words still fit."""

    palette: Palette = Palette.CLASSIC
    plain: bool = False
    count: bool = False


@dataclass(frozen=True, slots=True)
class WordleTable:
    """One player's seat, how games look there, and who keeps them."""

    seat: Seat
    look: Look
    shelf: WordleShelf
    wordles: WordlesService

    @classmethod
    def at(
        cls, store: Store, lexicon: Callable[[str], Lexicon], seat: Seat, look: Look
    ) -> "WordleTable":
        """Return a table where games of the words of `lexicon` are kept in a store."""
        shelf = WordleShelf(lexicon)
        wordles = WordlesService(store, seat.clock, shelf.words, secrets.randbelow)
        return cls(seat, look, shelf, wordles)

    @property
    def you(self) -> Member:
        """Return who plays."""
        return Member(self.seat.player, self.seat.player.id)

    async def begin(
        self, language: str, length: int, *, free: bool = False, hard: bool = False
    ) -> WordleRecord:
        """Return today's game or, if it is to be free or of another length, one at a random word.

        Raises LateForHard for a game in the middle that is not in hard mode.
        """
        if free or length != CLASSIC:
            return await self.wordles.free(self.you, language, length, hard=hard)
        return await self.wordles.daily(self.you, language, hard=hard)
