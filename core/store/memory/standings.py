"""Results and leaderboards over dicts, added up anew whenever they are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.ids import PlayerRef
from core.ports import Conflict
from core.rounds.record import RoundRecord
from core.standings import Board, Measure, Played, Score, Standing, boards
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryStandings:
    """See core.ports.Standings."""

    tables: Tables

    async def add(self, record: RoundRecord, scores: Sequence[Score]) -> None:
        for score in scores:
            self.tables.player(score.player)
        if record.id not in self.tables.rounds or record.id in self.tables.results:
            raise Conflict(f"round {record.id} is not stored, or has its scores")
        if scores:
            self.tables.results[record.id] = (boards(record), tuple(scores))

    async def top(self, board: Board, measure: Measure, minimum: int, limit: int) -> list[Standing]:
        ranked = sorted(
            self._qualified(board, minimum),
            key=lambda each: (-each.value(measure), self.tables.numbers[each.player]),
        )
        return ranked[:limit]

    async def ahead(self, board: Board, measure: Measure, minimum: int, value: int) -> int:
        return sum(each.value(measure) > value for each in self._qualified(board, minimum))

    async def count(self, board: Board, minimum: int) -> int:
        return len(self._qualified(board, minimum))

    async def get(self, board: Board, player: PlayerRef) -> Standing | None:
        return self._add_up(board).get(player)

    async def played(self, player: PlayerRef, language: str | None = None) -> list[Played]:
        past = [
            _played(self.tables.rounds[key], score)
            for key, (_, scores) in self.tables.results.items()
            for score in scores
            if score.player == player
        ]
        past.sort(key=lambda each: (each.starts_at, each.round_id))
        return [each for each in past if language in (None, each.language)]

    def _qualified(self, board: Board, minimum: int) -> list[Standing]:
        return [
            standing
            for standing in self._add_up(board).values()
            if standing.rounds >= minimum
            and self.tables.players[standing.player].visibility.shows(worldwide=board.chat is None)
        ]

    def _add_up(self, board: Board) -> dict[PlayerRef, Standing]:
        sums: dict[PlayerRef, Standing] = {}
        for counts, scores in self.tables.results.values():
            if board not in counts:
                continue
            for score in scores:
                player = score.player
                before = sums.get(player) or Standing(
                    player, self.tables.players[player].name, 0, 0, 0, score.best, 0, 0
                )
                better = score.best_points > before.best_points
                sums[player] = replace(
                    before,
                    rounds=before.rounds + 1,
                    points=before.points + score.points,
                    wins=before.wins + score.won,
                    best=score.best if better else before.best,
                    best_points=max(score.best_points, before.best_points),
                    shares=before.shares + score.share,
                )
        return sums


def _played(record: RoundRecord, score: Score) -> Played:
    return Played(
        round_id=record.id,
        chat=record.room.chat,
        language=record.lexicon.language,
        starts_at=record.starts_at,
        day=record.day,
        score=score,
    )
