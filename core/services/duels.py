"""Duels: to offer one, to take it, to play its rounds, to compare them, to end it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.duels.comparison import Comparison, Trail
from core.duels.duel import (
    LIFETIME,
    MOST_OPEN,
    REMINDED,
    Duel,
    DuelGrid,
    Run,
    Side,
    State,
)
from core.duels.news import DuelNews, news
from core.duels.transitions import (
    Accepted,
    Declined,
    DuelRefused,
    Event,
    Expired,
    Reminded,
    Resigned,
    RunStarted,
    after,
)
from core.errors import SeizeError, translatable
from core.ids import Member, PlayerRef, Room
from core.lexicon import Lexicon
from core.lexicon.catalogue import listing
from core.opponents.finds import finds
from core.opponents.levels import opponent
from core.ports import Clock, Conflict, Store, UnitOfWork
from core.rounds.match import LADDER
from core.rounds.purpose import ForDuel
from core.rounds.record import Terms
from core.services.comparing import compared, known, played
from core.services.dealer import Dealer, Dealt
from core.services.duel_acts import NoDuel, act
from core.services.news import RoundNews
from core.services.rounds import RoundsService
from core.solver.solution import Solution

LAST = 5  # duels that are over, of those a player is shown
_CODE = 16  # characters at most


class CannotDuel(SeizeError):
    """Raised when a duel with somebody cannot be."""

    @classmethod
    def oneself(cls) -> "CannotDuel":
        """Refuse a duel of one player, by whichever accounts."""
        return cls(translatable("a duel takes two: name somebody else"))

    @classmethod
    def blocked(cls) -> "CannotDuel":
        """Refuse who is not wanted."""
        return cls(translatable("this player takes no duels from you"))

    @classmethod
    def blocking(cls) -> "CannotDuel":
        """Refuse who was blocked."""
        return cls(translatable("you have blocked this player: unblock them first"))

    @classmethod
    def too_many(cls, *, own: bool) -> "CannotDuel":
        """Refuse an eleventh."""
        mine = translatable("you have {count} duels open: play one to its end, or resign")
        theirs = translatable("this player has {count} duels open: try again later")
        return cls(mine if own else theirs, count=MOST_OPEN)

    @classmethod
    def machine(cls) -> "CannotDuel":
        """Refuse a ranked duel with a computer player."""
        return cls(translatable("duels with the computer are not ranked"))


class NotShown(SeizeError):
    """Raised when a round of a duel may not be seen yet."""

    template = translatable("this round is shown when both have played it")


@dataclass(frozen=True, slots=True)
class DuelsService:
    """The duels of all players; their rounds are rounds of `rounds`, which has one platform.

    `code` returns a text that nobody can guess.
    """

    store: Store
    clock: Clock
    rounds: RoundsService
    dealer: Dealer
    code: Callable[[], str]

    async def offer(
        self,
        room: Room,
        by: Member,
        terms: Terms,
        to: Member | None = None,
        *,
        level: int = 0,
        ranked: bool = False,
    ) -> Duel:
        """Make a duel: offered `to` one member, or (None) to whoever takes it.

        With a `level`, it begins at once, with a computer player. Raises CannotDuel, and what
        dealing raises.
        """
        if level and ranked:
            raise CannotDuel.machine()
        rival = opponent(level) if level else to
        async with self.store.read() as work:
            await self._check(work, by.ref, rival.ref if rival else None)
            house = await work.house.words(room.chat, listing(terms.lexicon).language)
        dealt = [await self.dealer.deal(terms, house, bonuses) for bonuses in LADDER]
        now = self.clock()
        duel = Duel(
            code=self.code(),
            room=room,
            challenger=by.ref,
            opponent=rival.ref if rival else None,
            ranked=ranked,
            lexicon=dealt[0].lexicon,
            rules=terms.rules,
            min_length=dealt[0].solution.rules.min_length,
            seconds=terms.seconds,
            grids=tuple(
                DuelGrid(each.solution.grid, len(each.solution), each.solution.points)
                for each in dealt
            ),
            salt=self.code() + self.code(),
            made_at=now,
            expires_at=now + LIFETIME,
        )
        if level:
            runs = await self.dealer.workers.run(
                _played, self.dealer.lexicon, dealt, level, terms.seconds, duel.salt, now
            )
            duel = replace(duel, state=State.RUNNING, runs=((), runs))
        async with self.store.write() as work:
            await self._check(work, by.ref, rival.ref if rival else None)
            for each in (by, rival):
                if each:
                    await work.players.see(each, None, now)
            duel = replace(duel, id=await work.duels.add(duel))
            await work.duels.tell(duel.id, news(None, duel))
        return duel

    async def accept(self, code: str, by: Member) -> Duel:
        """Take a duel; raises NoDuel, CannotDuel, DuelRefused."""
        async with self.store.write() as work:
            duel = await _coded(work, code)
            accounts = await work.links.accounts(by.ref)
            taker = by.ref
            if duel.opponent in accounts:
                taker = duel.opponent  # who was challenged, by whichever account
            if duel.challenger in accounts:
                raise CannotDuel.oneself()
            if duel.state is State.OFFERED:
                await self._check(work, by.ref, duel.challenger, taking=duel)
            await work.players.see(by, None, self.clock())
            return await act(work, duel.id, Accepted(taker, self.clock()))

    async def decline(self, code: str, by: Member) -> Duel:
        """Refuse a duel that was offered to one; raises NoDuel, DuelRefused."""
        async with self.store.write() as work:
            duel, side = await _sided(work, code, by.ref)
            if side is not Side.OPPONENT:
                raise DuelRefused.not_yours()
            return await act(work, duel.id, Declined(self.clock()))

    async def resign(self, code: str, by: Member) -> Duel:
        """Give a duel up, or take its offer back; raises NoDuel, DuelRefused."""
        async with self.store.write() as work:
            duel, side = await _sided(work, code, by.ref)
            return await act(work, duel.id, Resigned(side, self.clock()))

    async def rematch(self, code: str, by: Member) -> Duel:
        """Offer the other side of a duel another one like it; raises what `offer` raises."""
        duel = await self.seen(code, by.ref)
        side = await self.side(duel, by.ref)
        if side is None:
            raise DuelRefused.not_yours()
        if not duel.is_over:
            raise DuelRefused(translatable("this duel is not over yet"))
        rival = duel.player(side.other)
        if rival is None or duel.level:
            return await self.offer(duel.room, by, duel.terms, level=duel.level)
        to = Member(rival, "")
        return await self.offer(duel.room, by, duel.terms, to, ranked=duel.ranked)

    async def play(self, code: str, by: Member) -> RoundNews:
        """Begin the next round of who asks, now. Raises NoDuel, DuelRefused, RoundActive."""
        async with self.store.read() as work:
            duel, side = await _sided(work, code, by.ref)
        left = duel.left(side)
        number = left[0] if left else 0
        after(duel, RunStarted(side, number, 0, self.clock()))
        dealt = duel.grids[number - 1]

        async def deal() -> Dealt:
            return await self.dealer.deal(duel.terms, duel.lexicon.house, (), dealt.grid)

        try:
            return await self.rounds.start_own(
                by, duel.terms, ForDuel(duel.id), deal, holds=(dealt.words, dealt.points)
            )
        except Conflict:
            async with self.store.read() as work:
                duel, side = await _sided(work, code, by.ref)
            after(duel, RunStarted(side, number, 0, self.clock()))
            raise

    async def seen(self, code: str, viewer: PlayerRef) -> Duel:
        """Return a duel that somebody may look at: their own, or one that is open to all.

        Raises NoDuel, DuelRefused.
        """
        async with self.store.read() as work:
            duel = await _coded(work, code)
            accounts = await work.links.accounts(viewer)
        if duel.side_of(accounts) is None and duel.opponent is not None:
            raise DuelRefused.taken() if duel.state is State.RUNNING else DuelRefused.not_yours()
        return duel

    async def by_id(self, duel_id: int) -> Duel:
        """Return the duel that a round is of; raises NoDuel."""
        async with self.store.read() as work:
            duel = await work.duels.get(duel_id)
        if duel is None:
            raise NoDuel
        return duel

    async def side(self, duel: Duel, player: PlayerRef) -> Side | None:
        """Return the side of a player, by whichever account, None for nobody of the duel."""
        async with self.store.read() as work:
            return duel.side_of(await work.links.accounts(player))

    async def mine(self, player: PlayerRef) -> tuple[Sequence[Duel], Sequence[Duel]]:
        """Return the open duels of a player, and their last ones."""
        async with self.store.read() as work:
            accounts = await work.links.accounts(player)
            return await work.duels.open_of(accounts), await work.duels.last_of(accounts, LAST)

    async def compare(self, duel: Duel, number: int, viewer: Side) -> Comparison:
        """Lay a round of both sides beside each other; raises NotShown. Cost: some 40 ms."""
        if not 1 <= number <= len(duel.grids) or not duel.is_shown(number, viewer):
            raise NotShown
        grid, lexicon = duel.grids[number - 1].grid, duel.lexicon
        dealt = await self.dealer.deal(duel.terms, lexicon.house, (), grid)
        solution = dealt.solution
        mine, theirs = [await self._trail(duel, side, number, solution) for side in Side]
        return await compared(self.dealer, lexicon, solution, (mine, theirs), duel.seconds, number)

    async def block(self, by: Member, code: str) -> PlayerRef:
        """Take no duels any more from who is across in a duel; return them."""
        async with self.store.write() as work:
            duel, side = await _sided(work, code, by.ref)
            other = duel.player(side.other)
            if other is None or other.is_computer:
                raise DuelRefused.not_yours()
            await work.duels.block(by.ref, other)
        return other

    async def unblock(self, by: Member, code: str) -> PlayerRef:
        """Take duels again from who is across in a duel; return them."""
        async with self.store.write() as work:
            duel, side = await _sided(work, code, by.ref)
            other = duel.player(side.other)
            if other is None:
                raise DuelRefused.not_yours()
            await work.duels.unblock(by.ref, other)
        return other

    async def has_blocked(self, by: PlayerRef, other: PlayerRef) -> bool:
        """Return whether a player takes no duels from another, by whichever accounts."""
        async with self.store.read() as work:
            return await work.duels.has_blocked(by, other)

    async def leave(self, player: PlayerRef) -> None:
        """End all duels of an account that is to be forgotten."""
        async with self.store.read() as work:
            those = await work.duels.open_of([player])
        for duel in those:
            side, now = duel.side_of([player]), self.clock()
            if side is None:
                continue
            offered = duel.state is State.OFFERED and side is Side.OPPONENT
            event: Event = Declined(now) if offered else Resigned(side, now)
            async with self.store.write() as work:
                await act(work, duel.id, event)

    async def tick(self) -> None:
        """End the duels whose time is up, and have those reminded who have rounds left."""
        now = self.clock()
        async with self.store.read() as work:
            due = await work.duels.due(now)
        for duel in due:
            event: Event | None = None
            if now >= duel.due_at:
                event = Expired(now)
            elif duel.reminded_at is None and now >= duel.expires_at - REMINDED:
                event = Reminded(now)
            if event:
                await self._try(duel, event)

    async def untold(self) -> list[tuple[Duel, DuelNews]]:
        """Return the news to be told now, on the platform of the rounds."""
        async with self.store.read() as work:
            return await work.duels.untold(self.rounds.platforms)

    async def told(self, told: DuelNews) -> None:
        """Note that a thing was told."""
        async with self.store.write() as work:
            await work.duels.mark_told(told.id, self.clock())

    async def _try(self, duel: Duel, event: Event) -> None:
        try:
            async with self.store.write() as work:
                await act(work, duel.id, event)
        except DuelRefused:  # another process did, or it was played to its end meanwhile
            return

    async def _check(
        self,
        work: UnitOfWork,
        by: PlayerRef,
        other: PlayerRef | None,
        taking: Duel | None = None,
    ) -> None:
        """Raise CannotDuel where two cannot have (another) duel."""
        if other in await work.links.accounts(by):
            raise CannotDuel.oneself()
        for player in (by, other):
            if player is None or player.is_computer:
                continue
            those = await work.duels.open_of(await work.links.accounts(player))
            if sum(each != taking for each in those) >= MOST_OPEN:
                raise CannotDuel.too_many(own=player == by)
        if other is None or other.is_computer:
            return
        if await work.duels.has_blocked(other, by):
            raise CannotDuel.blocked()
        if await work.duels.has_blocked(by, other):
            raise CannotDuel.blocking()

    async def _trail(self, duel: Duel, side: Side, number: int, solution: Solution) -> Trail:
        """Return a side's round of a number; one without words where it was not played."""
        run = duel.run(side, number)
        if run is None or run.finished_at is None:
            return Trail(())
        if run.round_id == 0:
            return known(run.found, solution)
        async with self.store.read() as work:
            record = await work.rounds.get(run.round_id)
            plays = await work.plays.of(run.round_id)
        return played(plays, record.starts_at, [record.started_by]) if record else Trail(())


def _played(
    opened: Callable[[str], Lexicon],
    dealt: Sequence[Dealt],
    level: int,
    seconds: int,
    seed: str,
    now: float,
) -> tuple[Run, ...]:
    """Return the three rounds of a computer player, sealed with their grids."""
    lexicon, runs = opened(dealt[0].lexicon.name), []
    for number, each in enumerate(dealt, 1):
        found = finds(each.solution, lexicon, level, seconds, f"{seed} {number}")
        runs.append(
            Run(
                number=number,
                round_id=0,
                started_at=now,
                finished_at=now,
                points=sum(find.found.points for find in found),
                words=len(found),
                found=tuple((round(find.at, 2), find.found.word) for find in found),
            )
        )
    return tuple(runs)


async def _coded(work: UnitOfWork, code: str) -> Duel:
    plain = "".join(char for char in code.upper()[: 2 * _CODE] if char.isascii() and char.isalnum())
    duel = await work.duels.coded(plain) if plain else None
    if duel is None:
        raise NoDuel
    return duel


async def _sided(work: UnitOfWork, code: str, player: PlayerRef) -> tuple[Duel, Side]:
    """Return a duel and the side of a player; raises NoDuel, DuelRefused."""
    duel = await _coded(work, code)
    side = duel.side_of(await work.links.accounts(player))
    if side is None:
        raise DuelRefused.not_yours()
    return duel, side
