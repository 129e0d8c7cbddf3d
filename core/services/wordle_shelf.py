"""The words and coaches of Wordle, each made once, off the event loop."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from core.latest import Latest
from core.lexicon import Lexicon
from core.services.locks import Locks
from core.services.workers import Workers
from core.wordle.coach import Coach
from core.wordle.words import WordleWords, wordle_words

T = TypeVar("T")

_KEPT = 24  # words and coaches: of each language the usual ones, 2 to 18 MB a pair


@dataclass(frozen=True, slots=True)
class WordleShelf:
    """Words and coaches by language, the latest used; `lexicon` opens a list by its name."""

    lexicon: Callable[[str], Lexicon]
    workers: Workers = field(default_factory=Workers)
    _kept: Latest[Hashable, object] = field(default_factory=lambda: Latest(_KEPT))
    _locks: Locks = field(default_factory=Locks)

    async def words(self, language: str, length: int) -> WordleWords:
        """Look up the words of a length; raises BadWordLength, UnknownLexicon."""

        def made() -> WordleWords:
            return wordle_words(self.lexicon(language), length)

        return await self._once((language, length), made)

    async def coach(self, language: str, length: int, *, hard: bool = False) -> Coach:
        """Hire the coach of these words; raises BadWordLength, UnknownLexicon."""
        words = await self.words(language, length)
        return await self._once((language, length, hard), partial(Coach, words, hard=hard))

    async def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        async with self._locks.of(key):
            if key not in self._kept:
                self._kept[key] = await self.workers.run(make)
            self._kept.move_to_end(key)
            found: T = self._kept[key]  # type: ignore[assignment]
            return found
