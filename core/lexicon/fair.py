"""Words that are fair to be asked for or hidden: common base forms that are no names."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.lexicon.unfit import words_of

LEAST_TENTHS = 30  # of the Zipf frequency of the base form: once in a million words
AHEAD_TENTHS = 5  # three times as frequent as any other base form of the word
READ = 5  # letters of the words that somebody has read one by one: never_asked has the unfair ones


def fair(lexicon: Lexicon) -> NDArray[np.bool_]:
    """Tell of each word, by its number, whether it is a common base form, and first of all that.

    French "célèbre" is fair, though "célébrer" has this form, too; Italian "negato" is not: it is
    "negare" before it is an adjective. Of a list without base forms every common word is taken
    for one. Names and other words of `never_asked`, and unfit ones, are not looked at. Cost: some
    10 ms.
    """
    bases, graph = lexicon.bases, lexicon.graph
    own = bases.own_tenths.astype(np.int64)
    if not own.any():
        return lexicon.ranks > 0
    several = np.flatnonzero(np.diff(bases.starts) > 1)
    starts = bases.starts[several]
    first, second = (bases.tenths[bases.links[place]] for place in (starts, starts + 1))
    ahead = np.ones(len(own), np.bool_)
    ahead[several] = (own[several] >= first) & (own[several] >= second + AHEAD_TENTHS)
    low, high = np.searchsorted(graph.ends, graph.levels[READ : READ + 2])
    ahead[low:high] = True
    fair: NDArray[np.bool_] = (lexicon.ranks > 0) & (own >= LEAST_TENTHS) & ahead
    return fair


@cache
def never_asked(language: str) -> frozenset[str]:
    """Return the normalised words of an ISO 639 code that would be unfair to ask for.

    Names, foreign words and inflected forms that are spelled like a base form. Raises
    UnknownLanguage.
    """
    return words_of(language, "no_answers.txt")
