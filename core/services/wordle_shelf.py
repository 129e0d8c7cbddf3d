"""The words and coaches of Wordle, each made once, off the event loop."""

from asyncio import Lock, get_running_loop
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, TypeVar

from core.latest import Latest
from core.lexicon import Lexicon
from core.services.locks import Locks
from core.wordle.coach import Coach
from core.wordle.words import WordleWords, wordle_words

P = ParamSpec("P")
T = TypeVar("T")

_KEPT = 24  # words and coaches: of each language the usual ones, 2 to 18 MB a pair


@dataclass(frozen=True, slots=True)
class WordleShelf:
    """Words and coaches by language; `lexicon` opens a list by its name, in `executor`.

    None: in the event loop's threads. The latest used are kept.
    """

    lexicon: Callable[[str], Lexicon]
    executor: Executor | None = None
    _kept: Latest[Hashable, object] = field(default_factory=lambda: Latest(_KEPT))
    _locks: Locks = field(default_factory=Locks)
    _thinking: Lock = field(default_factory=Lock)

    async def think(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what slow `work` with words returns, done off the event loop.

        One work at a time: several would keep rounds from the interpreter.
        """
        call = partial(work, *args, **kwargs)
        async with self._thinking:
            return await get_running_loop().run_in_executor(self.executor, call)

    async def words(self, language: str, length: int) -> WordleWords:
        """Return the words of a length; raises BadWordLength, UnknownLexicon."""

        def made() -> WordleWords:
            return wordle_words(self.lexicon(language), length)

        return await self._once((language, length), made)

    async def coach(self, language: str, length: int, *, hard: bool = False) -> Coach:
        """Return who knows these words; raises BadWordLength, UnknownLexicon."""
        words = await self.words(language, length)
        return await self._once((language, length, hard), partial(Coach, words, hard=hard))

    async def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        async with self._locks.of(key):
            if key not in self._kept:
                self._kept[key] = await self.think(make)
            self._kept.move_to_end(key)
            found: T = self._kept[key]  # type: ignore[assignment]
            return found
