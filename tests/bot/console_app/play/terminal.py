"""A round at the real terminal: python -m tests.bot.console_app.play.terminal SECONDS LANG [MODE].

Not a test: the tests run it in a pseudo-terminal. Modes are "match", and
"full", where nothing can be kept any more once the round is on.
"""

import asyncio
import sys
import time

from rich.console import Console

from bot.console_app.play.game import keys_or_lines, play
from bot.console_app.play.seat import Seat
from bot.presenters.wording import wording
from core.store.memory import MemoryStore
from tests.bot.console_app.play.seats import Full, a_table
from tests.core.rounds.boards import ANA


async def main(seconds: str, language: str, mode: str = "round") -> None:
    seat = Seat(ANA, Console(), wording(language), time.time)
    rounds = 3 if mode == "match" else 1
    store = Full(MemoryStore())
    table = await a_table(seat, store, int(seconds), rounds)
    store.full = mode == "full"
    await play(table, seat, keys_or_lines(seat, sys.stdin))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
