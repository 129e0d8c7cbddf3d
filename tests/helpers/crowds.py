"""Twenty players in a room, who watch for the verdict on each of their words."""

import asyncio
import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.bot.server.tables import Table

NAMES = [
    *("Ana", "Ben", "Chloé", "Dimitri", "Elisabeth", "Friedrich", "Giuseppe", "Hannah", "Ingrid"),
    *("Jean-Baptiste", "Katharina", "Lorenzo", "Maximilian", "Nuria", "Olivia", "Penelope"),
    *("Quentin", "Rosalind", "Sebastián", "Theodora"),
]


@dataclass(frozen=True)
class Sent:
    """A word that somebody wrote; `at` is when."""

    who: str
    text: str
    message: Any
    at: float


@dataclass
class Crowd:
    """Players of a table; `words` are those of the grid, `now` is their clock.

    They look at the room every `glance` seconds.
    """

    table: Table
    words: Sequence[str]
    now: Callable[[], float]
    glance: float = 0.1
    waiting: list[Sent] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    marked: int = 0

    async def play(self, seconds: float, a_second: float) -> None:
        """Write words evenly, three in four of them on the grid; wait for the last verdicts."""
        watching = asyncio.create_task(self._watch())
        texts = {who: self._texts(who) for who in NAMES}
        began = self.now()
        for number in range(int(seconds * a_second)):
            await asyncio.sleep(max(began + number / a_second - self.now(), 0))
            who = NAMES[number % len(NAMES)]
            text = texts[who].pop()
            message = await self.table.says(who, text)
            self.waiting.append(Sent(who, text, message, self.now()))
        await asyncio.sleep(10)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)

    def within(self, seconds: float) -> float:
        """Return the share of words whose verdict could be seen so soon."""
        soon = sum(each <= seconds for each in self.waits)
        return soon / (len(self.waits) + len(self.waiting))

    def _texts(self, who: str) -> list[str]:
        rng = random.Random(who)
        good = rng.sample(self.words, len(self.words))
        return [word if rng.random() < 0.75 else word[::-1] + "z" for word in good]

    async def _watch(self) -> None:
        while True:
            self._look()
            await asyncio.sleep(self.glance)

    def _look(self) -> None:
        now, lines = self.now(), "\n".join(self.table.told()).splitlines()
        left = []
        for sent in self.waiting:
            marked = self.table.marked(sent.message)
            if marked or any(_names(line, sent) for line in lines):
                self.marked += marked
                self.waits.append(now - sent.at)
            else:
                left.append(sent)
        self.waiting = left


def _names(line: str, sent: Sent) -> bool:
    """Return whether a line of the board tells the verdict on a word; long names are cut."""
    line = _bare(line.replace("*", ""))
    who, word = re.escape(_bare(sent.who[:5])), re.escape(sent.text[:15])
    return bool(re.search(rf"\d\. {who}.*[✅❌🔁] {word}", line))


def _bare(text: str) -> str:
    """Return a text without its accents, which are not typed."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
