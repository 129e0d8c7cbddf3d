"""The Wordle coach: marks in bulk, all answers found, and how long a suggestion takes.

    python -m benchmarks.wordle [--answers FILE --guesses FILE]
    python -m benchmarks.wordle table [--lengths N …]
    python -m benchmarks.wordle openers [--answers FILE --guesses FILE]

The first prints the figures of two lists (without files: of the English words of 5 letters),
the second a Markdown table of the words of all languages by length, the third makes
core/wordle/openers.json again, which takes many minutes; with files, those of their words alone.
"""

import argparse
import hashlib
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bot.app import App
from bot.console_app.wordle.words import words_of_files
from bot.settings import Settings
from core.languages import languages
from core.wordle import openers
from core.wordle.bench import bench
from core.wordle.coach import Coach, Strategy
from core.wordle.columns import Columns, spelt
from core.wordle.game import CLASSIC, LONGEST, SHORTEST, TRIES, Turn
from core.wordle.marks import marks, write_marks
from core.wordle.search import PATIENT_UP_TO
from core.wordle.words import WordleWords, wordle_words

GAMES = 150  # from whose positions suggestions are measured
TRIED = {4: 12, 5: 12, 6: 8}  # first words that are played out, by length; else those of most bits
# In hard mode more: those that lose no game are not among the first by bits.
TRIED_HARD = TRIED | {5: 24}


def figures(words: WordleWords) -> None:
    """Print the marks in bulk, the sums of all games, and the time of suggestions."""
    started = time.perf_counter()
    columns = Columns(spelt(words.guesses, words.length))
    square = columns.marks(columns.told(spelt(words.answers, words.length)))
    taken = time.perf_counter() - started
    digest = hashlib.sha256(square.tobytes()).hexdigest()
    print(f"marks: {square.shape[0]:,} x {square.shape[1]:,} in {taken:.3f} s, SHA-256 {digest}")
    for hard in (False, True):
        coach, mode = Coach(words, hard=hard), "hard" if hard else "normal"
        for strategy in Strategy:
            started = time.perf_counter()
            score = bench(coach, strategy)
            print(
                f"{mode}, {strategy}: {score.total}/{score.answers} = {score.mean:.4f}, "
                f"{score.losses} lost, {time.perf_counter() - started:.1f} s"
            )
        print(f"{mode}, suggestions: {latency(coach)}")


def latency(coach: Coach) -> str:
    """Return how long five suggestions take, in positions of games that the coach plays."""
    taken = sorted(_seconds(coach, random.Random(GAMES)))
    p50, p95 = (taken[int(share * len(taken))] * 1000 for share in (0.5, 0.95))
    return f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, at most {taken[-1] * 1000:.0f} ms"


def _seconds(coach: Coach, rng: random.Random) -> Iterator[float]:
    for _ in range(GAMES):
        answer, turns = rng.choice(coach.words.answers), list[Turn]()
        while len(turns) < TRIES and not (turns and turns[-1].is_right):
            started = time.perf_counter()
            advice = coach.advise(turns)
            yield time.perf_counter() - started
            word = rng.choice(advice).word
            turns.append(Turn(word, marks(word, answer)))


def table(app: App, lengths: range) -> None:
    """Print a Markdown table of our words, by language and length."""
    print("| words | answers | guesses | first word | mean | lost | hard: first | mean | lost |")
    print("| --- | ---: | ---: | --- | ---: | ---: | --- | ---: | ---: |")
    for length in lengths:
        for language in languages():
            words = wordle_words(app.lexicon(language), length)
            row = f"| {language} {length} | {len(words.answers):,} | {len(words.guesses):,} "
            for hard in (False, True):
                coach = Coach(words, hard=hard)
                score = bench(coach, Strategy.BEST)
                (first,) = coach.advise((), count=1)
                row += f"| {first.word} | {score.mean:.4f} | {score.losses} "
            print(f"{row}|", flush=True)


def make_openers(words: WordleWords) -> dict[str, object]:
    """Return the entry of the words in openers.json."""
    bits = [each.word for each in Coach(words).advise((), Strategy.ENTROPY, 24)]
    found: dict[str, object] = {"entropy": [[word, None] for word in bits[:5]]}
    for kind, tried in (("best", TRIED), ("hard", TRIED_HARD)):
        found[kind] = [[word, None] for word in bits[:5]]
        if words.length in tried:
            coach = Coach(words, hard=kind == "hard", patient=kind == "hard")
            totals = [
                (score.losses, score.total, word)
                for word in bits[: tried[words.length]]
                for score in [bench(coach, Strategy.BEST, word)]
            ]
            found[kind] = [[word, total] for _, total, word in sorted(totals)[:5]]
            if coach.hard:
                first = min(totals)[2]
                found["seconds"] = {first: second_words(coach, first)}
    return found


def second_words(coach: Coach, first: str) -> dict[str, tuple[str, int]]:
    """Return the best second words by what the first is told, where many answers are left."""
    parts = Counter(marks(first, answer) for answer in coach.words.answers)
    found = {}
    for told, left in sorted(parts.items()):
        if left > PATIENT_UP_TO:
            (second,) = coach.advise([Turn(first, told)], count=1)
            assert second.guesses
            found[write_marks(told)] = (second.word, round(second.guesses * left))
    return found


def write_openers(lists: Iterator[WordleWords]) -> None:
    """Write openers.json, a list after the other; lists that are not given stay as they are."""
    path = Path(openers.__file__).with_name("openers.json")
    for words in lists:
        made = make_openers(words)
        kept = json.loads(path.read_text("utf-8")) | {openers.key_of(words): made}
        lines = (f"{json.dumps(key)}: {_line(kept[key])}" for key in sorted(kept))
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(words.language, words.length, made, flush=True)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the Wordle coach.")
    parser.add_argument(
        "what", nargs="?", default="figures", choices=["figures", "table", "openers"]
    )
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--guesses", type=Path)
    parser.add_argument("--lengths", type=int, nargs="+", default=range(SHORTEST, LONGEST + 1))
    asked = parser.parse_args()
    app = App(Settings.from_environment())
    given = asked.answers and words_of_files(asked.answers, asked.guesses, "en")
    if asked.what == "figures":
        figures(given or wordle_words(app.lexicon("en"), CLASSIC))
    elif asked.what == "table":
        table(app, asked.lengths)
    elif given:
        write_openers(iter([given]))
    else:
        write_openers(
            wordle_words(app.lexicon(language), length)
            for length in asked.lengths
            for language in languages()
        )


if __name__ == "__main__":
    main()
