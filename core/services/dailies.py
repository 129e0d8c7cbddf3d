"""The dailies, as they are played and looked at."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from core.daily.copies import Copy, Hand, copies
from core.daily.missed import while_open
from core.daily.pace import Manner
from core.daily.proof_file import ProofFile, proof_of
from core.daily.puzzle import (
    Attempt,
    DailyLine,
    Gained,
    Puzzle,
    day_of,
)
from core.daily.recipe import YEAR
from core.daily.streaks import Streak, streak
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member, PlayerRef
from core.latest import Latest
from core.lexicon.catalogue import UnknownLexicon
from core.lexicon.house import HouseWords
from core.lexicon.unfit import unfit
from core.lexicon.wordlist import BadWordList
from core.limits import daily_limit
from core.ports import Clock, Conflict, Store, UnitOfWork
from core.rounds.lessons import Lessons
from core.rounds.purpose import ForDaily
from core.rounds.result import fit_words
from core.services.daily_maker import DailyMaker
from core.services.dealer import Dealer, Dealt
from core.services.leaderboards import DailyBoard, leaderboard
from core.services.news import RoundNews
from core.services.refusals import NoDaily, NotOver, NotProvable, TooEarly
from core.services.rounds import RoundsService
from core.solver.solution import FoundWord, Solution
from core.standings import Board, Period

COMPARED = 100  # players of a day whose words are compared with one another
_MAX_NUMBER = 2**31
_SOLUTIONS = 16  # kept in memory: those of today and yesterday


class AlreadyPlayed(SeizeError):
    """Raised when a player tries a second ranked attempt."""

    template = translatable(
        "you have played the daily {number}; when its day is over, you may play it again for fun"
    )


class NotOnGrid(SeizeError):
    """Raised when a word to be accepted is not on the grid of a daily, or counts already."""

    template = translatable("{word!r} counts for the daily {number} already, or is not on its grid")


@dataclass(frozen=True, slots=True)
class DailyPage:
    """The page of a puzzle, before and after a player plays it.

    `attempt` is theirs, None if they have not begun. `spent`: they had it while the day was open,
    and it was forgotten since, or stayed with an account that they parted from: what they play is
    for fun. `players` have finished it. `seal` is
    that of the next day's puzzle, "" if that is not made.
    """

    puzzle: Puzzle
    attempt: Attempt | None
    spent: bool
    streak: Streak
    players: int
    seal: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attempt: its place of `players`, and how many found its rarest word.

    `rarest` is "" if it found none; `words` are those that it found, in their order, `lessons`
    what it may be told of the others.
    """

    attempt: Attempt
    place: int
    players: int
    rarest: str
    finders: int
    words: tuple[FoundWord, ...]
    lessons: Lessons
    streak: Streak


@dataclass(frozen=True, slots=True)
class Mechanical:
    """An attempt that looks like a program's, and the manner that it does so by."""

    hand: Hand
    manner: Manner


@dataclass(frozen=True, slots=True)
class Watched:
    """The attempts at a daily that moderators are told of.

    Whose words came faster than anybody reads, who repeats another's words in their order, and who
    finds words as a program does. Nobody is punished for any of it.
    """

    hurried: Sequence[DailyLine] = ()
    copied: Sequence[Copy] = ()
    mechanical: Sequence[Mechanical] = ()


@dataclass(slots=True)
class DailiesService:
    """The dailies of all players; attempts are rounds of `rounds`, which has one platform."""

    store: Store
    clock: Clock
    maker: DailyMaker
    rounds: RoundsService
    dealer: Dealer
    _solutions: Latest[tuple[int, str], Solution] = field(
        default_factory=lambda: Latest(_SOLUTIONS), init=False
    )

    async def today(self, language: str) -> Puzzle:
        """Return the puzzle that is open; there always is one. Raises NoDaily."""
        return await self.maker.puzzle_on(language, day_of(self.clock()))

    async def yesterday(self, language: str) -> Puzzle:
        """Return the last puzzle whose day is over; raises NoDaily."""
        today = await self.today(language)
        if today.number == 1:
            raise NoDaily.yesterday()
        return await self.numbered(language, today.number - 1)

    async def numbered(self, language: str, number: int) -> Puzzle:
        """Return the puzzle of a number, whose day has come; raises NoDaily."""
        today = await self.today(language)
        async with self.store.read() as work:
            known = 0 < number < _MAX_NUMBER
            puzzle = await work.puzzles.numbered(language, number) if known else None
        if puzzle is None:
            raise NoDaily.number(number, today.number)
        if puzzle.day > today.day:
            raise NoDaily.ahead(number, puzzle.day)
        return puzzle

    async def by_id(self, puzzle_id: int) -> Puzzle:
        """Return the puzzle that a round is of; raises NoDaily."""
        async with self.store.read() as work:
            puzzle = await work.puzzles.get(puzzle_id)
        if puzzle is None:
            raise NoDaily.number(0, 0)
        return puzzle

    async def seen(self, member: Member, chat: ChatRef) -> None:
        """Keep that a player is in a chat: on its leaderboards they are one of those who play."""
        async with self.store.write() as work:
            await work.players.see(member, chat, self.clock())

    async def is_in(self, player: PlayerRef, chat: ChatRef) -> bool:
        """Return whether a player was seen in a chat, by this account."""
        async with self.store.read() as work:
            return chat in await work.players.memberships(player)

    async def page(self, puzzle: Puzzle, player: PlayerRef) -> DailyPage:
        """Return the page that a player sees of a puzzle."""
        async with self.store.read() as work:
            following = await work.puzzles.on(puzzle.language, puzzle.day + timedelta(days=1))
            return DailyPage(
                puzzle=puzzle,
                attempt=await work.attempts.of(puzzle.id, player),
                spent=await _is_spent(work, puzzle, player),
                streak=await self._streak(work, puzzle.language, player),
                players=await work.attempts.players(puzzle.id),
                seal=following.seal if following else "",
            )

    async def open(self, puzzle: Puzzle, by: Member) -> RoundNews:
        """Begin an attempt now: the ranked one while the puzzle is open, one for fun afterwards.

        It is for fun at once where the ranked one is spent: see DailyPage. Raises AlreadyPlayed,
        NoDaily, TooEarly, RoundActive, and what dealing raises.
        """
        now = self.clock()
        if now < puzzle.opens_at:
            raise NoDaily.ahead(puzzle.number, puzzle.day)
        ranked = puzzle.is_open(now)
        if ranked and await self.attempt(puzzle, by.ref):
            raise AlreadyPlayed(number=puzzle.number)
        if not (ranked or puzzle.is_over(now)):
            raise TooEarly(
                translatable("the daily {number} is just being closed: try again in some minutes"),
                number=puzzle.number,
            )
        ranked = ranked and not await self.is_spent(puzzle, by.ref)

        async def deal() -> Dealt:
            house = puzzle.lexicon.house
            return await self.dealer.deal(puzzle.terms, house, (), puzzle.grid)

        try:
            return await self.rounds.start_own(
                by,
                puzzle.terms,
                ForDaily(puzzle.id, ranked),
                deal,
                day=puzzle.day,
                holds=(puzzle.words, puzzle.points),
            )
        except Conflict:
            if ranked:
                raise AlreadyPlayed(number=puzzle.number) from None
            raise

    async def is_spent(self, puzzle: Puzzle, player: PlayerRef) -> bool:
        """Return whether a player had a ranked attempt that is not theirs any more: see DailyPage.

        Always False once the day was closed.
        """
        async with self.store.read() as work:
            return await _is_spent(work, puzzle, player)

    async def attempt(self, puzzle: Puzzle, player: PlayerRef) -> Attempt | None:
        """Return the ranked attempt of a player, by whichever account."""
        async with self.store.read() as work:
            return await work.attempts.of(puzzle.id, player)

    async def outcome(self, puzzle: Puzzle, player: PlayerRef) -> Outcome | None:
        """Return how the finished ranked attempt of a player went, None if there is none."""
        async with self.store.read() as work:
            attempt = await work.attempts.of(puzzle.id, player)
            if attempt is None or attempt.finished_at is None:
                return None
            plays = await work.plays.of(attempt.round_id)
            found = [play.verdict.found for play in plays if play.verdict.found]
            counts = await work.attempts.finders(puzzle.id)
            rarest = min(
                found,
                key=lambda each: (counts.get(each.word, 1), -each.points, each.word),
                default=None,
            )
            day = Board(None, puzzle.language, Period.DAY, puzzle.day)
            place = 1 + await work.attempts.ahead(day, attempt.points)
            outcome = Outcome(
                attempt=attempt,
                place=place,
                # Who hides is not among those who are counted.
                players=max(await work.attempts.count(day), place),
                rarest=rarest.display if rarest else "",
                finders=counts.get(rarest.word, 1) if rarest else 0,
                words=tuple(found),
                lessons=Lessons(),
                streak=await self._streak(work, puzzle.language, player),
            )
        told = await self.lessons(puzzle, {each.word for each in found})
        if not puzzle.is_over(self.clock()):
            told = while_open(told, len(found))
        return replace(outcome, lessons=told)

    async def lessons(self, puzzle: Puzzle, found: Collection[str]) -> Lessons:
        """Return the lessons of a puzzle's words but those found; none if its list is gone."""
        try:
            solution = await self.solution(puzzle)
        except (UnknownLexicon, BadWordList):
            return Lessons()
        fit = fit_words(solution, unfit(puzzle.language))
        return await self.dealer.lessons(fit, found, puzzle.lexicon.name)

    async def board(
        self,
        language: str,
        period: Period,
        day: date,
        chat: ChatRef | None,
        viewer: PlayerRef | None = None,
        limit: int = 10,
    ) -> DailyBoard:
        """Return the leaderboard of a chat or (None) the world for the period of a day."""
        board = Board(chat, language, period, period.start(day))
        async with self.store.read() as work:
            return await leaderboard(work.attempts, board, viewer, limit)

    async def points(self, puzzle: Puzzle) -> list[int]:
        """Return the points of all finished attempts, in any order."""
        async with self.store.read() as work:
            return await work.attempts.points(puzzle.id)

    async def watched(self, puzzle: Puzzle, chat: ChatRef | None) -> Watched:
        """Return what moderators are told of a daily's attempts in a chat or (None) in the world.

        Who copied, and in which manner, of the first COMPARED of the leaderboard. Cost: two queries
        for each of them.
        """
        day, hands = Board(chat, puzzle.language, Period.DAY, puzzle.day), []
        async with self.store.read() as work:
            hurried = await work.attempts.hurried(puzzle.id, chat)
            for line in await work.attempts.top(day, COMPARED):
                attempt = await work.attempts.of(puzzle.id, line.player)
                if attempt:
                    plays = await work.plays.of(attempt.round_id)
                    found = [play for play in plays if play.verdict.accepted]
                    words = tuple(play.verdict.word for play in found)
                    times = tuple(play.at for play in found)
                    started = attempt.started_at
                    hands.append(Hand(line.player, line.name, started, words, times))

        def looked_at() -> Watched:
            return Watched(hurried, copies(hands), list(self._mechanical(puzzle, hands)))

        return await self.dealer.workers.run(looked_at)

    def _mechanical(self, puzzle: Puzzle, hands: Sequence[Hand]) -> Iterator[Mechanical]:
        """Yield the attempts that look like a program's. Cost: that of opening a lexicon."""
        try:
            rank = self.dealer.lexicon(puzzle.lexicon.name).rank
        except (UnknownLexicon, BadWordList):  # which words were rare is not known any more
            return
        share = 1 - puzzle.common / puzzle.words if puzzle.words else 0.0
        for hand in hands:
            rare = sum(not rank(word) for word in hand.words)
            manner = Manner.of(hand.times, rare, share)
            if manner.is_even or manner.is_blind:
                yield Mechanical(hand, manner)

    async def key(self, puzzle: Puzzle) -> Solution:
        """Return the answer key of a daily whose day is over, for one may have two accounts.

        Raises TooEarly.
        """
        if not puzzle.is_over(self.clock()):
            raise TooEarly(
                translatable("The words of the daily {number} are shown when its day is over"),
                number=puzzle.number,
            )
        return await self.solution(puzzle)

    async def proof(self, puzzle: Puzzle) -> ProofFile:
        """Return the proof of a daily whose day is over; raises NotProvable."""
        if not puzzle.is_over(self.clock()):
            raise NotProvable(number=puzzle.number)
        async with self.store.read() as work:
            before = await work.puzzles.before(puzzle.language, puzzle.number, YEAR)
        return proof_of(puzzle, before)

    async def solution(self, puzzle: Puzzle) -> Solution:
        """Return all words of a puzzle, with those accepted since."""
        key = puzzle.id, puzzle.lexicon.digest
        if key not in self._solutions:
            house = puzzle.lexicon.house
            dealt = await self.dealer.deal(puzzle.terms, house, (), puzzle.grid)
            self._solutions[key] = dealt.solution
        return self._solutions[key]

    async def close_due(self) -> list[Puzzle]:
        """Close the days that are over, each once; return those closed now."""
        now = self.clock()
        async with self.store.read() as work:
            unclosed = await work.puzzles.unclosed(day_of(now))
        closed = []
        for puzzle in unclosed:
            if now >= puzzle.closes_at:
                try:
                    async with self.store.write() as work:
                        await work.puzzles.close(puzzle.id, now)
                except Conflict:  # another process did
                    continue
                closed.append(replace(puzzle, closed_at=now))
        return closed

    async def accept(self, puzzle: Puzzle, word: str) -> Sequence[Gained]:
        """Let a (normalised) word count for a closed daily; return who gained by it.

        Raises NotOver, NotOnGrid.
        """
        if puzzle.closed_at is None:
            raise NotOver(number=puzzle.number)
        house = puzzle.lexicon.house
        wider = HouseWords(house.added | {word}, house.removed - {word})
        dealt = await self.dealer.deal(puzzle.terms, wider, (), puzzle.grid)
        found = dealt.solution.get(word)
        if found is None or (await self.solution(puzzle)).get(word):
            raise NotOnGrid(word=word, number=puzzle.number)
        changed = replace(
            puzzle,
            lexicon=dealt.lexicon,
            words=len(dealt.solution),
            points=dealt.solution.points,
        )
        async with self.store.write() as work:
            return await work.puzzles.accept(changed, found)

    async def _streak(self, work: UnitOfWork, language: str, player: PlayerRef) -> Streak:
        attempts = await work.attempts.by(player, language)
        today = await work.puzzles.on(language, day_of(self.clock()))
        played = {attempt.number for attempt in attempts if attempt.words}
        if not played or today is None:
            return Streak()
        days = await work.puzzles.days(language, min(played), today.number)
        return streak(played, days, today.number)


async def _is_spent(work: UnitOfWork, puzzle: Puzzle, player: PlayerRef) -> bool:
    if await work.attempts.of(puzzle.id, player):
        return False
    return daily_limit(puzzle.id).name in await work.limits.used(player)
