"""Ranked attempts at dailies over dicts."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from core.daily.puzzle import Attempt, DailyLine, Puzzle
from core.ids import ChatRef, PlayerRef
from core.limits import daily_limit
from core.ports import Conflict
from core.rounds.verdict import Trait
from core.standings import Board, Period, Score
from core.store.memory.boards import MemoryBoards
from core.store.memory.limits import use_up


@dataclass(frozen=True, slots=True)
class MemoryAttempts(MemoryBoards):
    """See core.ports.Attempts."""

    async def begin(self, puzzle: Puzzle, player: PlayerRef, round_id: int, at: float) -> None:
        self.tables.player(player)
        if puzzle.id not in self.tables.puzzles or round_id not in self.tables.rounds:
            raise Conflict(f"puzzle {puzzle.id} or round {round_id} is not stored")
        if round_id in self.tables.attempts or await self.of(puzzle.id, player):
            raise Conflict(f"this is no first attempt at puzzle {puzzle.id}")
        use_up(self.tables, daily_limit(puzzle.id), player)
        self.tables.attempts[round_id] = Attempt(
            puzzle=puzzle.id,
            language=puzzle.language,
            number=puzzle.number,
            day=puzzle.day,
            player=self.tables.person(player),
            round_id=round_id,
            started_at=at,
        )

    async def finish(
        self, round_id: int, score: Score | None, words: Collection[str], hurry: int, at: float
    ) -> None:
        attempt = self.tables.attempts.get(round_id)
        if attempt is None:
            return
        if attempt.finished_at is not None:
            raise Conflict(f"the attempt of round {round_id} is finished")
        attempt = replace(attempt, finished_at=at, hurry=hurry)
        if score:
            attempt = replace(
                attempt,
                points=score.points,
                words=score.words,
                share=score.share,
                best=score.best,
                best_points=score.best_points,
            )
        self.tables.attempts[round_id] = attempt
        self.tables.found[round_id] = frozenset(words)

    async def of(self, puzzle_id: int, player: PlayerRef) -> Attempt | None:
        return next((each for each in await self.by(player) if each.puzzle == puzzle_id), None)

    async def by(self, player: PlayerRef, language: str | None = None) -> list[Attempt]:
        person = self.tables.person(player)
        those = [each for each in self.tables.attempts.values() if each.player == person]
        those.sort(key=lambda each: (each.language, each.number))
        return [each for each in those if language in (None, each.language)]

    async def finders(self, puzzle_id: int) -> Mapping[str, int]:
        return Counter(
            word for each in self._finished(puzzle_id) for word in self.tables.found[each.round_id]
        )

    async def players(self, puzzle_id: int) -> int:
        return len(self._finished(puzzle_id))

    async def points(self, puzzle_id: int) -> list[int]:
        return [each.points for each in self._finished(puzzle_id)]

    async def refused(self, puzzle_id: int) -> Mapping[str, int]:
        sent = {
            (play.verdict.word, each.round_id)
            for each in self._finished(puzzle_id)
            for play in self.tables.plays.get(each.round_id, ())
            if play.verdict.has(Trait.ACCEPTABLE) and play.verdict.word
        }
        return Counter(word for word, _ in sent)

    async def hurried(self, puzzle_id: int, chat: ChatRef | None) -> list[DailyLine]:
        return self.ranked(
            self._line([each], each.hurry, chat)
            for each in self._finished(puzzle_id)
            if each.hurry and self.lists(each.player, chat)
        )

    def _finished(self, puzzle_id: int) -> list[Attempt]:
        return [
            each
            for each in self.tables.attempts.values()
            if each.puzzle == puzzle_id and each.finished_at is not None
        ]

    def add_up(self, board: Board) -> dict[PlayerRef, DailyLine]:
        counted: dict[PlayerRef, list[Attempt]] = {}
        for puzzle in self.tables.puzzles.values():
            if _counts(puzzle, board):
                for each in self._finished(puzzle.id):
                    counted.setdefault(each.player, []).append(each)
        daily = board.period is Period.DAY
        return {
            player: self._line(
                those, sum(each.points if daily else each.share for each in those), board.chat
            )
            for player, those in counted.items()
        }

    def _line(self, attempts: list[Attempt], value: int, chat: ChatRef | None) -> DailyLine:
        return self.line(
            attempts[0].player,
            chat,
            value=value,
            days=len(attempts),
            points=sum(each.points for each in attempts),
            words=sum(each.words for each in attempts),
        )


def _counts(puzzle: Puzzle, board: Board) -> bool:
    if puzzle.language != board.language:
        return False
    if board.period is Period.DAY:
        return puzzle.day == board.start
    return puzzle.closed_at is not None and board.period.start(puzzle.day) == board.start
