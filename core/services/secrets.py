"""The secrets of all platforms, and who was told how much of them.

Whatever answers with words of a dictionary asks here first: may this player, now, learn these?
Secret are the grids of rounds that run, in whichever process, those of dailies whose day is not
over, and to who is in a duel those of it that were begun. Those of days to come are not: who could
be refused them would know them.
"""

from collections.abc import Collection, Hashable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace

from core.daily.puzzle import Puzzle, first_secret_day
from core.duels.duel import Duel, DuelGrid
from core.generator import generator
from core.grid import Grid
from core.ids import PlayerRef
from core.latest import Latest
from core.lexicon.catalogue import UnknownLexicon
from core.ports import Clock, Store
from core.rounds.purpose import ForDaily
from core.rounds.record import PinnedLexicon, RoundRecord, Terms
from core.secrets import Answer, Secret, SecretWords, Tally, Words, could_tell, deal_decoys, tell
from core.services.dealer import Dealer
from core.services.locks import Locks
from core.solver.solution import Solution

_KINDS = 24  # whose decoys are kept: 3 MB each
_PLAYERS = 1000  # whose tallies are kept, those who asked last: some 25 KB each


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


@dataclass(slots=True)
class SecretsService:
    """The secrets of a store, with the tallies of this process.

    `dealer` solves them, and has their lexicons, and seeds for decoys.
    """

    store: Store
    dealer: Dealer
    clock: Clock
    _known: Mapping[Hashable, Secret] = field(default_factory=dict, init=False)
    _known_since: int = field(default=0, init=False)
    _reads: int = field(default=0, init=False)
    _decoys: Latest[Hashable, Words] = field(default_factory=lambda: Latest(_KINDS), init=False)
    _tallies: Latest[PlayerRef, dict[Hashable, Tally]] = field(
        default_factory=lambda: Latest(_PLAYERS), init=False
    )
    _locks: Locks = field(default_factory=Locks, init=False)

    async def tell(self, player: PlayerRef, words: Collection[str]) -> Told:
        """Note that a player is told these (normalised) words, but for those that are left out."""
        player, secrets = await self._open(player)
        tallies, asked = self._tallies_of(player, secrets), Answer(frozenset(words))
        answer = asked
        # Those first of which nothing more is told: what they keep back is not told of others.
        for key in sorted(secrets, key=lambda key: not tallies[key].shut):
            answer = answer.without(tell(secrets[key], tallies[key], answer))
        return Told(asked.words - answer.words, any(tally.shut for tally in tallies.values()))

    async def check(self, player: PlayerRef, word: str, *, known: bool) -> None:
        """Raise SecretWords where a player is not to learn whether this is a word.

        `known`: it is one.
        """
        player, secrets = await self._open(player)
        tallies = self._tallies_of(player, secrets)
        if any(could_tell(secret, tallies[key], word) for key, secret in secrets.items()):
            raise SecretWords
        answer = Answer(frozenset([word] if known else ()))
        left_out = [tell(secret, tallies[key], answer) for key, secret in secrets.items()]
        if any(left_out):
            raise SecretWords

    def _tallies_of(
        self, player: PlayerRef, secrets: Mapping[Hashable, Secret]
    ) -> dict[Hashable, Tally]:
        """Return a player's tallies, of these secrets at least; those that are over are dropped."""
        tallies = {key: Tally.none(secret) for key, secret in secrets.items()}
        kept = self._tallies.get(player, {})
        tallies |= {key: each for key, each in kept.items() if key in secrets or key in self._known}
        if tallies or kept:
            self._tallies[player] = tallies
        return tallies

    async def _open(self, player: PlayerRef) -> tuple[PlayerRef, Mapping[Hashable, Secret]]:
        """Return who a player is, by whichever account, and the secrets that there are now."""
        now = self.clock()
        async with self.store.read() as work:
            rounds = await work.rounds.running()
            puzzles = await work.puzzles.since(first_secret_day(now))
            accounts = await work.links.accounts(player)
            duels = await work.duels.open_of(accounts)
        self._reads += 1
        read = self._reads
        secret: dict[Hashable, RoundRecord | Puzzle | _DuelRound] = {}
        secret |= {
            ("round", each.id): each
            for each in rounds
            if now < each.closes_at and not isinstance(each.purpose, ForDaily)
        }
        secret |= {
            ("daily", each.id): each
            for each in puzzles
            if each.opens_at <= now and not each.is_over(now)
        }
        for duel in duels:
            # Whose words both were shown are no secret any more.
            begun = {run.number for runs in duel.runs for run in runs if run.round_id}
            for number in begun:
                if not duel.both_finished(number):
                    grid = duel.grids[number - 1]
                    secret["duel", duel.id, number] = _DuelRound(duel, grid)
        secrets: dict[Hashable, Secret] = {}
        for key, each in secret.items():
            with suppress(UnknownLexicon):  # nobody can be told a word of such a list
                secrets[key] = self._known.get(key) or await self._solved(each)
        if read > self._known_since:  # not overtaken by a later read
            self._known, self._known_since = secrets, read
        return next(iter(accounts), player), secrets

    async def _solved(self, secret: "RoundRecord | Puzzle | _DuelRound") -> Secret:
        """Solve the grid of a round, a daily or a duel, with the decoys of its kind, dealt once."""
        if isinstance(secret, RoundRecord):
            solution = await self.dealer.solve(secret, ())
        else:
            house = secret.lexicon.house
            solution = (await self.dealer.deal(secret.terms, house, (), secret.grid)).solution
        grid, rules, lexicon = solution.grid, solution.rules, secret.lexicon.name
        bonuses = "".join(sorted(grid.bonuses))
        kind = lexicon, rules.name, rules.min_length, grid.rows, grid.cols, bonuses
        async with self._locks.of(kind):
            if kind not in self._decoys:
                rng = generator(next(self.dealer.seeds))

                def dealt() -> Words:
                    return deal_decoys(self.dealer.lexicon(lexicon), solution, rng)

                self._decoys[kind] = await self.dealer.workers.run(dealt)
            return Secret(grid, Words.of([solution]), self._decoys[kind])
