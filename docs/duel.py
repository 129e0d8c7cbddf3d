"""The picture of a duel's round: `python -m docs.duel` writes docs/duel.png and docs/duel.fr.png.

Ana and Ben are computer players of two levels; what they find on a random grid, and the picture,
are what the bot makes of a round.
"""

import asyncio
from itertools import count
from pathlib import Path

from bot.app import App
from bot.presenters.duels.picture import compared_picture
from bot.presenters.duels.titles import duel_title
from bot.presenters.pictures.colours import Theme
from bot.presenters.wording import wording
from bot.settings import Settings
from core.duels.comparison import Trail, compare
from core.duels.duel import LIFETIME, Duel, DuelGrid, Side
from core.ids import ChatRef, PlayerRef, Room
from core.lexicon.house import HouseWords
from core.lexicon.unfit import unfit
from core.opponents.finds import finds
from core.rounds.lessons import lessons
from core.rounds.match import LADDER
from core.rounds.record import Terms
from core.rounds.result import fit_words
from core.services.dealer import Dealer

LEVELS = 9, 8
SEED = {"en": 5, "fr": 3}
PICTURES = {"en": "duel.png", "fr": "duel.fr.png"}


def draw(language: str) -> bytes:
    """Return the picture in a language."""
    app = App(Settings())
    lexicon, terms = app.lexicon(language), Terms(lexicon=language)
    dealer = Dealer(app.lexicon, count(SEED[language]))
    dealt = asyncio.run(dealer.deal(terms, HouseWords(), LADDER[1]))
    solution, hidden = dealt.solution, unfit(language)
    mine, theirs = (
        Trail(tuple(finds(solution, lexicon, level, terms.seconds, "Seize"))) for level in LEVELS
    )
    told = lessons(fit_words(solution, hidden), mine.words | theirs.words, lexicon)
    compared = compare(2, terms.seconds, solution, (mine, theirs), told, hidden, {})
    grid = DuelGrid(solution.grid, len(solution), solution.points)
    duel = Duel(
        code="",
        room=Room(ChatRef("terminal", "here")),
        challenger=PlayerRef("terminal", "ana"),
        lexicon=dealt.lexicon,
        rules=terms.rules,
        min_length=solution.rules.min_length,
        seconds=terms.seconds,
        grids=(grid,) * len(LADDER),
        salt="",
        made_at=0.0,
        expires_at=LIFETIME,
    )
    names = "Ana", "Ben"
    words = wording(language)
    title = duel_title(duel, words, compared.number)
    return compared_picture(title, compared, Side.CHALLENGER, names, words, Theme.DARK).data


def main() -> None:
    """Write the pictures."""
    for language, name in PICTURES.items():
        Path(__file__).with_name(name).write_bytes(draw(language))


if __name__ == "__main__":
    main()
