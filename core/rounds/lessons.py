"""The words that a round leaves to its players: three they could have known, and one to learn."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain

from core.lexicon import Lexicon
from core.lexicon.bases import Base
from core.lexicon.meanings import Meaning, meanings
from core.solver.solution import FoundWord, longest

KNOWN = 3
_COMMON = 3.0  # Zipf frequency from which a base form is known to nearly everybody
_RARE = 1.5  # and from which it is worth learning: below lies what dictionaries alone have
_LOOKED_UP = 10  # words to learn of which one with a meaning is preferred


@dataclass(frozen=True, slots=True)
class Lessons:
    """The words missed in a round that are worth telling.

    `known`: those that players could have known, no two of one base form, most points first, at
    most KNOWN. `rare`: one to learn, as it lies on the grid, and `base`, its base form as spelled;
    None and "" if there is none. `meaning`: that of the base form, None if nobody wrote one.
    `best`: the word of the grid with most points, if it is no other of them. `longest`: the longest
    word of the grid, found or not.
    """

    known: tuple[FoundWord, ...] = ()
    rare: FoundWord | None = None
    base: str = ""
    meaning: Meaning | None = None
    best: FoundWord | None = None
    longest: FoundWord | None = None


def lessons(fit: Sequence[FoundWord], found: Collection[str], lexicon: Lexicon) -> Lessons:
    """Choose from the words of a grid that may be shown, the best first, but for those found.

    Known are words of the common tier whose base form is common and has a meaning: *fonda* is
    common as a name only. Where fewer than KNOWN are, common words without follow, then the most
    frequent of the others. To learn is the best word of a rarer base form, with a meaning rather
    than without. Cost: some 30 ms.
    """
    missed = {each: lexicon.bases.of(each.word) for each in fit if each.word not in found}
    frequent = sorted(missed, key=lambda each: -missed[each][0].zipf)
    common = [each for each in missed if lexicon.rank(each.word) and _is_common(missed[each])]
    explained = (each for each in common if _base(missed[each], lexicon)[1])
    known, taken = set[FoundWord](), set[str]()
    for each in chain(explained, common, frequent):
        if len(known) == KNOWN:
            break
        spelled = {base.spelling for base in missed[each]}
        if not spelled & taken:
            known.add(each)
            taken |= spelled
    rarer = [each for each, bases in missed.items() if each not in known and _is_rare(bases)]
    learnt = [(each, *_base(missed[each], lexicon)) for each in rarer[:_LOOKED_UP]]
    by_meaning = sorted(learnt, key=lambda row: row[2] is None)
    rare, base, meaning = next(iter(by_meaning), (None, "", None))
    best = next(iter(fit), None)
    return Lessons(
        known=tuple(each for each in missed if each in known),
        rare=rare,
        base=base,
        meaning=meaning,
        best=None if best in known or best == rare else best,
        longest=longest(fit),
    )


def _is_common(bases: Sequence[Base]) -> bool:
    """Return whether a word is a form of a common one; of an unknown one, its own rank decides."""
    return bases[0].zipf >= _COMMON or not bases[0].zipf


def _is_rare(bases: Sequence[Base]) -> bool:
    return all(_RARE <= base.zipf < _COMMON for base in bases)


def _base(bases: Sequence[Base], lexicon: Lexicon) -> tuple[str, Meaning | None]:
    """Return the base form of a word, and its meaning if fit to be shown. Cost: some ms."""
    spelling = bases[0].spelling
    told = meanings(lexicon).all_of(lexicon.alphabet.normalise(spelling))
    own = (each for each in told if each.base.lower() == spelling and each.is_fit)
    return spelling, next(own, None)
