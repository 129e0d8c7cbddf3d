"""The words of a Wordle: those to be found, and those that may be guessed."""

from dataclasses import dataclass, field

from core.errors import SeizeError, translatable
from core.lexicon import Lexicon
from core.lexicon.unfit import slurs, unfit
from core.wordle.game import LONGEST, SHORTEST


class BadWordLength(SeizeError):
    """Raised when there is no game for words of a length."""

    template = translatable("words of {length} letters: use {low} to {high}")

    def __init__(self, length: int) -> None:
        super().__init__(length=length, low=SHORTEST, high=LONGEST)


@dataclass(frozen=True, slots=True, eq=False)
class WordleWords:
    """Words of one language and length, in the order of its alphabet, all of `letters`.

    `targets` are words of the common tier without slurs: for these the first words were computed
    (core/wordle/openers.py). `answers` are those that a game may ask for, fit to be shown.
    `guesses` are all words of the list, the targets among them; of these, `hidden` are taken and
    never suggested: all unfit words.
    """

    language: str
    length: int
    letters: str
    targets: tuple[str, ...]
    guesses: tuple[str, ...]
    hidden: frozenset[str] = frozenset()
    answers: tuple[str, ...] = field(init=False, repr=False)
    _known: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        fit = tuple(word for word in self.targets if word not in self.hidden)
        object.__setattr__(self, "answers", fit)
        object.__setattr__(self, "_known", frozenset(self.guesses))

    def __contains__(self, word: str) -> bool:
        return word in self._known


def wordle_words(lexicon: Lexicon, length: int) -> WordleWords:
    """Return the words of a length, without house words; raises BadWordLength. Cost: some 0.2 s."""
    if not SHORTEST <= length <= LONGEST:
        raise BadWordLength(length)
    numbers, guesses = lexicon.graph.of_length(length)
    language, ranks = lexicon.language, lexicon.ranks[numbers.start : numbers.stop]
    common, offensive = zip(guesses, ranks.tolist(), strict=True), slurs(language)
    targets = tuple(word for word, rank in common if rank and word not in offensive)
    letters = lexicon.alphabet.letters
    return WordleWords(language, length, letters, targets, tuple(guesses), unfit(language))
