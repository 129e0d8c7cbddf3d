"""Draw the README's pictures, round.svg, board.png and missed.png: `python docs/picture.py`.

The round is a real one, on the grid of the README, with words that a person tried.
"""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.padding import Padding

from bot.app import App
from bot.console_app.play.seat import YOU
from bot.presenters.clock import time_left
from bot.presenters.pictures.board import Picture
from bot.presenters.pictures.colours import Theme
from bot.presenters.pictures.galleries import Gallery, Tracing
from bot.presenters.verdicts import verdict_line
from bot.presenters.wording import wording
from bot.settings import Settings
from core.grid import Grid
from core.rounds.round import Round
from core.scoring import ruleset

PICTURE = Path(__file__).with_name("round.svg")
BOARD, MISSED = PICTURE.with_name("board.png"), PICTURE.with_name("missed.png")
GRID = "SMATORGVTREIADPS .T..td.D....D..."
WORDS = ["more", "atoms", "spider", "grades", "viper", "wizard", "germ", "smart", "tread"]
WIDTH = 80


def play() -> Round:
    """Return the round, over."""
    app = App(Settings.from_environment())
    lexicon = app.lexicon("en")
    app.prepare_solver()
    from core.solver.solver import solve

    round_ = Round(
        id=0,
        solution=solve(Grid.parse(GRID), lexicon, ruleset("ruzzle", "en")),
        alphabet=lexicon.alphabet,
        starts_at=0.0,
        deadline=120.0,
        players=[YOU],
    )
    round_.start()
    for second, word in enumerate(WORDS):
        round_.submit(YOU, word, float(second))
    round_.tick(120.0)
    return round_


def draw(round_: Round) -> str:
    """Return an SVG of what was said of each word, and of the card with its board."""
    from bot.console_app.play.view import Said, finished, tone

    english = wording("en")
    console = Console(
        record=True, file=StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor"
    )
    for word in round_.plays:
        line = verdict_line(word.verdict, english, round_.solution)
        said = tone(Said(line, word.verdict.accepted), age=1)
        console.print(Padding(said, (0, 0, 0, 2)))
    console.print(finished(round_.result(), YOU, english, WIDTH))
    svg = console.export_svg(title="Seize")
    # Without its link to a font on the web: the reader's own monospace serves.
    return re.sub(r"\s*@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)


def draw_board(round_: Round) -> bytes:
    """Return the PNG of the board that a chat is shown when the round begins."""
    solution = round_.solution
    return Picture(
        solution.grid,
        solution.rules,
        theme=Theme.DARK,
        title="English · Ruzzle",
        clock=time_left(round_.deadline - round_.starts_at),
    ).png()


def draw_missed(round_: Round) -> bytes:
    """Return the PNG of the best missed words that a chat is shown when it is over."""
    missed = [Tracing.of(found, round_.solution) for found in round_.result().missed[:2]]
    return Gallery(tuple(missed), Theme.DARK, wording("en").gettext("Best missed")).png()


if __name__ == "__main__":
    played = play()
    PICTURE.write_text(draw(played), encoding="utf-8")
    BOARD.write_bytes(draw_board(played))
    MISSED.write_bytes(draw_missed(played))
