"""Players over dicts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from core.chats.house import Answer, WordRequest
from core.chats.players import FORGOTTEN, Player, Visibility
from core.ids import ChatRef, Member, PlayerRef
from core.rounds.events import WordJudged
from core.store.memory.duels import forget as forget_duels
from core.store.memory.links import MemoryLinks
from core.store.memory.ratings import forget as forget_ratings
from core.store.memory.tables import Tables
from core.store.memory.wordles import forget as forget_wordles
from core.store.memory.wordles import inherit as inherit_wordles


@dataclass(frozen=True, slots=True)
class MemoryPlayers:
    """See core.ports.Players."""

    tables: Tables

    async def see(self, member: Member, chat: ChatRef | None, at: float) -> None:
        ref = member.ref
        known = self.tables.players.get(ref)
        if known is None:
            self.tables.numbers[ref] = len(self.tables.numbers) + 1
            known = Player(ref, "", at)
        self.tables.players[ref] = replace(known, name=member.name or known.name)
        if chat:
            self.tables.memberships.setdefault((ref, chat), at)

    async def get(self, ref: PlayerRef) -> Player | None:
        return self.tables.players.get(ref)

    async def memberships(self, ref: PlayerRef) -> Mapping[ChatRef, float]:
        return {chat: at for (who, chat), at in self.tables.memberships.items() if who == ref}

    async def set_visibility(self, ref: PlayerRef, visibility: Visibility) -> None:
        self.tables.player(ref)
        for each in self.tables.accounts(ref):
            self.tables.players[each] = replace(self.tables.players[each], visibility=visibility)

    async def forget(self, ref: PlayerRef, at: float) -> PlayerRef | None:
        tables = self.tables
        if ref not in tables.players:
            return None
        inherit_wordles(tables, ref)
        links = MemoryLinks(tables)
        if not links.leave(ref):
            for attempt in links.of_open_days(ref):
                links.drop(attempt.round_id)
        forget_ratings(tables, ref, at)
        number = tables.numbers.pop(ref)
        anonymous = PlayerRef(FORGOTTEN, str(number))
        tables.numbers[anonymous] = number
        tables.players[anonymous] = replace(tables.players.pop(ref), ref=anonymous, name="")
        tables.memberships = {key: at for key, at in tables.memberships.items() if key[0] != ref}

        def renamed(other: PlayerRef) -> PlayerRef:
            return anonymous if other == ref else other

        def renamed_if_any(other: PlayerRef | None) -> PlayerRef | None:
            return renamed(other) if other else None

        tables.rounds = {
            key: replace(
                record,
                started_by=renamed(record.started_by),
                stopped_by=renamed_if_any(record.stopped_by),
            )
            for key, record in tables.rounds.items()
        }
        tables.plays = {
            key: tuple(_without(ref, play, renamed) for play in plays)
            for key, plays in tables.plays.items()
        }
        tables.results = {
            key: (counts, [replace(each, player=renamed(each.player)) for each in scores])
            for key, (counts, scores) in tables.results.items()
        }
        tables.codes = {code: offer for code, offer in tables.codes.items() if offer[0] != ref}
        tables.attempts = {
            key: replace(attempt, player=renamed(attempt.player))
            for key, attempt in tables.attempts.items()
        }
        tables.requests = {
            key: replace(
                _without_words(request) if request.requested_by == ref else request,
                requested_by=renamed(request.requested_by),
                decided_by=renamed_if_any(request.decided_by),
                decision="" if request.decided_by == ref else request.decision,
            )
            for key, request in tables.requests.items()
        }
        tables.cards = {key: card for key, card in tables.cards.items() if key[0] != ref}
        forget_wordles(tables, ref, anonymous)
        forget_duels(tables, ref, anonymous)
        return anonymous


def _without(
    ref: PlayerRef, play: WordJudged, renamed: Callable[[PlayerRef], PlayerRef]
) -> WordJudged:
    """Return a play with a player renamed, and without what is personal if it is theirs."""
    verdict = play.verdict
    if verdict.taken_by:
        verdict = replace(verdict, taken_by=renamed(verdict.taken_by))
    if play.player != ref:
        return replace(play, verdict=verdict)
    if not verdict.accepted:
        verdict = replace(verdict, word="", letters="")
    return replace(play, player=renamed(ref), verdict=verdict, message_id=None)


def _without_words(request: WordRequest) -> WordRequest:
    """Return a request without its reason; unless it was accepted, without its word, too."""
    if request.answer is not Answer.ACCEPTED:
        request = replace(request, word="", answer=Answer.REJECTED)
    return replace(request, reason="")
