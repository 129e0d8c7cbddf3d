"""Wordles whose word is known."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from core.lexicon import Lexicon
from core.wordle.words import wordle_words

Lexicons = Callable[[str], Lexicon]


def drawing(word: str, lexicon: Lexicons, language: str = "en") -> Callable[[int], int]:
    """Return a function that draws a word, also as the first word of a day, in place of chance."""
    place = sorted(wordle_words(lexicon(language), len(word)).answers).index(word)
    return lambda _: place


def answer(database: Path) -> str:
    """Return the answer of the game in an SQLite file that was begun last."""
    with closing(sqlite3.connect(database)) as connection:
        ((word,),) = connection.execute("SELECT answer FROM wordles ORDER BY id DESC LIMIT 1")
    return str(word)


def others(word: str, lexicon: Lexicons, count: int = 6) -> list[str]:
    """Return some words that have no letter of an English word."""
    _, words = lexicon("en").graph.of_length(len(word))
    return [each for each in words if not set(each) & set(word)][:count]
