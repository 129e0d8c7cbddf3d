"""Rounds for one player at a terminal."""

from dataclasses import dataclass

import numpy as np

from bot.console_app.seat import Clock
from core.generator import place_bonuses
from core.grid import Bonus, Grid
from core.ids import PlayerRef
from core.lexicon import Lexicon
from core.playable import playable_grids
from core.rounds.laws import Law
from core.rounds.round import Round
from core.scoring import Ruleset
from core.solver.solver import solve


@dataclass(frozen=True, slots=True)
class Dealer:
    """Makes rounds of `seconds` for one player, on `grid` or on one drawn from `rng`."""

    lexicon: Lexicon
    rules: Ruleset
    law: Law
    seconds: int
    player: PlayerRef
    clock: Clock
    rng: np.random.Generator
    grid: Grid | None = None

    def deal(self, bonuses: tuple[Bonus, ...]) -> Round:
        """Return a round that starts now; a drawn grid gets the bonuses, if rules use any."""
        grid = self.grid
        if grid is None:
            grid = next(playable_grids(self.lexicon, self.rules, self.rng))
            if self.rules.uses_bonuses:
                grid = place_bonuses(grid, bonuses, self.rng)
        solution = solve(grid, self.lexicon, self.rules)
        now = self.clock()
        return Round(
            id=0,
            solution=solution,
            alphabet=self.lexicon.alphabet,
            starts_at=now,
            deadline=now + self.seconds,
            law=self.law,
            players=[self.player],
        )
