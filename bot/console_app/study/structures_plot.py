"""Structures compared, as charts. Imports matplotlib, an extra."""

from collections.abc import Callable, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from bot.console_app.durations import duration
from bot.console_app.plotting import TEXT, dress, save
from core.study.comparison import HeightRow, Study

# Okabe and Ito's colours, told apart by who sees fewer of them, and in grey by lines.
_SEARCH, _CONSTRUCTION, _SUM, _MEMORY = "#0072B2", "#E69F00", "#000000", "#009E73"
Format = Callable[[float], str]


def plot_study(study: Study, folder: Path) -> None:
    """Draw hybrid-search.png, hybrid-total.png and structures.png; raises SeizeError."""
    _plot_search(study, folder / "hybrid-search.png")
    _plot_total(study, folder / "hybrid-total.png")
    _plot_structures(study, folder / "structures.png")


def _plot_search(study: Study, path: Path) -> None:
    figure, axes = _figure("Hybrid trie by height: search of a 4x4 grid", study)
    searches = [row.run.each for row in study.heights]
    _line(axes, study.heights, searches, _SEARCH, "-", "search")
    for row in study.heights:
        axes.annotate(
            duration(row.run.each), (row.height, row.run.each), (3, 7),
            textcoords="offset points", color=TEXT, fontsize=8, zorder=5,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.6},
        )  # fmt: skip
    axes.margins(x=0.06)
    _legend_of_hollow(axes, study.heights)
    save(figure, path)


def _plot_total(study: Study, path: Path) -> None:
    figure, axes = _figure("Hybrid trie by height: construction and search", study)
    searches = [row.run.each for row in study.heights]
    constructions = [row.construction for row in study.heights]
    sums = [sum(pair) for pair in zip(searches, constructions, strict=True)]
    _line(axes, study.heights, sums, _SUM, ":", "sum of both")
    _line(axes, study.heights, constructions, _CONSTRUCTION, "--", "construction")
    _line(axes, study.heights, searches, _SEARCH, "-", "search of a 4x4 grid")
    _legend_of_hollow(axes, study.heights)
    save(figure, path)


def _figure(title: str, study: Study) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.subplots()
    axes.set_title(
        f"{title} ({study.lexicon.name})", loc="left", color=TEXT, fontsize=13, fontweight="bold"
    )
    axes.set_xlabel("height of the tree, in letters; below it are lists", color=TEXT)
    axes.set_ylabel("time (logarithmic scale)", color=TEXT)
    axes.set_xticks([row.height for row in study.heights])
    _scale(axes, "y", duration)
    dress(axes)
    return figure, axes


def _line(
    axes: Axes,
    rows: Sequence[HeightRow],
    seconds: Sequence[float],
    colour: str,
    line: str,
    name: str,
) -> None:
    """Draw a line over the heights; hollow where the search was not done, if it is in it."""
    heights = [row.height for row in rows]
    axes.plot(heights, seconds, color=colour, linestyle=line, linewidth=2, label=name, zorder=3)
    done = [row.run.share == 1 or name == "construction" for row in rows]
    fills = [colour if each else "white" for each in done]
    axes.scatter(heights, seconds, s=36, c=fills, edgecolor=colour, linewidth=1.6, zorder=4)


def _legend_of_hollow(axes: Axes, rows: Sequence[HeightRow]) -> None:
    if any(row.run.share < 1 for row in rows):
        axes.scatter([], [], s=36, c="white", edgecolor=TEXT, label="extrapolated")
    axes.legend(loc="upper right", frameon=False, fontsize=10)


def _plot_structures(study: Study, path: Path) -> None:
    rows = sorted(study.structures, key=lambda row: -row.searches[-1].run.each)
    names = [row.structure for row in rows]
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    title = f"Structures of {len(study.lexicon):,} words ({study.lexicon.name}; logarithmic scales)"
    figure.suptitle(title, x=0.01, ha="left", color=TEXT, fontsize=13, fontweight="bold")
    search, construction, memory = figure.subplots(1, 3, sharey=True)
    runs = [row.searches[-1].run for row in rows]
    _bars(search, "best search of a 4x4 grid", names, [run.each for run in runs], _SEARCH, duration)
    for bar, run in zip(search.patches, runs, strict=True):
        if run.share < 1:
            bar.set(hatch="///", facecolor="white", edgecolor=_SEARCH)
    if any(run.share < 1 for run in runs):
        search.set_xlabel("hatched: extrapolated", color=TEXT, fontsize=9)
    built = [row.construction for row in rows]
    _bars(construction, "construction", names, built, _CONSTRUCTION, duration)
    kept = [row.memory / 1e6 for row in rows]
    _bars(memory, "memory", names, kept, _MEMORY, lambda mega: f"{mega:,.0f} MB")
    save(figure, path)


def _bars(
    axes: Axes,
    title: str,
    names: Sequence[str],
    values: Sequence[float],
    colour: str,
    write: Format,
) -> None:
    bars = axes.barh(names, values, color=colour, height=0.65, zorder=2)
    axes.bar_label(bars, [write(value) for value in values], padding=4, color=TEXT, fontsize=9)
    axes.set_title(title, loc="left", color=TEXT, fontsize=11)
    _scale(axes, "x", write)
    axes.set_xlim(min(values) / 3, max(values) * 30)
    dress(axes)
    axes.grid(visible=False)
    axes.set_xticks([])


def _scale(axes: Axes, side: str, write: Format) -> None:
    axes.set(**{f"{side}scale": "log"})
    axis = axes.xaxis if side == "x" else axes.yaxis
    axis.set_major_locator(LogLocator(10, numticks=12))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: write(value)))
