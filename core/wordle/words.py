"""The words of a Wordle: those to be found, and those that may be guessed."""

from dataclasses import dataclass, field

from core.errors import SeizeError, translatable
from core.lexicon import Lexicon
from core.lexicon.fair import fair, never_asked
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

    `targets` are words of the common tier without slurs. `answers` are those that a game may ask
    for: fit to be shown, and not `unfair`, as inflected forms and names are.
    `guesses` are all words of the list, the targets among them; of these, `hidden` are taken and
    never suggested: all unfit words.
    """

    language: str
    length: int
    letters: str
    targets: tuple[str, ...]
    guesses: tuple[str, ...]
    hidden: frozenset[str] = frozenset()
    unfair: frozenset[str] = frozenset()
    answers: tuple[str, ...] = field(init=False, repr=False)
    _known: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        unasked = self.hidden | self.unfair
        asked = tuple(word for word in self.targets if word not in unasked)
        object.__setattr__(self, "answers", asked)
        object.__setattr__(self, "_known", frozenset(self.guesses))

    def __contains__(self, word: str) -> bool:
        return word in self._known


def wordle_words(lexicon: Lexicon, length: int) -> WordleWords:
    """Return the words of a length, without house words; raises BadWordLength. Cost: some 0.2 s."""
    if not SHORTEST <= length <= LONGEST:
        raise BadWordLength(length)
    numbers, guesses = lexicon.graph.of_length(length)
    part, language = slice(numbers.start, numbers.stop), lexicon.language
    common = zip(guesses, lexicon.ranks[part].tolist(), fair(lexicon)[part].tolist(), strict=True)
    known = {word: is_fair for word, rank, is_fair in common if rank}
    return WordleWords(
        language,
        length,
        lexicon.alphabet.letters,
        targets=tuple(word for word in known if word not in slurs(language)),
        guesses=tuple(guesses),
        hidden=unfit(language),
        unfair=never_asked(language).union(word for word in known if not known[word]),
    )
