"""Dailies over dicts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from core.daily.puzzle import Attempt, Gained, Puzzle
from core.limits import daily_limit
from core.ports import Conflict
from core.rounds.events import WordAccepted, WordJudged
from core.rounds.purpose import ForDaily
from core.rounds.verdict import Cause, Trait, Verdict
from core.solver.solution import FoundWord
from core.standings import MILLION
from core.store.memory.limits import drop
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryPuzzles:
    """See core.ports.Puzzles."""

    tables: Tables

    async def add(self, puzzle: Puzzle) -> int:
        last = await self.last(puzzle.language)
        if puzzle.number != (last.number if last else 0) + 1:
            raise Conflict(f"puzzle {puzzle.number} is not the next one of {puzzle.language}")
        if last and puzzle.day <= last.day:
            raise Conflict(f"{puzzle.day} does not come after {last.day}")
        key = len(self.tables.puzzles) + 1
        self.tables.puzzles[key] = replace(puzzle, id=key)
        return key

    async def remake(self, puzzle: Puzzle) -> None:
        old = self.tables.puzzles.get(puzzle.id)
        begun = any(each.puzzle == puzzle.id for each in self.tables.attempts.values())
        if old is None or old.closed_at is not None or begun:
            raise Conflict(f"puzzle {puzzle.id} was begun or closed, or is not there")
        self.tables.puzzles[puzzle.id] = puzzle

    async def get(self, puzzle_id: int) -> Puzzle | None:
        return self.tables.puzzles.get(puzzle_id)

    async def numbered(self, language: str, number: int) -> Puzzle | None:
        return next((each for each in self._of(language) if each.number == number), None)

    async def on(self, language: str, day: date) -> Puzzle | None:
        return next((each for each in self._of(language) if each.day == day), None)

    async def last(self, language: str) -> Puzzle | None:
        return max(self._of(language), key=lambda each: each.number, default=None)

    async def before(self, language: str, number: int, count: int) -> list[Puzzle]:
        earlier = [each for each in self._of(language) if each.number < number]
        return earlier[max(len(earlier) - count, 0) :]

    async def since(self, day: date) -> list[Puzzle]:
        return [each for each in self._by_day() if each.day >= day]

    async def unclosed(self, before: date) -> list[Puzzle]:
        return [each for each in self._by_day() if each.day < before and each.closed_at is None]

    async def days(self, language: str, first: int, last: int) -> Mapping[int, date]:
        return {
            each.number: each.day for each in self._of(language) if first <= each.number <= last
        }

    async def close(self, puzzle_id: int, at: float) -> None:
        puzzle = self.tables.puzzles.get(puzzle_id)
        if puzzle is None or puzzle.closed_at is not None:
            raise Conflict(f"puzzle {puzzle_id} is closed, or is not there")
        self.tables.puzzles[puzzle_id] = replace(puzzle, closed_at=at)
        drop(self.tables, at, daily_limit(puzzle_id))

    async def accept(self, puzzle: Puzzle, found: FoundWord) -> list[Gained]:
        stored = self.tables.puzzles.get(puzzle.id)
        if stored is None or stored.closed_at is None:
            raise Conflict(f"puzzle {puzzle.id} is not closed")
        if stored.lexicon.house.add(found.word) != puzzle.lexicon.house:
            raise Conflict(f"other words of puzzle {puzzle.id} were accepted meanwhile")
        self.tables.puzzles[puzzle.id] = replace(
            stored, lexicon=puzzle.lexicon, words=puzzle.words, points=puzzle.points
        )
        gained = []
        for key, record in self.tables.rounds.items():
            if not isinstance(record.purpose, ForDaily) or record.purpose.puzzle != puzzle.id:
                continue
            self.tables.rounds[key] = replace(
                record, lexicon=puzzle.lexicon, words=puzzle.words, points=puzzle.points
            )
            gains = self._judge_anew(key, found)
            attempt = self.tables.attempts.get(key)
            if attempt and attempt.finished_at is not None:
                if gains:
                    gained.append(attempt)
                    attempt = self._bring(attempt, found)
                share = MILLION * attempt.points // puzzle.points if puzzle.points else 0
                self.tables.attempts[key] = replace(attempt, share=share)
        gained.sort(key=lambda each: (-each.points, self.tables.numbers[each.player]))
        return [
            Gained(
                each.player,
                self.tables.players[each.player].name,
                each.points,
                each.points + found.points,
            )
            for each in gained
        ]

    def _judge_anew(self, round_id: int, found: FoundWord) -> bool:
        """Let the first play of the word of each player count; return whether there is any."""
        before = self.tables.plays.get(round_id, ())
        accepted = Verdict(found.word, found)
        finders = set()
        after: list[WordJudged] = []
        for play in before:
            if play.verdict.word != found.word or not play.verdict.has(Trait.ACCEPTABLE):
                after.append(play)
            elif play.player in finders:
                again = Verdict(found.word, cause=Cause.ALREADY_FOUND, taken_by=play.player)
                after.append(replace(play, verdict=again))
            else:
                finders.add(play.player)
                sent = play.at, play.message_id, play.arrived
                after.append(WordAccepted(round_id, play.player, accepted, *sent))
        if finders:
            self.tables.plays[round_id] = tuple(after)
        return bool(finders)

    def _bring(self, attempt: Attempt, found: FoundWord) -> Attempt:
        self.tables.found[attempt.round_id] |= {found.word}
        better = found.points > attempt.best_points
        return replace(
            attempt,
            points=attempt.points + found.points,
            words=attempt.words + 1,
            best=found.display if better else attempt.best,
            best_points=max(found.points, attempt.best_points),
        )

    def _of(self, language: str) -> list[Puzzle]:
        return [each for each in self.tables.puzzles.values() if each.language == language]

    def _by_day(self) -> list[Puzzle]:
        return sorted(self.tables.puzzles.values(), key=lambda each: (each.day, each.language))
