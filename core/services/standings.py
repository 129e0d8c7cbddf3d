"""Leaderboards and statistics, as they are asked for."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from core.ids import ChatRef, PlayerRef
from core.ports import Store, UnitOfWork
from core.practice.cards import Progress
from core.rounds.result import rank
from core.standings import (
    Board,
    Measure,
    Period,
    Standing,
    Statistics,
    minimum_rounds,
    statistics,
)

MAX_LINES = 100


@dataclass(frozen=True, slots=True)
class Line:
    """A player's place on a leaderboard, by `value`, in the measure's unit.

    Who has as much shares a rank: 1, 2, 2, 4. It is None for who lacks `missing` rounds.
    """

    rank: int | None
    value: int
    standing: Standing
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The first places of a board, for all to see.

    `viewer` is the line of who asks, for them alone: it is there if they have played, shown
    to others or not. `count` players are ranked, those with `minimum` rounds who are shown.
    """

    board: Board
    measure: Measure
    minimum: int
    lines: tuple[Line, ...]
    viewer: Line | None
    count: int


@dataclass(frozen=True, slots=True)
class StandingsService:
    """The leaderboards of rounds, and the statistics of players."""

    store: Store

    async def leaderboard(
        self,
        chat: ChatRef | None,
        language: str,
        period: Period,
        measure: Measure,
        day: date,
        viewer: PlayerRef | None = None,
        limit: int = 10,
        *,
        previous: bool = False,
    ) -> Leaderboard:
        """Return the leaderboard of a chat, or (None) the world, for the period of `day`.

        `previous`: for the period before; all time has none, and is the same then. `day` is
        where the chat is, or in UTC. Raises ValueError unless 1 <= limit <= 100.
        """
        if not 1 <= limit <= MAX_LINES:
            raise ValueError(f"a leaderboard has 1 to {MAX_LINES} lines")
        start = period.before(day) if previous else period.start(day)
        board = Board(chat, language, period, start)
        minimum = minimum_rounds(measure, period)
        async with self.store.read() as work:
            top = await work.standings.top(board, measure, minimum, limit)
            return Leaderboard(
                board=board,
                measure=measure,
                minimum=minimum,
                lines=_lines(top, measure),
                viewer=await _own_line(work, board, measure, viewer) if viewer else None,
                count=await work.standings.count(board, minimum),
            )

    async def statistics(self, player: PlayerRef, language: str, today: date) -> Statistics:
        """Return a player's past in a language, of all chats."""
        async with self.store.read() as work:
            played = await work.standings.played(player, language)
        return statistics(played, today)

    async def progress(self, player: PlayerRef, language: str, now: float) -> Progress:
        """Return how many words a player has practised and learned, and has due now."""
        async with self.store.read() as work:
            return Progress.of(await work.cards.of(player, language), now)

    async def names(self, players: Iterable[PlayerRef]) -> dict[PlayerRef, str]:
        """Return the names of players, without those who have none or were forgotten."""
        async with self.store.read() as work:
            known = [await work.players.get(player) for player in players]
        return {player.ref: player.name for player in known if player and player.name}

    async def languages(self, player: PlayerRef) -> list[str]:
        """Return the languages that a player has rounds in, those with the most first."""
        async with self.store.read() as work:
            played = await work.standings.played(player)
        counts = Counter(each.language for each in played)
        return sorted(counts, key=lambda language: (-counts[language], language))


def _lines(top: list[Standing], measure: Measure) -> tuple[Line, ...]:
    values = [standing.value(measure) for standing in top]
    return tuple(
        Line(rank(value, values), value, standing)
        for value, standing in zip(values, top, strict=True)
    )


async def _own_line(
    work: UnitOfWork, board: Board, measure: Measure, viewer: PlayerRef
) -> Line | None:
    standing = await work.standings.get(board, viewer)
    if standing is None:
        return None
    minimum = minimum_rounds(measure, board.period)
    value = standing.value(measure)
    if standing.rounds < minimum:
        return Line(None, value, standing, minimum - standing.rounds)
    return Line(1 + await work.standings.ahead(board, measure, minimum, value), value, standing)
