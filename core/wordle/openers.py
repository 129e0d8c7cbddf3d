"""The best first words, which take too long to find while somebody waits.

They are computed beforehand (`python -m benchmarks.wordle openers`) and stand in openers.json
under the digest of the words that they are for, so that other words never get them.
"""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from core.wordle.words import WordleWords


def openers(words: WordleWords, kind: str) -> list[tuple[str, int | None]]:
    """Return the best first words with their costs; none where the words are not known.

    `kind`: "best" or "hard" of the fewest guesses, "entropy" of the most information, without
    costs. A cost is the number of guesses that find all targets (see core/wordle/search.py).
    """
    found = _known().get(key_of(words), {}).get(kind, ())
    return [(word, cost) for word, cost in found]


def key_of(words: WordleWords) -> str:
    """Return what stands for these words in the file: language, length and a digest."""
    lists = "\n".join((*words.targets, "", *words.guesses))
    return f"{words.language}-{words.length}-{sha256(lists.encode()).hexdigest()[:16]}"


@cache
def _known() -> dict[str, Any]:
    known: dict[str, Any] = json.loads((files("core.wordle") / "openers.json").read_text("utf-8"))
    return known
