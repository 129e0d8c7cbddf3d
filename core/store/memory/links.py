"""Accounts that are one player, over dicts."""

from dataclasses import dataclass, replace

from core.chats.players import Visibility
from core.daily.puzzle import Attempt
from core.ids import PlayerRef
from core.ports import Conflict, NotYet
from core.store.memory.state import Kept

_FROM_PRIVATE = (Visibility.NOBODY, Visibility.CHAT, Visibility.WORLD)


@dataclass(frozen=True, slots=True)
class MemoryLinks:
    """See core.ports.Links."""

    kept: Kept

    async def offer(self, player: PlayerRef, code: str, until: float) -> None:
        self.kept.player(player)
        theirs = self.kept.accounts(player)
        self.kept.codes = {
            each: offer for each, offer in self.kept.codes.items() if offer[0] not in theirs
        }
        if code in self.kept.codes:
            raise Conflict("such a code is offered already")
        self.kept.codes[code] = (player, until)

    async def take(self, code: str, at: float) -> PlayerRef | None:
        player, until = self.kept.codes.pop(code, (None, at))
        return player if at < until else None

    async def join(self, account: PlayerRef, other: PlayerRef) -> bool:
        kept = self.kept
        for ref in (account, other):
            kept.player(ref)
        accounts = sorted(
            {*kept.accounts(account), *kept.accounts(other)}, key=kept.numbers.__getitem__
        )
        if kept.person(account) == kept.person(other):
            return False
        visibility = min(
            (kept.players[each].visibility for each in accounts), key=_FROM_PRIVATE.index
        )
        self._own_all(accounts[0], {kept.person(account), kept.person(other)})
        for each in accounts:
            kept.persons[each] = accounts[0]
            kept.players[each] = replace(kept.players[each], visibility=visibility)
        return True

    async def part(self, account: PlayerRef) -> bool:
        kept = self.kept
        if len(kept.accounts(account)) <= 1:
            return False
        if self.of_open_days(account):
            raise NotYet
        return self.leave(account)

    def leave(self, account: PlayerRef) -> bool:
        """Make an account a player alone again, on whichever day; return False if it is one."""
        kept = self.kept
        others = [each for each in kept.accounts(account) if each != account]
        if not others:
            return False
        self._own_all(others[0], {kept.person(account)})
        kept.persons.pop(account)
        for each in others:
            kept.persons[each] = others[0]
        return True

    async def accounts(self, player: PlayerRef) -> list[PlayerRef]:
        return self.kept.accounts(player)

    def of_open_days(self, player: PlayerRef) -> list[Attempt]:
        """Return the attempts of a player at puzzles that are not closed."""
        kept, person = self.kept, self.kept.person(player)
        return [
            attempt
            for attempt in kept.attempts.values()
            if attempt.player == person and kept.puzzles[attempt.puzzle].closed_at is None
        ]

    def drop(self, round_id: int) -> None:
        """Let an attempt be none any more."""
        del self.kept.attempts[round_id]
        self.kept.found.pop(round_id, None)
        self.kept.rounds[round_id] = replace(self.kept.rounds[round_id], ranked=False)

    def _own_all(self, person: PlayerRef, before: set[PlayerRef]) -> None:
        """Give the attempts of players to one: of each puzzle, the one that began first."""
        kept = self.kept
        theirs = [attempt for attempt in kept.attempts.values() if attempt.player in before]
        begun = set()
        for attempt in sorted(theirs, key=lambda each: (each.started_at, each.round_id)):
            key = attempt.round_id
            if attempt.puzzle in begun:
                self.drop(key)
            else:
                begun.add(attempt.puzzle)
                kept.attempts[key] = replace(attempt, player=person)
