"""Ghosts: rounds of one player alone, against somebody's last round on its very grid."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from core.chats.settings import ChatSettings
from core.daily.puzzle import first_secret_day
from core.duels.comparison import Comparison
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member, PlayerRef, private_chat
from core.ports import Clock, Store, UnitOfWork
from core.rounds.laws import Law
from core.rounds.purpose import ForRace
from core.rounds.record import RoundRecord
from core.services.comparing import compared, known, played
from core.services.dealer import Dealer, Dealt
from core.services.news import RoundNews
from core.services.rounds import RoundsService

LOOKED_BACK = 20  # rounds, for one with a word


class NoGhost(SeizeError):
    """Raised when there is no round to race against."""

    @classmethod
    def none(cls) -> "NoGhost":
        """Refuse where no round with a word is known."""
        return cls(translatable("there is no round to race against yet"))

    @classmethod
    def unwilling(cls) -> "NoGhost":
        """Refuse where a player has not allowed it."""
        return cls(translatable("this player has not let others race their last round"))


@dataclass(frozen=True, slots=True)
class GhostsService:
    """The ghosts of players, for those who race them. `settings` returns those of a chat.

    A race counts for nothing. What the ghost finds is kept with the round, without a name.
    """

    store: Store
    clock: Clock
    rounds: RoundsService
    dealer: Dealer
    settings: Callable[[ChatRef], Awaitable[ChatSettings]]

    async def race(self, by: Member, whom: PlayerRef) -> RoundNews:
        """Start a round against somebody's last one, or one's own: of a room, or an older daily.

        Raises NoGhost, RoundActive, and what dealing raises. Cost: reads a line for each round that
        they have played.
        """
        async with self.store.read() as work:
            accounts = await work.links.accounts(whom)
        if by.ref not in accounts and not (await self.settings(private_chat(whom))).ghosts:
            raise NoGhost.unwilling()
        async with self.store.read() as work:
            for record in await self._last(work, accounts):
                trail = played(await work.plays.of(record.id), record.starts_at, accounts)
                if trail.found:
                    break
            else:
                raise NoGhost.none()
        ghost = tuple((round(at, 2), word.word) for at, word in trail.found)
        return await self._start(by, record, ghost)

    async def again(self, by: Member, record: RoundRecord) -> RoundNews:
        """Start another round against the ghost of one; raises what `race` raises."""
        if not isinstance(record.purpose, ForRace):
            raise NoGhost.none()
        return await self._start(by, record, record.purpose.ghost)

    async def compare(self, record: RoundRecord) -> Comparison:
        """Lay a race beside its ghost's round, as far as it was played; raises NoGhost."""
        if not isinstance(record.purpose, ForRace):
            raise NoGhost.none()
        finds = record.purpose.ghost
        async with self.store.read() as work:
            plays = await work.plays.of(record.id)
        solution = await self.dealer.solve(record, ())
        mine = played(plays, record.starts_at, [record.started_by])
        lasted = (record.finished_at or self.clock()) - record.starts_at
        ghost = known(((at, word) for at, word in finds if at <= lasted), solution)
        return await compared(self.dealer, record.lexicon, solution, (mine, ghost), record.seconds)

    async def _start(
        self, by: Member, record: RoundRecord, ghost: tuple[tuple[float, str], ...]
    ) -> RoundNews:
        terms = replace(record.terms, law=Law.EVERY_FINDER, opponent=0)

        async def deal() -> Dealt:
            return await self.dealer.deal(terms, record.lexicon.house, (), record.grid)

        return await self.rounds.start_own(by, terms, ForRace(ghost), deal)

    async def _last(self, work: UnitOfWork, accounts: list[PlayerRef]) -> list[RoundRecord]:
        """Return the last rounds of a player that anybody may know, the latest first."""
        over = first_secret_day(self.clock())
        starts: dict[int, float] = {}
        for account in accounts:
            rounds = await work.standings.played(account)
            starts |= {each.round_id: each.starts_at for each in rounds}
            dailies = await work.attempts.by(account)
            starts |= {each.round_id: each.started_at for each in dailies if each.day < over}
        latest = sorted(starts, key=starts.__getitem__, reverse=True)[:LOOKED_BACK]
        records = [await work.rounds.get(round_id) for round_id in latest]
        return [record for record in records if record]
