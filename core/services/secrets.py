"""The secrets of all platforms, and who was told how much of them.

Whatever answers with words of a dictionary asks here first: may this player, now, learn these?
Secret are the grids of rounds that run, in whichever process, those of dailies whose day is not
over, and to who is in a duel those of it that were begun. Those of days to come are not: who could
be refused them would know them.

The store keeps who was told how much: it is the same for all processes, and after a restart.
"""

from asyncio import Lock
from collections.abc import Collection, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace

from core.daily.puzzle import Puzzle, first_secret_day
from core.duels.duel import Duel, DuelGrid
from core.generator import generator
from core.grid import Grid
from core.ids import ChatRef, PlayerRef
from core.latest import Latest
from core.lexicon.catalogue import UnknownLexicon
from core.limits import Spent
from core.ports import Clock, Spending, Store, UnitOfWork
from core.rounds.purpose import ForDaily
from core.rounds.record import PinnedLexicon, RoundRecord, Terms
from core.secrets import (
    ALLOWANCE,
    ALLOWANCE_TOGETHER,
    Answer,
    Secret,
    SecretWords,
    Tally,
    Words,
    could_tell,
    deal_decoys,
    tell,
)
from core.services.dealer import Dealer
from core.services.locks import Locks
from core.solver.solution import Solution

_KINDS = 24  # whose decoys are kept: 3 MB each
# Players and chats whose words are known, those who asked last: some 25 KB each.
_ASKERS = 1000
# Who is told of a round, wherever they ask: it is over soon, and its players are of one chat. And
# who asks in private about a daily, and was seen in no chat.
_EVERYWHERE = ChatRef("", "everywhere")
_NOWHERE = ChatRef("", "nowhere")


@dataclass(frozen=True, slots=True)
class Told:
    """A permission to tell all but some words. `partial`: who asks is to be told so."""

    left_out: AbstractSet[str] = frozenset()
    partial: bool = False

    def of(self, solution: Solution) -> Solution:
        """Return a solution without the words that are left out; raises SecretWords if none is."""
        words = tuple(found for found in solution if found.word not in self.left_out)
        self.check(words)
        return replace(solution, words=words) if self.left_out else solution

    def check(self, words: Collection[object]) -> None:
        """Raise SecretWords where what may be told is nothing."""
        if self.partial and not words:
            raise SecretWords


@dataclass(frozen=True, slots=True)
class _DuelRound:
    """A round of a duel that is still played."""

    duel: Duel
    dealt: DuelGrid

    @property
    def terms(self) -> Terms:
        return self.duel.terms

    @property
    def lexicon(self) -> PinnedLexicon:
        return self.duel.lexicon

    @property
    def grid(self) -> Grid:
        return self.dealt.grid


@dataclass(frozen=True, slots=True)
class _Open:
    """A grid that is still played, and until when.

    `together`: who are told of it together, None if each alone.
    """

    played: RoundRecord | Puzzle | _DuelRound
    until: float
    together: ChatRef | None


@dataclass(frozen=True, slots=True)
class _Asker:
    """Somebody who asks in a chat, and the secrets that there are for them, by their names."""

    person: PlayerRef
    accounts: frozenset[PlayerRef]
    chat: ChatRef
    opened: Mapping[str, _Open]
    secrets: Mapping[str, Secret]


@dataclass(frozen=True, slots=True)
class _Count:
    """A tally of a secret, and whose it is."""

    who: PlayerRef | ChatRef
    name: str
    secret: Secret
    tally: Tally
    until: float


@dataclass(slots=True)
class SecretsService:
    """The secrets of a store. Which words were told is known here, how much of them there.

    `dealer` solves them, and has their lexicons, and seeds for decoys. One question is answered
    after the other: they are about the same secrets.
    """

    store: Store
    dealer: Dealer
    clock: Clock
    _known: Mapping[str, Secret] = field(default_factory=dict, init=False)
    _decoys: Latest[Hashable, Words] = field(default_factory=lambda: Latest(_KINDS), init=False)
    _tallies: Latest[PlayerRef | ChatRef, Mapping[str, Tally]] = field(
        default_factory=lambda: Latest(_ASKERS), init=False
    )
    _turn: Lock = field(default_factory=Lock, init=False)
    _dealing: Locks = field(default_factory=Locks, init=False)

    async def tell(
        self, player: PlayerRef, words: Collection[str], chat: ChatRef | None = None
    ) -> Told:
        """Note that a player is told these (normalised) words, but for those that are left out.

        `chat` is where they ask.
        """
        asker, answer = await self._asker(player, chat), Answer(frozenset(words))
        asked = answer
        async with self._turn:
            counts = await self._counts(asker)
            # Those first of which nothing more is told: what they keep back is not told of others.
            for each in sorted(counts, key=lambda each: not each.tally.shut):
                answer = answer.without(tell(each.secret, each.tally, answer))
            await self._keep(counts)
        return Told(asked.words - answer.words, any(each.tally.shut for each in counts))

    async def check(
        self, player: PlayerRef, word: str, chat: ChatRef | None = None, *, known: bool
    ) -> None:
        """Raise SecretWords where a player is not to learn whether this is a word.

        `known`: it is one. `chat` is where they ask.
        """
        asker = await self._asker(player, chat)
        async with self._turn:
            counts = await self._counts(asker)
            if any(could_tell(each.secret, each.tally, word) for each in counts):
                raise SecretWords
            answer = Answer(frozenset([word] if known else ()))
            left_out = [tell(each.secret, each.tally, answer) for each in counts]
            await self._keep(counts)
        if any(left_out):
            raise SecretWords

    async def _asker(self, player: PlayerRef, chat: ChatRef | None) -> _Asker:
        """Return a player, by whichever account, with the secrets that there are, solved.

        Before their turn: this may wait for the solver.
        """
        async with self.store.read() as work:
            accounts = await work.links.accounts(player)
            person = next(iter(accounts), player)
            if chat is None or chat.is_private:
                known = await work.players.memberships(person)
                chat = next((each for each in known if not each.is_private), _NOWHERE)
            opened = await self._opened(work, accounts, chat)
        secrets = {}
        for name, each in opened.items():
            with suppress(UnknownLexicon):  # nobody can be told a word of such a list
                secrets[name] = self._known.get(name) or await self._solved(each.played)
        self._known = secrets
        return _Asker(person, frozenset({player, *accounts}), chat, opened, secrets)

    async def _counts(self, asker: _Asker) -> list[_Count]:
        """Return the tallies of the asker and of those who ask where they do, as stored by now.

        Those of what is over are dropped.
        """
        person, chat, counts = asker.person, asker.chat, []
        async with self.store.read() as work:
            spent = await work.tallies.of({*asker.accounts, chat, _EVERYWHERE})
        for name, secret in asker.secrets.items():
            together, until = asker.opened[name].together, asker.opened[name].until
            kept = (spent.get((each, name), Spent()) for each in asker.accounts)
            tally = self._tally(person, name, secret, ALLOWANCE)
            tally.join(sum(kept, Spent()))
            counts.append(_Count(person, name, secret, tally, until))
            if together:
                tally = self._tally(together, name, secret, ALLOWANCE_TOGETHER)
                tally.join(spent.get((together, name), Spent()))
                counts.append(_Count(together, name, secret, tally, until))
        for who in (person, chat, _EVERYWHERE):
            tallies = {each.name: each.tally for each in counts if each.who == who}
            if tallies or who in self._tallies:
                self._tallies[who] = tallies
        return counts

    def _tally(
        self, who: PlayerRef | ChatRef, name: str, secret: Secret, allowance: float
    ) -> Tally:
        return self._tallies.get(who, {}).get(name) or Tally.none(secret, allowance)

    async def _keep(self, counts: Iterable[_Count]) -> None:
        """Store what was told just now, if it comes to a step more."""
        due = [(each, spent) for each in counts if (spent := each.tally.unkept(each.secret))]
        if due:
            added = [Spending(each.who, each.name, spent, each.until) for each, spent in due]
            async with self.store.write() as work:
                await work.tallies.add(added, self.clock())
            for each, spent in due:
                each.tally.kept += spent

    async def _opened(
        self, work: UnitOfWork, accounts: Collection[PlayerRef], chat: ChatRef
    ) -> Mapping[str, _Open]:
        """Return the grids that are still played, by a name, for who asks in a chat."""
        now = self.clock()
        opened = {
            f"round {each.id}": _Open(each, each.closes_at, _EVERYWHERE)
            for each in await work.rounds.running()
            if now < each.closes_at and not isinstance(each.purpose, ForDaily)
        }
        opened |= {
            f"daily {each.id}": _Open(each, each.closes_at, chat)
            for each in await work.puzzles.since(first_secret_day(now))
            if each.opens_at <= now and not each.is_over(now)
        }
        for duel in await work.duels.open_of(accounts):
            # Whose words both were shown are no secret any more.
            begun = {run.number for runs in duel.runs for run in runs if run.round_id}
            for number in begun:
                if not duel.both_finished(number):
                    played = _DuelRound(duel, duel.grids[number - 1])
                    opened[f"duel {duel.id} {number}"] = _Open(played, duel.due_at, None)
        return opened

    async def _solved(self, secret: RoundRecord | Puzzle | _DuelRound) -> Secret:
        """Solve the grid of a round, a daily or a duel, with the decoys of its kind, dealt once."""
        if isinstance(secret, RoundRecord):
            solution = await self.dealer.solve(secret, ())
        else:
            house = secret.lexicon.house
            solution = (await self.dealer.deal(secret.terms, house, (), secret.grid)).solution
        grid, rules, lexicon = solution.grid, solution.rules, secret.lexicon.name
        bonuses = "".join(sorted(grid.bonuses))
        kind = lexicon, rules.name, rules.min_length, grid.rows, grid.cols, bonuses
        async with self._dealing.of(kind):
            if kind not in self._decoys:
                rng = generator(next(self.dealer.seeds))

                def dealt() -> Words:
                    return deal_decoys(self.dealer.lexicon(lexicon), solution, rng)

                self._decoys[kind] = await self.dealer.workers.run(dealt)
            return Secret(grid, Words.of([solution]), self._decoys[kind])
