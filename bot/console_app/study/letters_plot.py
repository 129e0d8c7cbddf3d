"""Letters of words and of the best grids as a picture. Imports matplotlib, an extra."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import PowerNorm
from matplotlib.figure import Figure

from bot.console_app.plotting import TEXT, dress, save
from core.lexicon import Lexicon
from core.study.letters import LetterStudy, percent

_WORDS, _GRIDS = "#0072B2", "#E69F00"  # Okabe and Ito's, told apart by all


def plot_letters(study: LetterStudy, lexicon: Lexicon, path: Path) -> None:
    """Draw letters and pairs in a PNG file; raises SeizeError where it cannot be written."""
    figure = Figure(figsize=(9, 12), layout="constrained")
    bars, square = figure.subplots(2, height_ratios=(4, 8))
    _draw_letters(study, lexicon, bars)
    _draw_pairs(study, square)
    save(figure, path)


def _draw_letters(study: LetterStudy, lexicon: Lexicon, axes: Axes) -> None:
    order = study.order()
    places = np.arange(len(order))
    for shift, counts, colour, label in (
        (-0.2, study.words, _WORDS, f"{study.word_total:,} words"),
        (0.2, study.tiles, _GRIDS, f"the best grids ({len(study.best)})"),
    ):
        axes.bar(places + shift, percent(counts)[order], 0.4, color=colour, label=label, zorder=2)
    axes.set_xticks(places, [study.letters[i].upper() for i in order])
    axes.set_ylabel("per cent of the letters", color=TEXT)
    title = f"Letters of the words and of the best 4x4 grids ({lexicon.name})"
    axes.set_title(title, loc="left", color=TEXT, fontsize=13, fontweight="bold")
    axes.margins(x=0.01)
    dress(axes)
    axes.legend(frameon=False, fontsize=10)


def _draw_pairs(study: LetterStudy, axes: Axes) -> None:
    shares = percent(study.pairs)
    # By square roots of the shares, or all but a few pairs would look like none.
    image = axes.imshow(np.where(shares > 0, shares, np.nan), "Blues", PowerNorm(0.5, vmin=0))
    letters = list(study.letters.upper())
    axes.set_xticks(range(len(letters)), letters)
    axes.set_yticks(range(len(letters)), letters)
    axes.set_xlabel("the next letter", color=TEXT)
    axes.set_ylabel("a letter", color=TEXT)
    title = f"Pairs of letters that follow each other in words ({study.pairs.sum():,})"
    axes.set_title(title, loc="left", color=TEXT, fontsize=13, fontweight="bold")
    dress(axes)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    colours = axes.figure.colorbar(image, ax=axes, shrink=0.7, pad=0.02)
    colours.set_label("per cent of the pairs", color=TEXT)
    colours.outline.set_visible(False)
    colours.ax.tick_params(colors=TEXT, length=0)
