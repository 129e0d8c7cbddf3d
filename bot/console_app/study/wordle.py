"""The first word of a Wordle by three ways: `seize study wordle`, its table and JSON."""

import json

from rich.console import Console

from bot.console_app.durations import duration
from bot.console_app.optimize.hall import table_for
from core.study.wordle import Timed, compare
from core.wordle.words import WordleWords


def run(words: WordleWords, limit: float, *, json_: bool) -> None:
    """Find the most informative word in each way, `limit` seconds each, and show the time it takes.

    The JSON is one object: language, length, answers, guesses (how many), word, bits; ways, each
    {name, done (guesses), seconds, whole (seconds for all guesses, at that rate)}.
    """
    ways, word, bits = compare(words, limit)
    if json_:
        print(json.dumps(_facts(words, ways, word, bits), ensure_ascii=False))
        return
    print(f"{len(words.guesses):,} words that may be guessed, {len(words.answers):,} answers")
    console = Console()
    table = table_for(console, ("way", "words done", "all of them"), right=("words done",), fold=())
    for way in ways:
        done = f"{way.done:,} in {duration(way.seconds)}"
        table.add_row(way.name, done, duration(way.whole))
    console.print(table)
    print(f"most information: {word.upper()}, {bits:.3f} bits; all ways agree where they got to")


def _facts(words: WordleWords, ways: list[Timed], word: str, bits: float) -> dict[str, object]:
    return {
        "language": words.language,
        "length": words.length,
        "answers": len(words.answers),
        "guesses": len(words.guesses),
        "word": word,
        "bits": round(bits, 9),
        "ways": [
            {"name": way.name, "done": way.done, "seconds": way.seconds, "whole": way.whole}
            for way in ways
        ],
    }
