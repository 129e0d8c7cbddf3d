"""Draw the README's picture, docs/round.svg: `python docs/picture.py`.

The round is a real one, on a seeded grid, with words that a person found.
"""

import re
from pathlib import Path

from bot.app import App
from bot.settings import Settings

PICTURE = Path(__file__).with_name("round.svg")
SEED = 42
WORDS = ["more", "atoms", "spider", "grades", "viper", "wizard", "germ", "smart", "tread"]


def draw() -> str:
    """Return the picture as SVG."""
    app = App(Settings.from_environment())
    lexicon = app.lexicon("en")
    app.prepare_solver()
    from bot.console_app.deal import Dealer
    from bot.console_app.picture import round_svg
    from bot.presenters.wording import wording
    from core.generator import generator
    from core.ids import PlayerRef
    from core.rounds.laws import Law
    from core.rounds.match import LADDER
    from core.scoring import ruleset

    you = PlayerRef("terminal", "you")
    rules = ruleset("ruzzle", "en")
    dealer = Dealer(lexicon, rules, Law.EVERY_FINDER, 120, you, lambda: 0.0, generator(SEED))
    round_ = dealer.deal(LADDER[-1])
    round_.start()
    for second, word in enumerate(WORDS):
        round_.submit(you, word, float(second))
    round_.tick(120.0)
    svg = round_svg(round_, you, wording("en"))
    # Without its link to a font on the web: the reader's own monospace serves.
    return re.sub(r"\s*@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
