"""Two rounds on one grid, laid side by side."""

from collections.abc import Callable, Collection, Iterable

from core.duels.comparison import Comparison, Trail, compare
from core.ids import PlayerRef
from core.lexicon import Lexicon
from core.lexicon.catalogue import UnknownLexicon
from core.lexicon.unfit import unfit
from core.lexicon.wordlist import BadWordList
from core.rounds.events import WordJudged
from core.rounds.record import PinnedLexicon
from core.rounds.result import fit_words
from core.services.dealer import Dealer
from core.solver.solution import Solution


async def compared(
    dealer: Dealer,
    lexicon: PinnedLexicon,
    solution: Solution,
    trails: tuple[Trail, Trail],
    seconds: int,
    number: int = 1,
) -> Comparison:
    """Lay two rounds beside each other, the ones of a `number`. Cost: some 40 ms."""
    hidden = unfit(lexicon.language)
    found = trails[0].words | trails[1].words
    lessons = await dealer.lessons(fit_words(solution, hidden), found, lexicon.name)
    ranks = await dealer.workers.run(_ranks, dealer.lexicon, lexicon.name, found)
    return compare(number, seconds, solution, trails, lessons, hidden, ranks)


def known(found: Iterable[tuple[float, str]], solution: Solution) -> Trail:
    """Return a round of words with their seconds, as far as a grid has them."""
    words = ((at, solution.get(word)) for at, word in found)
    return Trail(tuple((at, word) for at, word in words if word))


def played(plays: Iterable[WordJudged], start: float, players: Collection[PlayerRef]) -> Trail:
    """Return the round of a player, by whichever account, out of a journal."""
    found = ((play.at - start, play.verdict.found) for play in plays if play.player in players)
    return Trail(tuple((max(at, 0.0), word) for at, word in found if word))


def _ranks(opened: Callable[[str], Lexicon], name: str, words: Collection[str]) -> dict[str, int]:
    """Return the ranks of words by a list, 0 for the rarest; none where it is not installed."""
    try:
        lexicon = opened(name)
    except (UnknownLexicon, BadWordList):
        return {}
    return {word: int(lexicon.rank(word) or 0) for word in words}
