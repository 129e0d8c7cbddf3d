"""Practice: grids of the words that are due for a player, and what each came to."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from core.daily.puzzle import first_secret_day
from core.daily.quality import common_words
from core.generator import generator
from core.ids import Member, PlayerRef
from core.lexicon import Lexicon
from core.lexicon.house import HouseWords
from core.lexicon.unfit import unfit
from core.ports import Clock, Store
from core.practice.cards import Card, Outcome, due_words
from core.rounds.purpose import ForPractice
from core.rounds.record import PinnedLexicon, RoundRecord, Terms
from core.rounds.result import fit_words
from core.scoring import ruleset
from core.services.cards import came_to
from core.services.dealer import Dealer, Dealt
from core.services.news import RoundNews
from core.services.rounds import RoundsService
from core.solver.compiler import IMPORTING
from core.solver.solution import Solution

LOOKED_BACK = 20  # rounds, and as many dailies
_FROM_ROUND = 3  # missed words of one round, the best
_LEAST = 4  # letters of a word to be practised


@dataclass(frozen=True, slots=True)
class Practised:
    """A word of a practice as it is spelled, what became of it, and its card since.

    `card` is None where no word was found at all: then nothing is noted.
    """

    word: str
    display: str
    outcome: Outcome
    card: Card | None


@dataclass(frozen=True, slots=True)
class PracticeService:
    """The practice of players, which counts for nothing.

    What was missed is read from the journal when somebody practises: nothing is written of those
    who never do.
    """

    store: Store
    clock: Clock
    rounds: RoundsService
    dealer: Dealer

    async def start(self, by: Member, terms: Terms, language: str) -> RoundNews:
        """Start a practice on a grid of the player's due words.

        Where fewer than enough are due, words missed in earlier rounds follow, then common words
        that the grid has anyhow. Raises RoundActive, and what dealing raises. Cost: up to 20
        grids to solve.
        """
        async with self.store.read() as work:
            cards = await work.cards.of(by.ref, language)
        known = {card.word for card in cards}
        due = due_words(cards, self.clock())
        missed = [word for word in await self._missed(by.ref, language) if word not in known]
        seed = next(self.dealer.seeds)
        dealt, words = await self.dealer.workers.run(
            _dealt, self.dealer.lexicon, terms, [*due, *missed], known, generator(seed)
        )

        async def deal() -> Dealt:
            return dealt

        return await self.rounds.start_own(by, terms, ForPractice(words), deal)

    async def practised(self, record: RoundRecord) -> list[Practised]:
        """Return the outcome of each word of a finished practice; none of another round."""
        words = record.purpose.words if isinstance(record.purpose, ForPractice) else ()
        async with self.store.read() as work:
            plays = await work.plays.of(record.id)
            cards = await work.cards.of(record.started_by, record.lexicon.language)
        solution = await self.dealer.solve(record, ())
        noted = any(play.verdict.accepted for play in plays)
        known = {card.word: card for card in cards} if noted else {}
        rows = []
        for word, outcome in came_to(record, words, plays).items():
            found = solution.get(word)
            display = found.display if found else word
            rows.append(Practised(word, display, outcome, known.get(word)))
        return rows

    async def _missed(self, player: PlayerRef, language: str) -> list[str]:
        """Return common words that a player missed lately, those missed most often first."""
        async with self.store.read() as work:
            played = await work.standings.played(player, language)
            tried = await work.attempts.by(player, language)
            over = first_secret_day(self.clock())
            dailies = [each for each in tried if each.day < over and each.finished_at is not None]
            ids = [each.round_id for each in played[-LOOKED_BACK:]]
            ids += [each.round_id for each in dailies[-LOOKED_BACK:]]
            records = [await work.rounds.get(round_id) for round_id in ids]
            journals = [await work.plays.of(round_id) for round_id in ids]
        counts = Counter[str]()
        for record, plays in zip(records, journals, strict=True):
            if record:
                found = {
                    play.verdict.word
                    for play in plays
                    if play.player == player and play.verdict.accepted
                }
                solution = await self.dealer.solve(record, ())
                counts.update(
                    await self.dealer.workers.run(
                        _best_common, self.dealer.lexicon, record.lexicon.name, solution, found
                    )
                )
        return [word for word, _ in counts.most_common()]


def _best_common(
    opened: Callable[[str], Lexicon], name: str, solution: Solution, found: Collection[str]
) -> list[str]:
    """Return the best common words of a round that its player missed."""
    lexicon = opened(name)
    left = fit_words(common_words(solution, lexicon), unfit(lexicon.language) | set(found))
    return [each.word for each in left if len(each.word) >= _LEAST][:_FROM_ROUND]


def _dealt(
    opened: Callable[[str], Lexicon],
    terms: Terms,
    wanted: Sequence[str],
    known: AbstractSet[str],
    rng: np.random.Generator,
) -> tuple[Dealt, tuple[str, ...]]:
    """Deal a grid of some of the words wanted, with the words that it is to practise."""
    # The compiled solver: only where a job may wait for it.
    with IMPORTING:
        from core.playable import playable_grids  # noqa: PLC0415
        from core.practice.grids import ENOUGH, grid_with  # noqa: PLC0415
        from core.solver.solver import solve  # noqa: PLC0415

    lexicon = opened(terms.lexicon)
    rules = ruleset(terms.rules, lexicon.language)
    wanted = [word for word in wanted if word in lexicon]
    layout = grid_with(wanted, lexicon, rules, rng, terms.size)
    grid = layout.grid if layout else next(playable_grids(lexicon, rules, rng, terms.size))
    solution = solve(grid, lexicon, rules)
    words = list(layout.words) if layout else []
    fit = fit_words(common_words(solution, lexicon), unfit(lexicon.language) | known | set(words))
    fillers = sorted(
        (each.word for each in fit if len(each.word) >= _LEAST),
        key=lambda word: lexicon.rank(word) or 0,
    )
    words += fillers[: max(ENOUGH - len(words), 0)]
    pinned = PinnedLexicon(lexicon.name, lexicon.language, lexicon.digest, HouseWords())
    return Dealt(solution, pinned), tuple(words)
