"""Two platforms, each with services of its own, over one database, while a year goes by."""

from asyncio import gather
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from math import inf

import numpy as np

from core.daily.maker import make
from core.daily.order import Made, Order
from core.errors import SeizeError
from core.grid import Grid, adjacency
from core.ids import ChatRef, Member, PlayerRef, own_room
from core.lexicon import Lexicon
from core.optimizer.legs import Shelf
from core.ports import Store
from core.rounds.purpose import ForDaily
from core.services.calendar import Calendar, DailyNews, DayNews
from core.services.dailies import AlreadyPlayed, DailiesService
from core.services.daily_maker import DailyMaker
from core.services.days import Days
from core.services.dealer import Dealer
from core.services.links import LinkingService
from core.services.rounds import GRACE, RoundsService
from core.services.settings import SettingsService
from core.solver.solution import Solution
from tests.helpers.fakes import FakeClock
from tests.year.people import CHATS, PEOPLE, TWINS, Person

PLATFORMS = ("discord", "telegram")
LANGUAGES = ("fr", "en")
NIGHT = 2 * 3600.0


class NightFailed(SeizeError):
    """A night on which no search comes to an end."""

    def __init__(self) -> None:
        super().__init__("the machine was off")


@dataclass(frozen=True)
class Logged:
    """An attempt as somebody who looked on would have noted it: who, what, when, which words."""

    player: PlayerRef
    language: str
    number: int
    started_at: float
    words: frozenset[str]
    invented: frozenset[str]


@dataclass
class Platform:
    """The services of one platform, as long as its process lives."""

    rounds: RoundsService
    dailies: DailiesService
    calendar: Calendar
    days: Days


@dataclass
class World:
    """All that happens, and what was seen of it."""

    store: Store
    lexicon: Callable[[str], Lexicon]
    shelf: Shelf
    rng: np.random.Generator
    clock: FakeClock
    log: list[Logged] = field(default_factory=list)
    closed: Counter[int] = field(default_factory=Counter)
    told: list[tuple[ChatRef, str, int, float]] = field(default_factory=list)
    accepted: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    restarts: int = 0
    refused: int = 0
    made_at_once: int = 0
    due: float = 0.0
    failing: bool = False

    def __post_init__(self) -> None:
        self._seeds = count(1)
        self._messages = count(1)
        self.start()

    def start(self) -> None:
        """Build all services anew, as a process that starts does."""
        self.maker = DailyMaker(
            self.store, self.clock, LANGUAGES, self._make, self._make_now, lambda: next(self._seeds)
        )
        self.platforms = {name: self._platform(name) for name in PLATFORMS}

    async def restart(self) -> None:
        """Let the process die, and another one take up what it left."""
        self.restarts += 1
        self.start()
        for each in self.platforms.values():
            await each.rounds.resume()

    async def begin(self) -> None:
        """Let chats ask to be told, and people be seen in them."""
        settings = SettingsService(self.store, self.clock)
        host = Member(PlayerRef("discord", "host"), "host", admin=True)
        for chat in CHATS:
            texts = {"language": chat.language, "timezone": str(chat.zone), "daily": str(chat.hour)}
            for name, text in texts.items():
                await settings.change(chat.ref, host, name, text, self.clock())
        async with self.store.write() as work:
            for someone in PEOPLE:
                for chat in someone.chats:
                    await work.players.see(someone.member, chat.ref, self.clock())

    async def pass_to(self, until: float) -> None:
        """Let time go by, and do whatever is due meanwhile on both platforms at once."""
        while self.due <= until:
            self.clock.now = max(self.clock.now, self.due)
            await self.tick()
        self.clock.now = max(self.clock.now, until)

    async def tick(self) -> None:
        """Do what is due now; two processes try to close the same days."""
        closed = await gather(*(each.dailies.close_due() for each in self.platforms.values()))
        self.closed.update(puzzle.id for puzzles in closed for puzzle in puzzles)
        for each in self.platforms.values():
            await each.days.tick()
        self.due = await self.platforms["discord"].calendar.next()

    async def night(self) -> None:
        """Make the puzzles of the days ahead."""
        await self.maker.make_missing()

    async def plays(self, someone: Person, language: str) -> None:
        """Let somebody play today's puzzle, now, as if nothing else happened for two minutes."""
        here = self.platforms[someone.ref.platform]
        puzzle = await here.dailies.today(language)
        try:
            news = await here.dailies.open(puzzle, someone.member)
        except AlreadyPlayed:
            self.refused += 1
            return
        assert news.record.purpose == ForDaily(puzzle.id, ranked=True)
        started = news.record.starts_at
        solution = await here.dailies.solution(puzzle)
        texts = self._words(someone, solution)
        dies = int(self.rng.integers(1, len(texts) + 1)) if self.rng.random() < 0.02 else 0
        for place, text in enumerate(texts, 1):
            self.clock.forward(float(self.rng.integers(3, 15)))
            await self._send(someone, text)
            if place == dies:
                await self.restart()
        self.clock.now = news.record.deadline + GRACE + (GRACE if dies else 0)
        finished = await self.platforms[someone.ref.platform].rounds.tick()
        assert [each.record.id for each in finished] == [news.record.id]
        await self.platforms[someone.ref.platform].rounds.announced(news.record.id)
        await self.pass_to(self.clock.now)  # what fell due in those two minutes
        words = frozenset(text for text in texts if solution.get(text))
        invented = frozenset(texts) - words
        self.log.append(Logged(someone.ref, language, puzzle.number, started, words, invented))

    async def accept(self, language: str, number: int) -> None:
        """Let a word count afterwards that somebody invented on that day's grid."""
        invented = [
            each.invented for each in self.log if (each.language, each.number) == (language, number)
        ]
        words = sorted(set().union(*invented))
        if words:
            here = self.platforms["discord"].dailies
            puzzle = await here.numbered(language, number)
            gained = await here.accept(puzzle, words[0])
            assert len(gained) == sum(words[0] in each for each in invented)
            self.accepted.setdefault((language, number), set()).add(words[0])

    async def link(self) -> None:
        """Let the two accounts of one human become one player."""
        one, other = TWINS
        codes = LinkingService(self.store, self.clock, lambda: "ABCDEFGH")
        await codes.offer(one.member)
        assert len(await codes.take(other.member, "abcd-efgh")) == 2

    def _platform(self, name: str) -> Platform:
        dealer = Dealer(self.lexicon, count(1))
        rounds = RoundsService(self.store, dealer, self.clock, {name})
        dailies = DailiesService(self.store, self.clock, self.maker, rounds, dealer)
        calendar = Calendar(self.store, self.clock, dailies, rounds.served)
        return Platform(rounds, dailies, calendar, Days(calendar, self._tell, self.clock))

    async def _tell(self, news: DailyNews) -> None:
        assert isinstance(news, DayNews)
        over = news.over
        assert over.closed_at is not None
        self.told.append((news.room.chat, over.language, over.number, self.clock()))

    async def _make(self, order: Order) -> Made:
        if self.failing:
            raise NightFailed
        return make(replace(order, runs=1, seconds=inf), self.shelf, self.clock)

    async def _make_now(self, order: Order) -> Made:
        self.made_at_once += 1
        return make(replace(order, runs=1, seconds=inf), self.shelf, self.clock)

    async def _send(self, someone: Person, text: str) -> None:
        here, room = self.platforms[someone.ref.platform].rounds, own_room(someone.ref)
        message = f"m{next(self._messages)}"
        for _ in range(2 if self.rng.random() < 0.05 else 1):  # delivered again, perhaps
            play = await here.submit(room, someone.member, text, self.clock(), message)
            assert play is not None

    def _words(self, someone: Person, solution: Solution) -> list[str]:
        """Return words of the grid, and now and then one that is in no dictionary."""
        many = int(self.rng.integers(1, 2 * someone.words))
        chosen = self.rng.choice(len(solution), size=min(many, len(solution)), replace=False)
        texts = [solution.words[place].word for place in chosen]
        if self.rng.random() < 0.3:
            texts.append(invented_on(solution))
        return texts


def invented_on(solution: Solution) -> str:
    """Return the first path of five tiles that spells no word."""
    grid = solution.grid
    touching = adjacency(grid.rows, grid.cols)
    paths: list[tuple[int, ...]] = [(cell,) for cell in range(len(grid.tiles))]
    while paths:
        path = paths.pop(0)
        if len(path) == 5 and not solution.get(grid.spell(path)):
            return grid.spell(path)
        if len(path) < 5:
            paths[:0] = [(*path, cell) for cell in touching[path[-1]] if cell not in path]
    raise AssertionError(grid)


def distance(one: Grid, other: Grid) -> int:
    """Return in how many tiles two grids differ, however they are turned."""
    letters = [tile.letters for tile in other.tiles]
    return min(
        sum(tile.letters != letter for tile, letter in zip(turned.tiles, letters, strict=True))
        for turned in one.symmetries()
    )
