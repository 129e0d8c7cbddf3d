"""Accounts that are one player, over dicts."""

from dataclasses import dataclass, replace

from core.chats.players import Visibility
from core.daily.puzzle import Attempt
from core.ids import PlayerRef
from core.ports import Conflict, NotYet
from core.rounds.purpose import ForDaily
from core.store.memory.duels import share_blocks
from core.store.memory.limits import share
from core.store.memory.ratings import copy, merge
from core.store.memory.tables import Tables

_FROM_PRIVATE = (Visibility.NOBODY, Visibility.CHAT, Visibility.WORLD)


@dataclass(frozen=True, slots=True)
class MemoryLinks:
    """See core.ports.Links."""

    tables: Tables

    async def offer(self, player: PlayerRef, code: str, until: float) -> None:
        self.tables.player(player)
        theirs = self.tables.accounts(player)
        self.tables.codes = {
            each: offer for each, offer in self.tables.codes.items() if offer[0] not in theirs
        }
        if code in self.tables.codes:
            raise Conflict("such a code is offered already")
        self.tables.codes[code] = (player, until)

    async def take(self, code: str, at: float) -> PlayerRef | None:
        player, until = self.tables.codes.pop(code, (None, at))
        return player if at < until else None

    async def join(self, account: PlayerRef, other: PlayerRef) -> bool:
        tables = self.tables
        for ref in (account, other):
            tables.player(ref)
        accounts = sorted(
            {*tables.accounts(account), *tables.accounts(other)}, key=tables.numbers.__getitem__
        )
        if tables.person(account) == tables.person(other):
            return False
        visibility = min(
            (tables.players[each].visibility for each in accounts), key=_FROM_PRIVATE.index
        )
        both = {tables.person(account), tables.person(other)}
        self._own_all(accounts[0], both)
        merge(tables, accounts[0], both)
        for each in accounts:
            tables.persons[each] = accounts[0]
            tables.players[each] = replace(tables.players[each], visibility=visibility)
        share(tables, accounts)
        share_blocks(tables, accounts)
        return True

    async def part(self, account: PlayerRef) -> bool:
        tables = self.tables
        if len(tables.accounts(account)) <= 1:
            return False
        if self.of_open_days(account):
            raise NotYet
        return self.leave(account)

    def leave(self, account: PlayerRef) -> bool:
        """Make an account a player alone again, on whichever day; return False if it is one."""
        tables = self.tables
        others = [each for each in tables.accounts(account) if each != account]
        if not others:
            return False
        person = tables.person(account)
        self._own_all(others[0], {person})
        copy(tables, person, others[0] if account == person else account)
        tables.persons.pop(account)
        for each in others:
            tables.persons[each] = others[0]
        return True

    async def accounts(self, player: PlayerRef) -> list[PlayerRef]:
        return self.tables.accounts(player) or [player]

    def of_open_days(self, player: PlayerRef) -> list[Attempt]:
        """Return the attempts of a player at puzzles that are not closed."""
        tables, person = self.tables, self.tables.person(player)
        return [
            attempt
            for attempt in tables.attempts.values()
            if attempt.player == person and tables.puzzles[attempt.puzzle].closed_at is None
        ]

    def drop(self, round_id: int) -> None:
        """Delete an attempt: its round is not ranked any more."""
        del self.tables.attempts[round_id]
        self.tables.found.pop(round_id, None)
        record = self.tables.rounds[round_id]
        if isinstance(record.purpose, ForDaily):
            purpose = replace(record.purpose, ranked=False)
            self.tables.rounds[round_id] = replace(record, purpose=purpose)

    def _own_all(self, person: PlayerRef, before: set[PlayerRef]) -> None:
        """Give the attempts of players to one: of each puzzle, the one that began first."""
        tables = self.tables
        theirs = [attempt for attempt in tables.attempts.values() if attempt.player in before]
        begun = set()
        for attempt in sorted(theirs, key=lambda each: (each.started_at, each.round_id)):
            key = attempt.round_id
            if attempt.puzzle in begun:
                self.drop(key)
            else:
                begun.add(attempt.puzzle)
                tables.attempts[key] = replace(attempt, player=person)
