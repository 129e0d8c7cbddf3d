"""The answer key of any grid, in pages."""

from bot.chat.context import Answer, Context, in_turn
from bot.chat.grids import read_grid
from bot.presenters.keys import KeyView
from core.lexicon.catalogue import listing
from core.scoring import Rules, ruleset
from core.solver.compiler import IMPORTING
from core.solver.solution import Solution

_MOST = 200  # characters of what is typed as a grid: 8x8 tiles with Qu and bonuses are fewer


@in_turn
async def solve(context: Context) -> Answer:
    """Show the answer key: the best words on a picture, the first page, the whole as a file."""
    name = context.lexicon_name
    letters = (context.arg("letters") or "")[:_MOST]
    bonuses = (context.arg("bonuses") or "")[:_MOST]
    view = await _view(context, name, context.settings.rules, letters, bonuses)
    image = await context.views.picture(view.picture, context.settings.board)
    return view.page(0, image, file=view.file())


@in_turn
async def turn_page(context: Context) -> Answer:
    """Show another page of an answer key, which the button names in full."""
    known = {str(rules): rules for rules in Rules}
    rules = known.get(context.arg("rules") or "", context.settings.rules)
    name, letters = context.arg("lexicon") or "", (context.arg("letters") or "")[:_MOST]
    view = await _view(context, name, rules, letters, "")
    return view.page(context.number("page"), replaces=True)


async def _view(context: Context, name: str, rules: Rules, letters: str, bonuses: str) -> KeyView:
    services = context.services
    house = await services.house.house(context.room.chat, listing(name).language)

    def solved() -> Solution:
        # The compiled solver: only where a job may wait for it.
        with IMPORTING:
            from core.solver.solver import solve as solve_grid  # noqa: PLC0415

        lexicon = services.lexicon(name).with_house(house)
        scoring = ruleset(rules, lexicon.language)
        grid = read_grid(lexicon, scoring, letters, bonuses, _size(letters))
        return solve_grid(grid, lexicon, scoring)

    solution = await services.workers.run(solved)
    told = await context.tell([found.word for found in solution])
    return KeyView(told.of(solution), name, context.here, partial=told.partial)


def _size(letters: str) -> tuple[int, int] | None:
    """Return the size of a grid whose rows are written with slashes between, else None."""
    rows = [row for row in letters.strip("/ ").split("/") if row.strip()]
    columns = {len(row.strip().replace("Qu", "Q")) for row in rows}
    return (len(rows), columns.pop()) if len(rows) > 1 and len(columns) == 1 else None
