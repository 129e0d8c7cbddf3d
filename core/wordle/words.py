"""The words of a Wordle: those to be found, and those that may be guessed."""

from dataclasses import dataclass, field

from core.errors import SeizeError, translatable
from core.lexicon import Lexicon
from core.lexicon.slurs import slurs
from core.wordle.game import LONGEST, SHORTEST


class BadWordLength(SeizeError):
    """Raised when there is no game for words of a length."""

    template = translatable("words of {length} letters: use {low} to {high}")

    def __init__(self, length: int) -> None:
        super().__init__(length=length, low=SHORTEST, high=LONGEST)


@dataclass(frozen=True, slots=True, eq=False)
class WordleWords:
    """Words of one language and length, in the order of its alphabet, all of `letters`.

    `targets` are the answers: words of the common tier without slurs. `guesses` are all words
    of the list, the targets among them; of these, `hidden` are taken and never suggested: slurs.
    """

    language: str
    length: int
    letters: str
    targets: tuple[str, ...]
    guesses: tuple[str, ...]
    hidden: frozenset[str] = frozenset()
    _known: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_known", frozenset(self.guesses))

    def __contains__(self, word: str) -> bool:
        return word in self._known


def wordle_words(lexicon: Lexicon, length: int) -> WordleWords:
    """Return the words of a length, without house words; raises BadWordLength. Cost: some 0.2 s."""
    if not SHORTEST <= length <= LONGEST:
        raise BadWordLength(length)
    numbers, guesses = lexicon.graph.of_length(length)
    shameful, ranks = slurs(lexicon.language), lexicon.ranks[numbers.start : numbers.stop]
    common = zip(guesses, ranks.tolist(), strict=True)
    targets = tuple(word for word, rank in common if rank and word not in shameful)
    letters = lexicon.alphabet.letters
    return WordleWords(lexicon.language, length, letters, targets, tuple(guesses), shameful)
