"""Dailies on a handmade grid, made at once."""

from collections.abc import Callable, Sequence

from core.daily.order import Made, Order
from core.daily.recipe import Recipe
from core.daily.themes import ASKED, theme_of
from core.grid import Grid
from core.optimizer.methods import Hybrid
from core.ports import Clock, Store
from core.services.daily_maker import DailyMaker
from core.solver.solution import Solution
from tests.core.rounds.boards import SOLUTION


def handmade(order: Order, solution: Solution = SOLUTION, grid: Grid | None = None) -> Made:
    """Return a daily with the words of a solution, whatever was ordered."""
    theme = theme_of(order.day)
    recipe = Recipe(
        number=order.number,
        language=order.language,
        lexicon=order.lexicon,
        digest="0" * 64,
        theme=theme,
        word="abcdefgh" if ASKED[theme].hides else "",
        distance=6,
        earlier=0,
        method=Hybrid(),
        seed=order.seed,
        restart=0,
        evaluations=1,
        apart=6,
    )
    return Made(
        grid=grid or solution.grid,
        recipe=recipe,
        words=len(solution),
        points=solution.points,
        common=3,
        difficulty=2,
        tried=1,
        evaluations=1,
        seconds=0.0,
    )


def maker(
    store: Store,
    clock: Clock,
    languages: Sequence[str] = ("fr", "en"),
    make: Callable[[Order], Made] = handmade,
) -> DailyMaker:
    """Return who makes dailies at once, one after the other with another seed."""
    seeds = iter(range(1, 10**6))

    async def at_once(order: Order) -> Made:
        return make(order)

    return DailyMaker(store, clock, languages, at_once, at_once, lambda: next(seeds))
