"""The problem of a search, as a value: the same in a file, or in another process."""

from dataclasses import dataclass, field

from core.errors import translatable
from core.grid import Bonus, check_bonuses
from core.lexicon import Lexicon
from core.lexicon.alphabet import alphabet
from core.optimizer.constraints import Constraints
from core.optimizer.objective import BadObjective, Kind, Objective
from core.scoring import Ruleset, ruleset

NO_BONUS = Bonus.NONE.code


@dataclass(frozen=True, slots=True)
class Problem:
    """The search for the grid with the most of `objective`, within the constraints.

    `lexicon`, `digest` and `language` name the word list (house words are left out), `rules`
    the ruleset, `size` is (rows, columns). `bonuses`, one character a tile as in a grid, or
    "", lie on those tiles, or where `placed` on those that the search chooses.
    """

    lexicon: str
    digest: str
    language: str
    rules: str
    objective: Objective
    size: tuple[int, int] = (4, 4)
    constraints: Constraints = field(default_factory=Constraints)
    bonuses: str = ""
    placed: bool = False

    @classmethod
    def of(
        cls,
        lexicon: Lexicon,
        rules: str,
        objective: Objective,
        size: tuple[int, int] = (4, 4),
        constraints: Constraints | None = None,
        bonuses: str = "",
        *,
        placed: bool = False,
    ) -> "Problem":
        """Make a problem that has a solution, as far as can be told at once.

        Raises Impossible, BadObjective, BadGrid, each of which names its reason.
        """
        if bonuses:
            check_bonuses(bonuses, size[0] * size[1])
        problem = cls(
            lexicon=lexicon.name,
            digest=lexicon.list_digest,
            language=lexicon.language,
            rules=rules,
            objective=objective,
            size=size,
            constraints=constraints or Constraints(),
            bonuses=bonuses.strip(NO_BONUS) and bonuses,
            placed=placed,
        )
        problem.check(lexicon)
        return problem

    def check(self, lexicon: Lexicon) -> None:
        """Raise what `of` raises, for a problem that was made otherwise, from a file perhaps."""
        if self.objective.counts(Kind.COMMON) and not lexicon.ranks.any():
            raise BadObjective.no_common_tier(lexicon.name)
        self.constraints.check(lexicon.alphabet, self.ruleset, self.size)
        self.constraints.boards(lexicon.alphabet, self.size)
        if not self.bonuses:
            return
        if not self.objective.counts(Kind.POINTS) or not self.ruleset.uses_bonuses:
            raise BadObjective(
                translatable(
                    "bonuses go with an objective of points, by the rules of Ruzzle: "
                    "--objective points --rules ruzzle"
                )
            )
        check_bonuses(self.bonuses, self.size[0] * self.size[1])

    @property
    def varies(self) -> bool:
        """Return whether more than one grid satisfies the constraints, as far as tiles tell."""
        tiles = self.constraints.tiles(alphabet(self.language), self.ruleset, self.size)
        movable = self.placed and len(set(self.bonuses)) > 1
        return movable or any(len(tile) > 1 for tile in tiles)

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules to score by."""
        return ruleset(self.rules, self.language)

    def tile_letters(self) -> list[str]:
        """Return the letters on a tile for each letter of the alphabet ("qu" for q in Boggle)."""
        return [self.ruleset.tile_letters(x) for x in alphabet(self.language).letters]
