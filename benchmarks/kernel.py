"""Grids solved a second: the compiled kernel beside a plain dict trie, in one process.

ENABLE, 4x4, words of 3 letters and more, one thread, in turn; the figures are the
medians of all turns. The trie solves 2,000 grids a turn, the kernel these and 38,000
more, so that each works for a while and no grid comes twice in a turn. "dice" rolls the
sixteen dice of the English game, "letters" draws by the letter frequencies of the words,
"rich" takes the best English board with one letter changed and two tiles swapped. The
checksum is the number of words of the 2,000, the same for both. Full solutions are of
300 rich grids, with bonuses, every word with its best path as Python objects.

    make bench

Last result, 2026-11-21, one core of a 2-core virtual machine (Intel Xeon), Python 3.11:

    grids       trie/s  kernel/s  ratio  checksum
    dice         4,857   421,636    87x  192314
    letters      3,767   331,291    88x  233366
    rich         1,388   113,262    81x  1235596
    full solutions, rich: 0.59 ms a grid of 636 words; checksum 5643653
"""

import random
import statistics
import time
from collections.abc import Callable

import numpy as np

from benchmarks import dict_trie
from bot.app import App
from bot.settings import Settings

TURNS = 5
GRIDS = 40_000
SLOW_GRIDS = 2000
# The dice of the English edition sold since 1987; its Qu is a bare Q here.
DICE = [
    "aaeegn",
    "abbjoo",
    "achops",
    "affkps",
    "aoottw",
    "cimotu",
    "deilrx",
    "delrvy",
    "distty",
    "eeghnw",
    "eeinsu",
    "ehrtvw",
    "eiosst",
    "elrtty",
    "himnqu",
    "hlnnrz",
]
BEST = "perslatgsineters"


def grids(kind: str, rng: random.Random, frequencies: list[int]) -> list[str]:
    made = []
    for _ in range(GRIDS):
        if kind == "dice":
            rolled = [rng.choice(die) for die in rng.sample(DICE, 16)]
        elif kind == "letters":
            rolled = rng.choices("abcdefghijklmnopqrstuvwxyz", frequencies, k=16)
        else:
            rolled = list(BEST)
            rolled[rng.randrange(16)] = rng.choice("etaionsrl")
            a, b = rng.sample(range(16), 2)
            rolled[a], rolled[b] = rolled[b], rolled[a]
        made.append("".join(rolled))
    return made


def seconds(function: Callable[[], int]) -> tuple[float, int]:
    started = time.perf_counter()
    result = function()
    return time.perf_counter() - started, result


def main() -> None:
    app = App(Settings.from_environment())
    lexicon = app.lexicon("en-enable")
    app.prepare_solver()
    from core.grid import Grid
    from core.scoring import ruleset
    from core.solver.solver import GridCounter, solve

    rules, ruzzle = ruleset("boggle", "en"), ruleset("ruzzle", "en")
    counter, trie = GridCounter(lexicon, rules), dict_trie.build(lexicon)
    letters = lexicon.alphabet.letters
    rng = random.Random(16)
    print(f"{'grids':8} {'trie/s':>9} {'kernel/s':>9} {'ratio':>6}  checksum")
    for kind in ("dice", "letters", "rich"):
        made = grids(kind, rng, lexicon.letter_counts.tolist())
        boards = np.array([[letters.index(letter) for letter in grid] for grid in made], np.uint8)

        def plain(few: list[str] = made[:SLOW_GRIDS]) -> int:
            return sum(len(dict_trie.solve(grid, 4, 4, trie, 3)) for grid in few)

        def fast(boards: np.ndarray = boards) -> int:
            words = counter.count_many(boards, 4, 4, longest=False).words
            return int(words[:SLOW_GRIDS].sum())

        turns = [(seconds(plain), seconds(fast)) for _ in range(TURNS)]
        assert len({checksum for turn in turns for _, checksum in turn}) == 1
        rates = [(SLOW_GRIDS / slow, GRIDS / quick) for (slow, _), (quick, _) in turns]
        slow_rate, quick_rate = (statistics.median(column) for column in zip(*rates, strict=True))
        ratio = statistics.median(quick / slow for slow, quick in rates)
        print(f"{kind:8} {slow_rate:9,.0f} {quick_rate:9,.0f} {ratio:5.0f}x  {turns[0][0][1]}")

    bonuses = "dtDDT" + "." * 11
    rich = [Grid.of(grid.upper(), "".join(rng.sample(bonuses, 16))) for grid in made[:300]]

    def full() -> int:
        return sum(solve(grid, lexicon, ruzzle).points for grid in rich)

    turns_full = [seconds(full) for _ in range(TURNS)]
    each = statistics.median(turn for turn, _ in turns_full) / len(rich)
    words = sum(len(solve(grid, lexicon, ruzzle)) for grid in rich) / len(rich)
    print(
        f"full solutions, rich: {each * 1000:.2f} ms a grid of {words:.0f} words; "
        f"checksum {turns_full[0][1]}"
    )


if __name__ == "__main__":
    main()
