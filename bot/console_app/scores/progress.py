"""A player's progress as a picture; imports matplotlib, so only for who asked for one."""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from bot.console_app.plotting import TEXT, dress, save
from bot.presenters.standings import calendar_day, moving_average, percent
from bot.presenters.wording import Wording
from core.standings import EPOCH, MILLION, Day

WINDOW = 7  # days with a round: a week, for who plays daily
_LONG = 300  # days: whether years must be told
_DOTS, _LINE = "#9bb8d9", "#1f5a99"


def plot_progress(days: Sequence[Day], title: str, wording: Wording, path: Path) -> None:
    """Draw the share of the points of each day and its moving average in a PNG file.

    Raises SeizeError where it cannot be written.
    """
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    axes = figure.subplots()
    dates = [day.day for day in days]
    axes.scatter(
        dates,  # type: ignore[arg-type]
        [day.average / MILLION for day in days],
        s=[24 + 16 * min(day.rounds, 10) for day in days],
        color=_DOTS,
        edgecolor="white",
        zorder=2,
        label=wording.gettext("a day; the more rounds, the larger"),
    )
    axes.plot(
        dates,  # type: ignore[arg-type]
        [each / MILLION for each in moving_average(days, WINDOW)],
        color=_LINE,
        linewidth=2.2,
        marker="o" if len(days) == 1 else "",
        zorder=3,
        label=wording.gettext("mean of {count} days with a round", count=WINDOW),
    )
    if len(days) == 1:
        axes.set_xlim(dates[0] - timedelta(days=3), dates[0] + timedelta(days=3))  # type: ignore[arg-type]
    axes.set_title(title, loc="left", color=TEXT, fontsize=13, fontweight="bold", pad=24)
    _dress(axes, wording)
    save(figure, path)


def _dress(axes: Axes, wording: Wording) -> None:
    axes.set_ylabel(wording.gettext("Average of the possible points"), color=TEXT)
    axes.set_ylim(bottom=0, top=axes.get_ylim()[1] * 1.08)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: percent(y * MILLION, wording)))
    first, last = axes.get_xlim()
    axes.set_xlim(first - 0.5, last + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True, steps=[1, 2, 5, 7, 10]))
    years = last - first > _LONG
    axes.xaxis.set_major_formatter(
        FuncFormatter(lambda x, _: calendar_day(_day(x), wording, years))
    )
    dress(axes)
    axes.legend(loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=2, frameon=False, fontsize=9)


def _day(number: float) -> date:
    """Return the day of matplotlib's number of one."""
    return EPOCH + timedelta(days=number)
