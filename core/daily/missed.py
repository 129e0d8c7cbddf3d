"""The words of an open daily that a player is shown after their attempt."""

from collections.abc import Collection

from core.daily.quality import common_words
from core.lexicon import Lexicon
from core.lexicon.unfit import unfit
from core.rounds.result import fit_words
from core.solver.solution import FoundWord, Solution

MOST = 3
# Found words for each missed one that is shown: a second account that ends at once sees none.
_FOUND = 5


def best_missed(
    solution: Solution, found: Collection[str], lexicon: Lexicon
) -> tuple[FoundWord, ...]:
    """Return the best common words that were not found, one for each five found, at most MOST.

    `found` are the normalised words of one attempt. No unfit word is among them. Cost: some ms.
    """
    skipped = unfit(lexicon.language) | set(found)
    missed = fit_words(common_words(solution, lexicon), skipped)
    return missed[: min(len(found) // _FOUND, MOST)]
