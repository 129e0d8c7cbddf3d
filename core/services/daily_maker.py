"""The night's work: the puzzles of the days ahead, and one at once where it failed."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from core.daily.known import known_grids
from core.daily.order import Made, Order
from core.daily.puzzle import Puzzle, day_of
from core.daily.recipe import YEAR, Recipe
from core.errors import SeizeError, translatable
from core.lexicon.catalogue import listing
from core.lexicon.house import HouseWords
from core.ports import Clock, Conflict, Store
from core.rounds.record import PinnedLexicon
from core.services.locks import Locks
from core.services.refusals import NoDaily

AHEAD = 3  # days for which puzzles are ready, besides today's
AT_ONCE, RUNS, TRIES = 1.5, 3, 4  # seconds and runs for a puzzle that somebody waits for

logger = logging.getLogger(__name__)

Make = Callable[[Order], Awaitable[Made]]
"""Makes a puzzle, and takes as long as the order says, or twice that; raises SeizeError."""


async def _nothing_lacks() -> None:
    pass


@dataclass(frozen=True, slots=True)
class DailyMaker:
    """Makes the dailies of `languages`.

    `make` searches in the background, `make_now` while somebody waits, once what it needs is
    `prepared`; `seeds` returns what nobody can guess, 0 to 2**63 - 1; each search may take
    `seconds`. `known` returns grids that everybody may have seen.
    """

    store: Store
    clock: Clock
    languages: Sequence[str]
    make: Make
    make_now: Make
    seeds: Callable[[], int]
    prepared: Callable[[], Awaitable[None]] = _nothing_lacks
    known: Callable[[], tuple[str, ...]] = known_grids
    seconds: float = 60.0
    ahead: int = AHEAD
    _locks: Locks = field(default_factory=Locks)

    async def puzzle_on(self, language: str, day: date) -> Puzzle:
        """Return the puzzle of a day, today or before; today's is made at once if it is not there.

        Raises NoDaily for a language that there are none in, and what making raises.
        """
        if language not in self.languages:
            raise NoDaily.language(language, self.languages)
        async with self.store.read() as work:
            puzzle = await work.puzzles.on(language, day)
        if puzzle is None and day != day_of(self.clock()):
            raise NoDaily(translatable("there was no daily on {day}"), day=day.isoformat())
        return puzzle or await self._made_at_once(language, day)

    async def make_missing(self) -> list[Puzzle]:
        """Make what is missing of today and the days ahead, the earliest first.

        Puzzles of days ahead that an earlier version made, without regard to known grids, are
        made anew. What is made is stored at once: a process that is killed loses no more than the
        search under way. Where one fails, the days after it wait for another night, so that numbers
        stay in order. Return what was made.
        """
        made: list[Puzzle] = []
        today = day_of(self.clock())
        failed: set[str] = set()
        for day in (today + timedelta(days=number) for number in range(self.ahead + 1)):
            for language in self.languages:
                if language in failed:
                    continue
                try:
                    made += await self._if_missing(language, day)
                except Exception as error:
                    failed.add(language)
                    surprise = not isinstance(error, SeizeError)
                    facts = {"language": language, "day": str(day), "reason": str(error)}
                    logger.warning("daily not made", extra=facts, exc_info=surprise)
        return made

    async def missing(self) -> bool:
        """Return whether a puzzle of today or the days ahead is not there."""
        return await self.ready() < (self.ahead + 1) * len(self.languages)

    async def ready(self) -> int:
        """Return how many puzzles of today and the days ahead are there."""
        today = day_of(self.clock())
        async with self.store.read() as work:
            puzzles = await work.puzzles.since(today)
        return sum(
            each.language in self.languages
            and (each.day - today).days <= self.ahead
            and not self._is_old(each)
            for each in puzzles
        )

    async def _made_at_once(self, language: str, day: date) -> Puzzle:
        """Make a puzzle, with other seeds where a short search comes to nothing good enough."""
        await self.prepared()  # before the lock: each requester waits, and is told so
        for _ in range(TRIES - 1):
            try:
                return await self._made(language, day, self.make_now, AT_ONCE, runs=RUNS)
            except NoDaily:  # no other seed makes a difference
                raise
            except SeizeError as error:
                logger.warning("daily not made", extra={"language": language, "reason": str(error)})
        return await self._made(language, day, self.make_now, AT_ONCE, runs=RUNS)

    async def _if_missing(self, language: str, day: date) -> list[Puzzle]:
        async with self.store.read() as work:
            puzzle = await work.puzzles.on(language, day)
        if puzzle and not self._is_old(puzzle):
            return []
        return [await self._made(language, day, self.make, self.seconds, runs=0)]

    async def _made(
        self, language: str, day: date, make: Make, seconds: float, *, runs: int
    ) -> Puzzle:
        async with self._locks.of((language, make is self.make)):
            order = await self._order(language, day, seconds, runs)
            if isinstance(order, Puzzle):
                return order
            logger.info("making a daily", extra=_facts(order))
            made = await make(order)
            try:
                puzzle = await self._keep(order, made)
            except Conflict:  # somebody waited for it, or another process made it
                async with self.store.read() as work:
                    other = await work.puzzles.on(language, day)
                if other is None:
                    raise
                return other
            logger.info(
                "daily made",
                extra=_facts(order)
                | {"words": made.words, "grids": made.evaluations, "seconds": made.seconds},
            )
            return puzzle

    async def _order(self, language: str, day: date, seconds: float, runs: int) -> Order | Puzzle:
        """Return the order for a puzzle, or the puzzle if it is there by now."""
        async with self.store.read() as work:
            puzzle = await work.puzzles.on(language, day)
            if puzzle and not self._is_old(puzzle):
                return puzzle
            last = await work.puzzles.last(language)
            number = puzzle.number if puzzle else last.number + 1 if last else 1
            if last and last.day > day and not puzzle:
                raise NoDaily.ahead(last.number, last.day)
            before = await work.puzzles.before(language, number, YEAR)
        return Order(
            number=number,
            day=day,
            language=language,
            lexicon=language,
            earlier=tuple(str(each.grid) for each in before),
            used_words=frozenset(_hidden_words(before)),
            known=self.known(),
            seed=self.seeds(),
            seconds=seconds,
            runs=runs,
        )

    async def _keep(self, order: Order, made: Made) -> Puzzle:
        listed = listing(order.lexicon)
        puzzle = Puzzle(
            language=order.language,
            number=order.number,
            day=order.day,
            theme=made.recipe.theme,
            grid=made.grid,
            lexicon=PinnedLexicon(listed.name, listed.language, made.recipe.digest, HouseWords()),
            words=made.words,
            points=made.points,
            common=made.common,
            difficulty=made.difficulty,
            recipe=made.recipe.to_json(),
            seal=made.recipe.seal,
            made_at=self.clock(),
        )
        async with self.store.write() as work:
            old = await work.puzzles.on(order.language, order.day)
            if old is None or not self._is_old(old):
                return replace(puzzle, id=await work.puzzles.add(puzzle))
            puzzle = replace(puzzle, id=old.id)
            await work.puzzles.remake(puzzle)
            return puzzle

    def _is_old(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle of a day ahead is one that was made without the known grids."""
        if puzzle.day <= day_of(self.clock()):
            return False
        try:
            return not Recipe.from_json(puzzle.recipe).apart
        except SeizeError:  # to be found by whoever verifies it
            return False


def _hidden_words(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    for puzzle in puzzles:
        with suppress(SeizeError):  # a recipe that was damaged is no reason for no more dailies
            yield Recipe.from_json(puzzle.recipe).word


def _facts(order: Order) -> dict[str, object]:
    return {"language": order.language, "daily": order.number, "day": str(order.day)}
