"""The words that the ends of rounds leave to learn: three within reach, and one rarer.

    python -m benchmarks.missed [--rounds N] [--languages CODE …]

Deals so many rounds a language, of seeds 1, 2, …, in which nobody finds a word, and prints what
their ends tell, a round a line: to be read by hand, for no machine knows which words people know.
Then tells in how many rounds there were three within reach, all of the common tier, and one to
learn, and in how many that has a meaning; and of the best of the three, its median share of the
points of the grid's best word.
"""

import argparse
import asyncio
from itertools import count
from statistics import median

from bot.app import App
from bot.presenters.cards import lesson_lines
from bot.presenters.wording import wording
from bot.settings import Settings
from core.languages import languages
from core.lexicon import HouseWords, Lexicon
from core.lexicon.unfit import unfit
from core.rounds.lessons import KNOWN, Lessons, lessons
from core.rounds.record import Terms
from core.rounds.result import fit_words
from core.services.dealer import Dealer


async def deal(lexicon: Lexicon, rounds: int) -> list[Lessons]:
    """Return the lessons of rounds, one for each seed from 1 on. Cost: some 20 ms a round."""
    dealer, left = Dealer(lambda _: lexicon, count(1)), []
    for _ in range(rounds):
        dealt = await dealer.deal(Terms(lexicon=lexicon.name), HouseWords(), ())
        left.append(lessons(fit_words(dealt.solution, unfit(lexicon.language)), (), lexicon))
    return left


def show(lexicon: Lexicon, left: list[Lessons]) -> None:
    """Print the words of all rounds, and the shares of rounds that have them."""
    spoken = wording("en")
    for seed, each in enumerate(left, 1):
        print(f"{seed:>3}  " + " · ".join(line.text(spoken) for line in lesson_lines(each, spoken)))
    common = sum(
        len(each.known) == KNOWN and all(lexicon.rank(found.word) for found in each.known)
        for each in left
    )
    worth = median(
        each.known[0].points / (each.best or each.known[0]).points for each in left if each.known
    )
    print(
        f"{lexicon.name}: three common words within reach in {common / len(left):.0%} of "
        f"{len(left)} rounds, the best worth {worth:.0%} of the grid's best; one to learn in "
        f"{sum(each.rare is not None for each in left) / len(left):.0%}, with a meaning in "
        f"{sum(each.meaning is not None for each in left) / len(left):.0%}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Show the words that rounds leave to learn.")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--languages", nargs="+", default=list(languages()))
    asked = parser.parse_args()
    app = App(Settings.from_environment())
    for language in asked.languages:
        lexicon = app.lexicon(language)
        show(lexicon, asyncio.run(deal(lexicon, asked.rounds)))


if __name__ == "__main__":
    main()
