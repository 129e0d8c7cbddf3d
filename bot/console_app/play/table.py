"""A table: rounds for one player at a terminal, each word kept before it is answered."""

from contextlib import suppress
from dataclasses import dataclass, replace
from secrets import token_hex

from bot.console_app.play.seat import HERE
from core.errors import SeizeError
from core.grid import Grid
from core.ids import Member, PlayerRef, Room
from core.ports import Clock, Store
from core.rounds.events import RoundFinished, Termination
from core.rounds.lessons import Lessons
from core.rounds.record import RoundRecord, Terms
from core.rounds.result import Result
from core.rounds.round import Round
from core.rounds.verdict import Cause, Verdict
from core.services.dealer import Dealer
from core.services.hints import Hint, hint
from core.services.news import RoundNews
from core.services.opponents import Opponents
from core.services.refusals import NoRound
from core.services.rounds import RoundsService
from core.services.secrets import SecretsService

HINT = "?"  # typed instead of a word
BREAK = 3600.0  # seconds; the player says earlier when the next round of a match begins


@dataclass(frozen=True, slots=True)
class Over:
    """The end of a round, and what it leaves to learn.

    `error`: why it is not kept; `more`: another round follows.
    """

    termination: Termination
    result: Result
    lessons: Lessons
    more: bool = False
    error: SeizeError | None = None


class Table:
    """The rounds of `player` in a room of their own, whose words come in now and count now.

    Whatever changes a round goes through the service, so that the store knows it first.
    """

    def __init__(
        self,
        store: Store,
        dealer: Dealer,
        player: PlayerRef,
        clock: Clock,
        room: Room | None = None,
    ) -> None:
        self._clock = clock
        self._you = Member(player, player.id)
        self._room = room or Room(HERE, token_hex(8))
        self._service = RoundsService(
            store, dealer, clock, {HERE.platform}, grace=0.0, break_=BREAK
        )
        self._opponents = Opponents(self._service, dealer.lexicon, clock)
        self._secrets = SecretsService(store, dealer, clock)
        self._record: RoundRecord | None = None
        self._round: Round | None = None

    @property
    def round(self) -> Round:
        """Return the round that is on, or the last one, only to be looked at."""
        self._round = self._service.live.running(self._room) or self._round
        if self._round is None:
            raise NoRound
        return self._round

    @property
    def record(self) -> RoundRecord:
        """The terms of the round, and its place in a match."""
        if self._record is None:
            raise NoRound
        return self._record

    async def start(self, terms: Terms, rounds: int = 1, grid: Grid | None = None) -> None:
        """Start a round, on `grid` or a random one, or a match; raises StoreError."""
        start = self._service.start
        self._take_up(await start(self._room, self._you, terms, rounds=rounds, grid=grid))

    async def begin(self) -> None:
        """Begin the next round of a match; raises NoRound, StoreError."""
        self._take_up(await self._service.begin(self._room))

    async def submit(self, text: str) -> Verdict:
        """Judge a word typed now; raises StoreError if it cannot be kept: it does not count."""
        at = self._clock()
        play = await self._service.submit(self._room, self._you, text, at)
        if play:
            return play.verdict
        # The clock was put back, or another process finished the round meanwhile.
        early = at < self.round.starts_at
        return Verdict("", cause=Cause.NOT_STARTED if early else Cause.TOO_LATE)

    async def hint(self) -> Hint:
        """Return a hint for a daily that is played for fun; raises NoHints."""
        return await hint(self._service, self._secrets, self._you.ref)

    async def tick(self) -> Over | None:
        """Let a computer player find what it finds, and finish the round if its time is up."""
        await self._opponents.tick()
        round_ = self.round
        if self._clock() < round_.closes_at:
            return None
        for _ in range(2):  # what a tick must read anew is due in the next one
            if finished := _finish_among(await self._service.tick()):
                more = self.record.number < self.record.rounds
                return await self._over(finished.termination, finished.result, more)
        # The service would go on trying; a person is told why, and shown the card.
        return replace(await self.stop(), termination=Termination.TIME_UP)

    async def cut(self) -> Over:
        """Finish the round before its time; the match that it is of goes on."""
        return await self._stop(whole_match=False)

    async def stop(self) -> Over:
        """Finish the round before its time, and its match."""
        return await self._stop(whole_match=True)

    async def _stop(self, *, whole_match: bool) -> Over:
        """Finish the round, whether that can be kept or not."""
        await self._opponents.tick()
        round_, error = self.round, None
        try:
            news = await self._service.stop(self._room, self._you, whole_match=whole_match)
            finished = _finish_among([news])
        except NoRound:  # another process found it overdue, as after a sleep of the machine
            finished = None
        except SeizeError as raised:
            finished, error = None, raised
        result = finished.result if finished else round_.result()
        more = bool(finished) and not whole_match and self.record.number < self.record.rounds
        return await self._over(Termination.STOPPED, result, more, error)

    async def told(self) -> None:
        """Note that the card was shown; where that cannot be, nobody misses it."""
        with suppress(SeizeError):
            await self._service.announced(self.record.id)

    async def leave(self) -> None:
        """Call off the next round of a match, which waits."""
        with suppress(SeizeError):
            news = await self._service.stop(self._room, self._you)
            await self._service.announced(news.record.id)

    async def _over(
        self,
        termination: Termination,
        result: Result,
        more: bool,
        error: SeizeError | None = None,
    ) -> Over:
        lessons = await self._service.lessons(self.record, result)
        return Over(termination, result, lessons, more, error)

    def _take_up(self, news: RoundNews) -> None:
        self._record = news.record
        self._round = self._service.live.running(self._room)


def _finish_among(news: list[RoundNews]) -> RoundFinished | None:
    events = (each.event for each in news)
    return next((event for event in events if isinstance(event, RoundFinished)), None)
