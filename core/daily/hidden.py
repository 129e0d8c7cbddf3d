"""The words and letters that a daily hides, and the words that it must not show."""

import numpy as np

from core.lexicon import Lexicon
from core.lexicon.alphabet import MAX_LETTERS
from core.lexicon.fair import fair, never_asked
from core.lexicon.unfit import slurs, unfit
from core.optimizer.objective import BadObjective
from core.solver import kernel

# Letters of a hidden word. 12 leave four tiles to the search, and 500 words and more to find;
# of 13 and more, down to 285.
SHORTEST, LONGEST = 8, 12
# Letters that a grid must have, each at least this part of all letters in the words. With them the
# richest grid is another one for each seed: without, three seeds of three came to the same.
_NEEDED, _COMMON = 4, 0.01


def hidden_word(lexicon: Lexicon, seed: int, used: frozenset[str]) -> str:
    """Draw a common base form of SHORTEST to LONGEST letters that was not used.

    It is fair and fit to be shown, and no slur is in it, for it would be on every grid that
    hides the word. Where all were used, used ones are drawn again. Raises BadObjective where
    there is none. Cost: some ms.
    """
    sizes = np.searchsorted(lexicon.graph.levels, lexicon.graph.ends, "right") - 1
    fits = fair(lexicon) & (sizes >= SHORTEST) & (sizes <= LONGEST)
    numbers = np.random.default_rng(seed).permutation(np.flatnonzero(fits))
    shown, untold = common_slurs(lexicon), unfit(lexicon.language) | never_asked(lexicon.language)
    for skipped in (used | untold, untold):
        for number in numbers:
            word = _spell(lexicon, number)
            if word not in skipped and not any(slur in word for slur in shown):
                return word
    raise BadObjective.no_common_tier(lexicon.name)


def needed_letters(lexicon: Lexicon, allowed: str, seed: int) -> str:
    """Draw the letters that a grid must have, of those `allowed`, in the alphabet's order."""
    counts = dict(zip(lexicon.alphabet.letters, lexicon.letter_counts.tolist(), strict=True))
    least = _COMMON * sum(counts.values())
    letters = [letter for letter in allowed if counts[letter] >= least]
    # Not the generator of the runs and of the hidden word, which have the seed itself.
    rng = np.random.default_rng([seed, _NEEDED])
    drawn = rng.choice(len(letters), min(_NEEDED, len(letters)), replace=False)
    return "".join(sorted(letters[number] for number in drawn))


def _spell(lexicon: Lexicon, number: int) -> str:
    spelt = np.zeros((1, MAX_LETTERS), np.uint8)
    kernel.spell(lexicon.graph.nodes, lexicon.graph.ends[[number]], spelt)
    return "".join(lexicon.alphabet.letters[code - 1] for code in spelt[0] if code)


def common_slurs(lexicon: Lexicon) -> list[str]:
    """Return the slurs of the common tier: such as people would find."""
    return sorted(word for word in slurs(lexicon.language) if lexicon.rank(word))
