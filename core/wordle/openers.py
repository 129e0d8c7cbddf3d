"""The best first words, and in hard mode second ones, which take too long to find in a game.

They are computed beforehand (`python -m benchmarks.wordle openers`) and stand in openers.json
under the digest of the words that they are for, so that other words never get them.
"""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from core.wordle.game import Turn
from core.wordle.marks import write_marks
from core.wordle.words import WordleWords

Found = tuple[str, int | None]  # a word, and its cost (see core/wordle/search.py) where known


def openers(words: WordleWords, kind: str) -> list[Found]:
    """Return the best first words with their costs; none where the words are not known.

    `kind`: "best" or "hard" of the fewest guesses, "entropy" of the most information, without
    costs. A cost is the number of guesses that find all answers (see core/wordle/search.py).
    """
    found = known().get(key_of(words), {}).get(kind, ())
    return [(word, cost) for word, cost in found]


def second_words(words: WordleWords, first: Turn) -> list[Found]:
    """Return the best second word of hard mode, if it is known: after what the first one told."""
    after = known().get(key_of(words), {}).get("seconds", {}).get(first.word, {})
    found = after.get(write_marks(first.marks))
    return [(found[0], found[1])] if found else []


def key_of(words: WordleWords) -> str:
    """Return the key of these words in the file: language, length and a digest."""
    lists = "\n".join((*words.answers, "", *words.guesses))
    return f"{words.language}-{words.length}-{sha256(lists.encode()).hexdigest()[:16]}"


@cache
def known() -> dict[str, Any]:
    """Read openers.json: its openers by the keys of the words."""
    found: dict[str, Any] = json.loads((files("core.wordle") / "openers.json").read_text("utf-8"))
    return found
