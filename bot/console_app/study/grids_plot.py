"""Words in random grids as a picture. Imports matplotlib, an extra, and the compiled solver."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bot.console_app.plotting import TEXT, dress, save
from core.generator import Model
from core.lexicon import Lexicon
from core.study.grids import CLASS_WIDTH, REAL, TAIL, Spread

# Okabe and Ito's colours, told apart by who sees fewer of them, and in grey by lines.
_LOOKS = {
    Model.LETTERS: ("#0072B2", "-"),
    Model.PAIRS: ("#D55E00", "--"),
    Model.DICE: ("#009E73", "-."),
}


def plot_spreads(spreads: Sequence[Spread], lexicon: Lexicon, path: Path) -> None:
    """Draw the histograms of at least one model over each other in a PNG file.

    Raises SeizeError where it cannot be written.
    """
    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.subplots()
    for spread in spreads:
        colour, line = _LOOKS[spread.model]
        shares = 100 * spread.classes() / spread.grids
        edges = np.arange(len(shares) + 1) * CLASS_WIDTH
        label = f"{spread.model}: median {spread.quantile(0.5)}, at most {spread.most}"
        axes.stairs(shares, edges, fill=True, color=colour, alpha=0.12, zorder=2)
        axes.stairs(
            shares, edges, color=colour, linestyle=line, linewidth=1.8, label=label, zorder=3
        )
    axes.set_xlim(0, max(spread.quantile(TAIL) for spread in spreads) + CLASS_WIDTH)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("words in the grid", color=TEXT)
    axes.set_ylabel(f"per cent of the grids, in classes of {CLASS_WIDTH} words", color=TEXT)
    title = f"Words in {spreads[0].grids:,} random 4x4 grids of each kind ({lexicon.name})"
    axes.set_title(title, loc="left", color=TEXT, fontsize=13, fontweight="bold")
    dress(axes)
    if lexicon.language == "fr":
        _shade(axes)
    axes.legend(loc="upper right", frameon=False, fontsize=10)
    save(figure, path)


def _shade(axes: Axes) -> None:
    """Mark the range of the real game's grids."""
    axes.axvspan(*REAL, color="#888888", alpha=0.15, linewidth=0, zorder=1)
    axes.text(
        sum(REAL) / 2, 0.6, "grids of\nthe real game:\n{}-{} words".format(*REAL),
        transform=axes.get_xaxis_transform(), ha="center", va="top", color=TEXT, fontsize=9,
    )  # fmt: skip
