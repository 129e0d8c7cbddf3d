"""Draw the README's picture, docs/round.svg: `python docs/picture.py`.

The round is a real one, on the grid of the README, with words that a person tried.
"""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.padding import Padding

from bot.app import App
from bot.presenters.verdicts import verdict_line
from bot.presenters.wording import wording
from bot.settings import Settings
from core.generator import generator
from core.grid import Grid
from core.ids import PlayerRef
from core.rounds.laws import Law
from core.rounds.round import Round
from core.scoring import ruleset

PICTURE = Path(__file__).with_name("round.svg")
GRID = "SMATORGVTREIADPS .T..td.D....D..."
WORDS = ["more", "atoms", "spider", "grades", "viper", "wizard", "germ", "smart", "tread"]
WIDTH = 80
YOU = PlayerRef("terminal", "you")


def play() -> Round:
    """Return the round, over."""
    app = App(Settings.from_environment())
    lexicon = app.lexicon("en")
    app.prepare_solver()
    from bot.console_app.deal import Dealer

    rules = ruleset("ruzzle", "en")
    grid = Grid.parse(GRID)
    dealer = Dealer(lexicon, rules, Law.EVERY_FINDER, 120, YOU, lambda: 0.0, generator(0), grid)
    round_ = dealer.deal(())
    round_.start()
    for second, word in enumerate(WORDS):
        round_.submit(YOU, word, float(second))
    round_.tick(120.0)
    return round_


def draw(round_: Round) -> str:
    """Return an SVG of what was said of each word, and of the card with its board."""
    from bot.console_app.view import Said, finished, tone

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


if __name__ == "__main__":
    PICTURE.write_text(draw(play()), encoding="utf-8")
