"""How many words random grids hold: counted, drawn in the terminal, plotted."""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.console_app.plotting import save
from core.generator import Model, random_boards
from core.lexicon import Lexicon
from core.scoring import Ruleset
from core.solver.kernel import NONE
from core.solver.solver import GridCounter

CLASS_WIDTH = 10
_BATCH = 10_000
_BAR = 50


@dataclass(frozen=True, slots=True)
class Histogram:
    """`grids`: int64[classes], how many grids hold 10 i to 10 i + 9 words; `total` words in all."""

    title: str
    grids: NDArray[np.int64]
    total: int
    most: int
    seconds: float

    def draw(self) -> str:
        """Return the histogram as lines of text, a bar for each class."""
        count = int(self.grids.sum())
        tallest = int(self.grids.max())
        lines = [self.title]
        for index, grids in enumerate(self.grids.tolist()):
            if grids:
                bar = "█" * round(_BAR * grids / tallest) or "▏"
                low = index * CLASS_WIDTH
                lines.append(f"{low:>5}-{low + CLASS_WIDTH - 1:<5}{grids:>9} {bar}")
        rate = count / self.seconds
        lines.append(
            f"{count} grids, {self.total / count:.1f} words a grid, {self.most} at most; "
            f"{self.seconds:.1f} s, {rate:,.0f} grids/s"
        )
        return "\n".join(lines)

    def plot(self, path: Path) -> None:
        """Draw the histogram in a PNG file; raises SeizeError where it cannot be written."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 5), layout="constrained")
        axes = figure.subplots()
        lows = np.arange(len(self.grids)) * CLASS_WIDTH
        axes.bar(lows, self.grids, width=CLASS_WIDTH * 0.9, align="edge", color="#2f6fb0")
        axes.set(xlabel="words in the grid", ylabel="grids", title=self.title)
        axes.spines[["top", "right"]].set_visible(False)
        save(figure, path)


def count_grids(
    lexicon: Lexicon,
    rules: Ruleset,
    rng: np.random.Generator,
    count: int,
    size: tuple[int, int],
    model: Model,
) -> Histogram:
    """Count the words of `count` random grids of `size` (rows, cols)."""
    counter = GridCounter(lexicon, rules)
    letters = lexicon.alphabet.letters
    faces = [rules.tile_letters(letter) for letter in letters]
    seconds = np.array([letters.index(f[1]) if f[1:] else NONE for f in faces], np.uint8)
    started = time.perf_counter()
    tally = np.zeros(1, np.int64)
    total = most = 0
    for start in range(0, count, _BATCH):
        boards = random_boards(lexicon, rng, min(_BATCH, count - start), size, model)
        words = counter.count_many(boards, *size, seconds[boards], longest=False).words
        classes = np.bincount(words // CLASS_WIDTH, minlength=len(tally))
        classes[: len(tally)] += tally
        tally = classes
        total += int(words.sum())
        most = max(most, int(words.max()))
    title = f"Words in random {size[0]}x{size[1]} grids ({lexicon.name}, {rules.name}, {model})"
    return Histogram(title, tally, total, most, time.perf_counter() - started)
