"""The verification of a daily: its seal, its grid found again, its totals."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from core.daily.recipe import BadRecipe, Recipe, of_size, seal_of
from core.daily.themes import RULES
from core.errors import Notice, SeizeError, translatable
from core.grid import Grid
from core.lexicon import HouseWords, Lexicon
from core.optimizer.legs import Shelf, replay
from core.optimizer.task import to_grid
from core.scoring import ruleset
from core.solver.solver import solve

NO_HOUSE_WORDS = HouseWords()
STEPS = ("seal", "grid", "totals", "distance", "known")


class Unproven(Notice):
    """A way in which a daily does not fit its recipe; `step` (one of STEPS) found it."""

    def __init__(self, step: str, template: str, **facts: object) -> None:
        super().__init__(template, **facts)
        self.step = step

    @classmethod
    def seal(cls, published: str, own: str) -> "Unproven":
        """Say that another recipe was sealed."""
        template = translatable("the published seal is {published!r}, that of the recipe is {own}")
        return cls("seal", template, published=published, own=own)


def verify(
    recipe_json: str,
    seal: str,
    grid: Grid,
    words: int,
    points: int,
    earlier: tuple[str, ...],
    shelf: Shelf,
    accepted: HouseWords = NO_HOUSE_WORDS,
) -> list[Notice]:
    """Return a notice for each thing that does not fit; none if the daily is as promised.

    `words` and `points` are the totals of the grid with the `accepted` house words, `earlier`
    the grids of the last 365 puzzles of the language before it, oldest first, of any size.
    Cost: that of the run that found the grid (see Recipe), some seconds at most for 4x4.
    """
    found: list[Notice] = []
    if seal_of(recipe_json) != seal:
        found.append(Unproven.seal(seal, seal_of(recipe_json)))
    try:
        recipe = Recipe.from_json(recipe_json)
    except BadRecipe as error:
        return [*found, error]
    found += _heard(partial(_distance, grid, recipe, earlier))
    found += _heard(partial(_known, grid, recipe))
    try:
        lexicon = shelf.open(replace(recipe, earlier=0).problem(()))
    except SeizeError as error:
        return [*found, error]
    found += _heard(partial(_totals, grid, lexicon.with_house(accepted), words, points))
    found += _heard(partial(_replayed, grid, recipe, earlier, shelf))
    return found


def _heard(check: Callable[[], Iterator[Notice]]) -> list[Notice]:
    """Return the findings of a check, a refusal among them."""
    found: list[Notice] = []
    try:
        found.extend(check())
    except SeizeError as error:
        found.append(error)
    return found


def _distance(grid: Grid, recipe: Recipe, earlier: tuple[str, ...]) -> Iterator[Notice]:
    grids = of_size(earlier, (grid.rows, grid.cols))
    for text, differing in _nearer(grid, grids, recipe.distance):
        template = translatable(
            "the grid differs from the earlier one {earlier} in {differing} tiles, "
            "not in {distance} or more"
        )
        facts = {"earlier": text, "differing": differing, "distance": recipe.distance}
        yield Unproven("distance", template, **facts)


def _known(grid: Grid, recipe: Recipe) -> Iterator[Notice]:
    for text, differing in _nearer(grid, recipe.known, recipe.apart):
        template = translatable(
            "the grid differs from the known one {known} in {differing} tiles, "
            "not in {apart} or more"
        )
        facts = {"known": text, "differing": differing, "apart": recipe.apart}
        yield Unproven("known", template, **facts)


def _nearer(grid: Grid, others: tuple[str, ...], least: int) -> Iterator[tuple[str, int]]:
    """Yield the grids that one differs from in fewer than `least` tiles, and in how many."""
    for text in others:
        differing = tiles_between(grid, Grid.parse(text))
        if differing < least:
            yield text, differing


def tiles_between(grid: Grid, other: Grid) -> int:
    """Return in how many tiles' letters two square grids of one size differ, turned as needed."""
    return min(
        sum(a.letters != b.letters for a, b in zip(grid.tiles, turned.tiles, strict=True))
        for turned in other.symmetries()
    )


def _totals(grid: Grid, lexicon: Lexicon, words: int, points: int) -> Iterator[Notice]:
    solution = solve(grid, lexicon, ruleset(RULES, lexicon.language))
    if len(solution) != words:
        template = translatable("the grid holds {counted} words, not {stored}")
        yield Unproven("totals", template, stored=words, counted=len(solution))
    if solution.points != points:
        template = translatable("the words of the grid are worth {counted} points, not {stored}")
        yield Unproven("totals", template, stored=points, counted=solution.points)


def _replayed(
    grid: Grid, recipe: Recipe, earlier: tuple[str, ...], shelf: Shelf
) -> Iterator[Notice]:
    problem = recipe.problem(earlier)
    again = replay(problem, recipe.method, shelf, recipe.seed, recipe.restart, recipe.evaluations)
    # A run that found no place to begin at has no grid at all.
    if not again.board or to_grid(problem, again.board) != grid:
        template = translatable("the recipe leads to the grid {found!r}, not to {stored!r}")
        found = str(to_grid(problem, again.board)) if again.board else ""
        yield Unproven("grid", template, stored=str(grid), found=found)
