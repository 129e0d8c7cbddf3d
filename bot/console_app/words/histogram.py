"""Histograms of the words in random grids, in the terminal and as pictures."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bot.console_app.plotting import save
from bot.presenters.wording import Wording
from core.generator import Model
from core.lexicon import Lexicon
from core.scoring import Ruleset
from core.study.grids import CLASS_WIDTH, Spread, count_words

_BAR = 50


@dataclass(frozen=True, slots=True)
class Histogram:
    """The grids of one model, in classes of 10 words."""

    title: str
    spread: Spread
    wording: Wording

    def draw(self) -> str:
        """Return the histogram as lines of text, a bar for each class."""
        classes, spread = self.spread.classes(), self.spread
        lines = [self.title]
        for index, grids in enumerate(classes.tolist()):
            if grids:
                low = index * CLASS_WIDTH
                drawn = bar(grids / int(classes.max()), _BAR)
                lines.append(f"{low:>5}-{low + CLASS_WIDTH - 1:<5}{grids:>9} {drawn}")
        number = self.wording.number
        lines.append(
            self.wording.gettext(
                "{grids} grids, {mean} words a grid, {most} at most; {seconds} s, {rate} grids/s",
                grids=number(spread.grids),
                mean=number(spread.mean, 1),
                most=number(spread.most),
                seconds=number(spread.seconds, 1),
                rate=number(spread.grids / spread.seconds),
            )
        )
        return "\n".join(lines)

    def plot(self, path: Path) -> None:
        """Draw the histogram in a PNG file; raises SeizeError where it cannot be written."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 5), layout="constrained")
        axes = figure.subplots()
        classes = self.spread.classes()
        lows = np.arange(len(classes)) * CLASS_WIDTH
        axes.bar(lows, classes, width=CLASS_WIDTH * 0.9, align="edge", color="#2f6fb0")
        gettext = self.wording.gettext
        axes.set(xlabel=gettext("words in the grid"), ylabel=gettext("grids"), title=self.title)
        axes.spines[["top", "right"]].set_visible(False)
        save(figure, path)


def bar(share: float, width: int) -> str:
    """Return a bar of `share` (0 to 1) of `width` characters; a thin one of what rounds to none."""
    return "█" * round(share * width) or "▏" * (share > 0)


def count_grids(
    lexicon: Lexicon,
    rules: Ruleset,
    rng: np.random.Generator,
    count: int,
    size: tuple[int, int],
    model: Model,
    wording: Wording,
) -> Histogram:
    """Count the words of `count` random grids of `size` (rows, cols); raises NoDice."""
    title = wording.gettext(
        "Words in random {rows}x{cols} grids ({lexicon}, {rules}, {model})",
        rows=size[0],
        cols=size[1],
        lexicon=lexicon.name,
        rules=rules.name,
        model=model,
    )
    return Histogram(title, count_words(lexicon, rules, rng, count, size, model), wording)
