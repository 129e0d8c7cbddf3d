"""Leaderboards over dicts, added up whenever they are asked for."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from core.daily.puzzle import DailyLine
from core.ids import ChatRef, PlayerRef
from core.standings import Board
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryBoards(ABC):
    """See core.ports.Boards."""

    tables: Tables

    @abstractmethod
    def add_up(self, board: Board) -> dict[PlayerRef, DailyLine]:
        """Return the lines of a board, hidden players' too, by the first accounts of players."""

    async def top(self, board: Board, limit: int) -> list[DailyLine]:
        return self.ranked(self._shown(board))[:limit]

    async def ahead(self, board: Board, value: int) -> int:
        return sum(each.value > value for each in self._shown(board))

    async def count(self, board: Board) -> int:
        return len(self._shown(board))

    async def get(self, board: Board, player: PlayerRef) -> DailyLine | None:
        return self.add_up(board).get(self.tables.person(player))

    def lists(self, player: PlayerRef, chat: ChatRef | None) -> bool:
        """Return whether a player is shown to others, worldwide or in a chat."""
        if not self.tables.players[player].visibility.shows(worldwide=chat is None):
            return False
        there = [(account, chat) for account in self.tables.accounts(player)]
        return chat is None or any(key in self.tables.memberships for key in there)

    def line(self, player: PlayerRef, chat: ChatRef | None, **numbers: int) -> DailyLine:
        """Return a line with the account that a chat knows a player by."""
        known_as = self.tables.known_as(player, chat)
        return DailyLine(player=known_as, name=self.tables.players[known_as].name, **numbers)

    def ranked(self, lines: Iterable[DailyLine]) -> list[DailyLine]:
        """Return lines in order: equal values as their players were first seen."""
        numbers, person = self.tables.numbers, self.tables.person
        return sorted(lines, key=lambda each: (-each.value, numbers[person(each.player)]))

    def _shown(self, board: Board) -> list[DailyLine]:
        lines = self.add_up(board).values()
        return [each for each in lines if self.lists(each.player, board.chat)]
