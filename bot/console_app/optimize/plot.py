"""Searches as pictures: the best score by evaluations. Imports matplotlib, an extra."""

from collections.abc import Iterable, Sequence
from itertools import cycle
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from numpy.typing import NDArray

from bot.console_app.plotting import TEXT, dress, save
from bot.presenters.wording import Wording
from core.optimizer.compare import Row
from core.optimizer.methods import Name
from core.optimizer.problem import Problem

Curve = Sequence[tuple[int, int]]
# Okabe and Ito's colours, which are told apart by who sees fewer of them, and in grey by lines.
_COLOURS = ("#0072B2", "#000000", "#E69F00", "#009E73", "#D55E00", "#CC79A7")
_LINES = ("-", ":", "-", "--", "-.", (0, (5, 1, 1, 1, 1, 1)))
_LOOKS = dict(zip(Name, cycle(zip(_COLOURS, _LINES, strict=True)), strict=False))
_POINTS = 400


def plot_search(curve: Curve, method: Name, problem: Problem, path: Path, words: Wording) -> None:
    """Draw the best score of a search at each number of evaluations; raises SeizeError."""
    figure, axes = _figure(
        words.gettext("Best grid by evaluations: {problem}", problem=_title(problem, words)), words
    )
    xs, ys = steps(curve)
    colour, _ = _LOOKS[method]
    axes.plot(xs, ys, color=colour, linewidth=2, drawstyle="steps-post")
    axes.annotate(
        words.number(int(ys[-1])), (float(xs[-1]), float(ys[-1])), (4, 0),
        textcoords="offset points", color=colour, va="center", fontsize=9, annotation_clip=False,
    )  # fmt: skip
    told = {"method": method, "objective": problem.objective}
    axes.set_ylabel(words.gettext("best score of {method} ({objective})", **told), color=TEXT)
    save(figure, path)


def plot_comparison(rows: Iterable[Row], problem: Problem, path: Path, words: Wording) -> None:
    """Draw the mean best score of each method's searches; raises SeizeError."""
    figure, axes = _figure(
        words.gettext("Methods compared: {problem}", problem=_title(problem, words)), words
    )
    searches = 0
    for row in rows:
        xs, ys = mean_curve([outcome.curve for outcome in row.outcomes])
        colour, line = _LOOKS[row.method]
        axes.plot(xs, ys, color=colour, linestyle=line, linewidth=2, label=row.method)
        searches = max(searches, len(row.outcomes))
    told = {"count": searches, "objective": problem.objective}
    axes.set_ylabel(words.gettext("mean best score of {count} ({objective})", **told), color=TEXT)
    axes.legend(loc="upper left", frameon=False, fontsize=9)
    save(figure, path)


def steps(curve: Curve) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return evaluations, ascending, and the best score up to each, of a curve in any order."""
    xs, ys = np.array(sorted(curve), np.int64).T
    return xs, np.maximum.accumulate(ys)


def mean_curve(curves: Sequence[Curve]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return evaluations, evenly by their logarithm, and the mean of the curves there.

    From where all have begun to where the last ends; one that has ended stays as it is.
    """
    stepped = [steps(curve) for curve in curves]
    first, last = max(xs[0] for xs, _ in stepped), max(xs[-1] for xs, _ in stepped)
    places = np.geomspace(first, last, _POINTS)
    # What geomspace rounds down would fall before the first.
    places[0], places[-1] = first, last
    values = [ys[np.searchsorted(xs, places, "right") - 1] for xs, ys in stepped]
    return places, np.mean(values, axis=0)


def _figure(title: str, words: Wording) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.set_xlabel(words.gettext("evaluations"), color=TEXT)
    axes.set_title(title, loc="left", color=TEXT, fontsize=13, fontweight="bold")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: words.number(x)))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=8, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: words.number(y)))
    dress(axes)
    return figure, axes


def _title(problem: Problem, words: Wording) -> str:
    rows, cols = problem.size
    return words.gettext(
        "{objective} in {rows}x{cols} ({lexicon}, {rules})",
        objective=problem.objective,
        rows=rows,
        cols=cols,
        lexicon=problem.lexicon,
        rules=problem.rules,
    )
