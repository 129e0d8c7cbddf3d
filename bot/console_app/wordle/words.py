"""Word lists of one's own for Wordle: a file of answers, and one of further guesses."""

from pathlib import Path
from warnings import warn

from core.errors import BadWordList, SeizeError, WordListWarning, translatable
from core.lexicon import alphabet
from core.lexicon.wordlist import parse_words, read_text
from core.wordle.game import LONGEST, SHORTEST
from core.wordle.words import BadWordLength, WordleWords


class MixedLengths(SeizeError):
    """Word lists whose words are not all of one length."""

    def __init__(self, path: Path, word: str, other: str) -> None:
        template = translatable(
            "{path!r}: {word!r} and {other!r} are not of one length; give words of one length"
        )
        super().__init__(template, path=str(path), word=word, other=other)


def words_of_files(answers: Path, guesses: Path | None, language: str) -> WordleWords:
    """Return the words of a file of answers and one of further guesses, one a line.

    Lines that are no word are left out with a WordListWarning. Raises BadWordList,
    MixedLengths, BadWordLength.
    """
    targets = _read(answers, language)
    others = _read(guesses, language) if guesses else targets
    first = targets[0]
    for path, word in [(answers, each) for each in targets] + [(guesses, each) for each in others]:
        if len(word) != len(first):
            raise MixedLengths(path or answers, first, word)
    if not SHORTEST <= len(first) <= LONGEST:
        raise BadWordLength(len(first))
    every = tuple(sorted({*targets, *others}))
    letters = alphabet(language).letters
    return WordleWords(language, len(first), letters, tuple(sorted(set(targets))), every)


def _read(path: Path, language: str) -> list[str]:
    """Return the words of a file, normalised; raises BadWordList."""
    listed = parse_words(read_text(path).splitlines(), alphabet(language))
    if not listed.first:
        raise BadWordList.empty(path)
    if listed.bad_lines:
        warn(WordListWarning(path, len(listed.bad_lines), listed.bad_lines[:3]), stacklevel=2)
    return list(listed.first)
