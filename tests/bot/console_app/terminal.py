"""A round at the real terminal: python -m tests.bot.console_app.terminal SECONDS LANGUAGE [match].

Not a test: the tests run it in a pseudo-terminal.
"""

import sys
import time

from rich.console import Console

from bot.console_app.game import play, play_match
from bot.console_app.seat import Seat
from bot.presenters.wording import wording
from core.grid import Bonus
from core.rounds.round import Round
from tests.core.rounds.boards import ANA, a_round


def main(seconds: str, language: str, mode: str = "round") -> None:
    seat = Seat(ANA, Console(), wording(language), time.time)

    def deal(_: tuple[Bonus, ...]) -> Round:
        now = time.time()
        return a_round(starts_at=now, deadline=now + float(seconds), players=(ANA,))

    if mode == "match":
        play_match(deal, seat, sys.stdin)
    else:
        play(deal(()), seat, sys.stdin)


if __name__ == "__main__":
    main(*sys.argv[1:])
