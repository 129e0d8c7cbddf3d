"""Word lists of one's own for Wordle: a file of answers, and one of further guesses."""

from pathlib import Path

from core.errors import SeizeError, translatable
from core.lexicon import alphabet
from core.lexicon.wordlist import read_file
from core.wordle.game import LONGEST, SHORTEST
from core.wordle.words import BadWordLength, WordleWords


def words_of_files(answers: Path, guesses: Path | None, language: str) -> WordleWords:
    """Return the words of a file of answers and one of further guesses, one a line.

    Lines that are no word are left out with a WordListWarning. Raises BadWordList,
    BadWordLength, SeizeError for words that are not all of one length.
    """
    letters = alphabet(language)
    targets = list(read_file(answers, letters)[0].first)
    others = list(read_file(guesses, letters)[0].first) if guesses else targets
    first = targets[0]
    for path, word in [(answers, each) for each in targets] + [(guesses, each) for each in others]:
        if len(word) != len(first):
            raise SeizeError(
                translatable(
                    "{path!r}: {word!r} and {other!r} are not of one length; give words of one "
                    "length"
                ),
                path=str(path or answers),
                word=first,
                other=word,
            )
    if not SHORTEST <= len(first) <= LONGEST:
        raise BadWordLength(len(first))
    every = tuple(sorted({*targets, *others}))
    return WordleWords(language, len(first), letters.letters, tuple(sorted(set(targets))), every)
