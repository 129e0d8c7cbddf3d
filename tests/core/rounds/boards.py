"""A handmade grid with its words, three players and a round.

    Qu I  T
    E  S  A
    R  T  S

The points are made up: here only their sums and shares matter.
"""

from typing import Any

from core.grid import Grid
from core.ids import PlayerRef
from core.lexicon.alphabet import alphabet
from core.rounds.round import Round
from core.scoring import ruleset
from core.solver.solution import FoundWord, Solution

ANA, BEN, CLO = PLAYERS = tuple(PlayerRef("test", name) for name in ("ana", "ben", "clo"))
FRENCH = alphabet("fr")
GRID = Grid.parse("QuITESARTS 3x3")
SOLUTION = Solution(
    GRID,
    ruleset("ruzzle", "fr").with_min_length(3),
    (
        FoundWord("quits", "quits", points=13, path=(0, 1, 2, 4)),
        FoundWord("quit", "quit", points=12, path=(0, 1, 2)),
        FoundWord("rest", "rest", points=7, path=(6, 3, 4, 7)),
        FoundWord("tas", "tas", points=7, path=(2, 5, 8)),
        FoundWord("est", "èst", points=3, path=(3, 4, 7)),
        FoundWord("tis", "tis", points=1, path=(2, 1, 4)),
    ),
)
FOUND = {found.word: found for found in SOLUTION}

START = 1_790_000_000.0  # seconds of UTC epoch
END = START + 120


def a_round(**knobs: Any) -> Round:
    """Return a round of two minutes that was not started."""
    settings: dict[str, Any] = {"id": 1, "solution": SOLUTION, "alphabet": FRENCH}
    return Round(**(settings | {"starts_at": START, "deadline": END} | knobs))


def running(**knobs: Any) -> Round:
    """Return a started round of two minutes."""
    made = a_round(**knobs)
    made.start()
    return made
