"""The picture of a solved grid, in a file."""

from pathlib import Path

from bot.console_app.plotting import check_place, write
from bot.presenters.pictures.colours import Theme
from bot.presenters.verdicts import word_points
from core.errors import SeizeError, translatable
from core.solver.solution import Solution


def check_picture(path: Path | None, *, stream: bool, dark: bool) -> None:
    """Raise SeizeError if the picture asked for could not be drawn, before anything is solved."""
    if dark and not path:
        raise SeizeError(translatable("--dark goes with --picture"))
    if path and stream:
        raise SeizeError(translatable("--picture goes without “-”: it shows one grid"))
    if path:
        check_place(path)


def draw_best(solution: Solution, path: Path, *, dark: bool) -> None:
    """Write a PNG file of the grid with its best word; raises SeizeError."""
    # Who asks for no picture does not wait for Pillow.
    from bot.presenters.pictures.board import Picture  # noqa: PLC0415

    theme = Theme.DARK if dark else Theme.LIGHT
    best = solution.words[0] if solution.words else None
    cells, caption = (best.path, (word_points(best),)) if best else ((), ())
    write(Picture(solution.grid, solution.rules, cells, caption, theme).png(), path)
