"""Leaderboards, with places, for who looks at them."""

from dataclasses import dataclass

from core.daily.puzzle import DailyLine
from core.ids import PlayerRef
from core.ports import Boards
from core.rounds.result import rank
from core.standings import Board


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a board with its place; equal values share one: 1, 2, 2, 4."""

    rank: int
    line: DailyLine


@dataclass(frozen=True, slots=True)
class DailyBoard:
    """The first of `count` places of a board, and that of who asks, for them alone."""

    board: Board
    lines: tuple[Ranked, ...]
    viewer: Ranked | None
    count: int


async def leaderboard(
    boards: Boards, board: Board, viewer: PlayerRef | None = None, limit: int = 10
) -> DailyBoard:
    """Return the first `limit` lines of a board, and the viewer's."""
    top = await boards.top(board, limit)
    line = await boards.get(board, viewer) if viewer else None
    own = Ranked(1 + await boards.ahead(board, line.value), line) if line else None
    values = [each.value for each in top]
    return DailyBoard(
        board=board,
        lines=tuple(Ranked(rank(each.value, values), each) for each in top),
        viewer=own,
        count=await boards.count(board),
    )
