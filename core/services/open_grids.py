"""The grids whose words are nobody's to know yet."""

from core.daily.puzzle import first_secret_day
from core.grid import Grid
from core.services.dailies import DailiesService
from core.services.seen import RoundsSeen


async def open_grids(rounds: RoundsSeen, dailies: DailiesService) -> list[Grid]:
    """Return the grids of rounds that run, and of dailies whose day is not over or is to come."""
    now = dailies.clock()
    async with dailies.store.read() as work:
        puzzles = await work.puzzles.since(first_secret_day(now))
    running = (rounds.running(room) for room in rounds.rooms())
    grids = [round_.solution.grid for round_ in running if round_]
    return grids + [puzzle.grid for puzzle in puzzles if not puzzle.is_over(now)]
