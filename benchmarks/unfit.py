"""Unfit words that the end of a round shows unasked: there are none.

    python -m benchmarks.unfit [--rounds N] [--languages CODE …]

Deals so many rounds a language, of seeds 1, 2, …, in each of which one player finds every third
word and half of the unfit ones. Looks for unfit words in the end as a chat is told it, the lines of
the player's card, the first page of missed words, and of every hundredth round also in the label of
its picture and on the terminal's screen; and tells in how many rounds the grid held one.
"""

import argparse
import asyncio
import io
import re
import time
from datetime import UTC, datetime
from itertools import count

from rich.console import Console

from bot.app import App
from bot.console_app.play.view import finished
from bot.presenters.cards import card_lines
from bot.presenters.ends import EndView
from bot.presenters.pictures.colours import Theme
from bot.presenters.wording import wording
from bot.settings import Settings
from core.errors import SeizeError
from core.ids import PlayerRef, Room, private_chat
from core.languages import languages
from core.lexicon import HouseWords, Lexicon
from core.lexicon.alphabet import alphabet
from core.lexicon.unfit import unfit
from core.rounds.laws import Law
from core.rounds.lessons import lessons
from core.rounds.record import RoundRecord, Terms
from core.rounds.round import Round
from core.scoring import Rules
from core.services.dealer import Dealer, Dealt

ANN = PlayerRef("terminal", "0")
DRAWN = 100  # rounds of which one is drawn, as that takes 100 ms and more


async def search(lexicon: Lexicon, rounds: int) -> tuple[int, set[str]]:
    """Return how many rounds, one for each seed from 1 on, held unfit words, and which they show.

    Cost: some 10 ms a round.
    """
    dealer, held, told = Dealer(lambda _: lexicon, count(1)), 0, set[str]()
    for number in range(rounds):
        dealt = await dealer.deal(Terms(lexicon=lexicon.name), HouseWords(), ())
        held += bool(on_grid(dealt))
        told |= shown(dealt, lexicon, drawn=number % DRAWN == 0)
    return held, told


def on_grid(dealt: Dealt) -> list[str]:
    """Return the unfit words of a dealt grid, in the order of its key."""
    known = unfit(dealt.lexicon.language)
    return [found.word for found in dealt.solution if found.word in known]


def shown(dealt: Dealt, lexicon: Lexicon, *, drawn: bool) -> set[str]:
    """Return the unfit words that the end of a round on a dealt grid shows unasked."""
    letters, words = alphabet(lexicon.language), wording(lexicon.language)
    game = Round(id=1, solution=dealt.solution, alphabet=letters, starts_at=0, deadline=9)
    game.start()
    for word in [*[found.word for found in dealt.solution][::3], *on_grid(dealt)[::2]]:
        game.submit(ANN, word, 1)
    over = game.stop(2)
    left = lessons(over.result.fit, over.result.finders, lexicon)
    view = EndView(
        _record(dealt), over.result, None, None, words, lambda _: "0", lexicon, left, ended_at=2
    )
    screen = Console(file=io.StringIO(), width=200)
    image = None
    if drawn:
        screen.print(finished(over.result, left, ANN, words, 200))
        image = view.picture(Theme.LIGHT)
    told = [
        view.reply(over.termination, 2).text,
        view.missed_words(0).text,
        *(line.text(words) for line in card_lines(over.result, left, ANN, words)),
        screen.file.getvalue(),  # type: ignore[attr-defined]
        image.alt if image else "",
    ]
    found = set()
    for word in re.findall(r"\w+", " ".join(told)):
        try:
            found.add(letters.normalise(word))
        except SeizeError:  # a number
            continue
    return found & unfit(lexicon.language)


def _record(dealt: Dealt) -> RoundRecord:
    solution = dealt.solution
    return RoundRecord(
        room=Room(private_chat(ANN)),
        started_by=ANN,
        grid=solution.grid,
        lexicon=dealt.lexicon,
        rules=Rules.RUZZLE,
        min_length=0,
        law=Law.EVERY_FINDER,
        words=len(solution),
        points=solution.points,
        starts_at=0,
        deadline=9,
        grace=0,
        day=datetime.fromtimestamp(0, UTC).date(),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Look for unfit words at the end of rounds.")
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--languages", nargs="+", default=list(languages()))
    asked = parser.parse_args()
    app = App(Settings.from_environment())
    for language in asked.languages:
        lexicon, began = app.lexicon(language), time.perf_counter()
        held, told = asyncio.run(search(lexicon, asked.rounds))
        print(
            f"{language}: {asked.rounds:,} rounds, {held / asked.rounds:.1%} with an unfit word on "
            f"the grid; shown: {', '.join(sorted(told)) or 'none'} "
            f"({time.perf_counter() - began:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
