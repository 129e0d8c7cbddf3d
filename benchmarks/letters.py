"""The time to find the words of a set of letters, with their usual spellings.

    python -m benchmarks.letters [LEXICON]

Draws 16 letters 200 times by how often the words of a list have them, then takes the letters of
the best French grid with more and more wildcards, and asks for words of all letters while the
index of a length is still to be made ("first", of the first of them), and again. The checksum is
the number of words found.

Last result, 2026-11-22, a 2-core virtual machine (Intel Xeon), Python 3.11, other work beside it:

    200 draws of 16 letters (fr)  4.1 ms median, 11.2 ms p95, 33.3 ms at most  checksum 438255
    CRESAMINILATLSER      18.8 ms  checksum 8870
    CRESAMINILATLSE?     129.2 ms  checksum 44628
    CRESAMINILATLS??     296.3 ms  checksum 90207
    CRESAMINILATL???     569.8 ms  checksum 155829
    CRESAMINILAT????     984.4 ms  checksum 237467
    CENTRALISERAI, all of them, first   80.81 ms  checksum 5
    CENTRALISERAI, all of them, again    0.07 ms  checksum 5
    CENTRALIS????, all of them, first   19.94 ms  checksum 283
    CENTRALIS????, all of them, again   28.10 ms  checksum 283
"""

import sys
import time

import numpy as np

from bot.app import App
from bot.settings import Settings
from core.anagrams import WILDCARD, Rack, words_of
from core.lexicon import Lexicon

RICHEST = "CRESAMINILATLSER"
DRAWS = 200
ROUNDS = 3  # of each question; the least time counts


def timed(lexicon: Lexicon, rack: Rack, least: int = 2, rounds: int = ROUNDS) -> tuple[float, int]:
    """Return the milliseconds of a question, and how many words answer it."""
    took = []
    for _ in range(rounds):
        started = time.perf_counter()
        classes = words_of(lexicon, rack, least)
        took.append(1000 * (time.perf_counter() - started))
    return min(took), sum(len(each.words) for each in classes)


def main(name: str) -> None:
    lexicon = App(Settings.from_environment()).lexicon(name)
    alphabet, rng = lexicon.alphabet, np.random.default_rng(1)
    often = lexicon.letter_counts / lexicon.letter_counts.sum()
    drawn = ["".join(rng.choice(list(alphabet.letters), 16, p=often)) for _ in range(DRAWS)]
    took, words = zip(*(timed(lexicon, Rack(letters)) for letters in drawn), strict=True)
    middle, most, worst = np.percentile(took, [50, 95, 100])
    print(
        f"{DRAWS} draws of 16 letters ({name})  {middle:.1f} ms median, {most:.1f} ms p95, "
        f"{worst:.1f} ms at most  checksum {sum(words)}"
    )
    for wildcards in range(5):
        letters = RICHEST[: 16 - wildcards] + WILDCARD * wildcards
        took_here, count = timed(lexicon, Rack.parse(alphabet, letters))
        print(f"{letters}  {took_here:8.1f} ms  checksum {count}")
    for letters in ("CENTRALISERAI", "CENTRALIS????"):
        rack = Rack.parse(alphabet, letters)
        for how in ("first", "again"):
            took_here, count = timed(lexicon, rack, len(rack), rounds=1)
            print(f"{letters}, all of them, {how}  {took_here:6.2f} ms  checksum {count}")


if __name__ == "__main__":
    main(*sys.argv[1:] or ["fr"])
