"""A word that counts after its day, over SQL: in journals, attempts, counts and totals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Row,
    Select,
    bindparam,
    case,
    cast,
    literal,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from core.daily.puzzle import Gained, Puzzle
from core.ids import PlayerRef
from core.ports import Conflict
from core.rounds.verdict import Cause, Trait, causes
from core.solver.solution import FoundWord
from core.standings import MILLION
from core.store.sql.keys import upsert
from core.store.sql.lexicons import PINNED, pin, pinned
from core.store.sql.tables import (
    attempts,
    finders,
    lexicons,
    players,
    plays,
    puzzles,
    rounds,
    totals,
)
from core.store.sql.totals import board_keys

_AT_ONCE = 500  # rounds that one statement names


@dataclass(frozen=True, slots=True)
class Acceptance:
    """See core.ports.Puzzles.accept."""

    connection: AsyncConnection
    puzzle: Puzzle
    found: FoundWord

    async def run(self) -> list[Gained]:
        """Let the word count; return who gained."""
        day = await self._change_solution()
        gaining = await self._change_journals()
        boards = await board_keys(self.connection, self.puzzle.language, day)
        gained = await self._change_attempts(gaining, boards)
        await self._share_anew(boards)
        return gained

    async def _change_solution(self) -> str:
        """Change what the puzzle and its rounds hold; return its day."""
        before: Select[Any] = (
            select(puzzles.c.day, *PINNED)
            .join(lexicons, lexicons.c.id == puzzles.c.lexicon)
            .where(puzzles.c.id == self.puzzle.id, puzzles.c.closed_at.is_not(None))
        )
        stored = (await self.connection.execute(before)).one_or_none()
        if stored is None:
            raise Conflict(f"puzzle {self.puzzle.id} is not closed")
        if pinned(stored).house.add(self.found.word) != self.puzzle.lexicon.house:
            raise Conflict(f"other words of puzzle {self.puzzle.id} were accepted meanwhile")
        values = {
            "lexicon": await pin(self.connection, self.puzzle.lexicon),
            "words": self.puzzle.words,
            "points": self.puzzle.points,
        }
        for change in (
            update(puzzles).where(puzzles.c.id == self.puzzle.id),
            update(rounds).where(rounds.c.puzzle == self.puzzle.id),
        ):
            await self.connection.execute(change.values(**values))
        return str(stored.day)

    async def _change_journals(self) -> list[int]:
        """Accept the first play of the word of each player and round; return these rounds."""
        found = await self.connection.execute(
            select(plays.c.round)
            .add_columns(plays.c.number, plays.c.player)
            .join(rounds, rounds.c.id == plays.c.round)
            .where(rounds.c.puzzle == self.puzzle.id)
            .where(plays.c.word == self.found.word)
            .where(plays.c.cause.in_(causes(Trait.ACCEPTABLE)))
            .order_by(plays.c.round, plays.c.number)
        )
        first: dict[tuple[int, int], Row[Any]] = {}
        again = [row for row in found if first.setdefault((row.round, row.player), row) is not row]
        await self._judge_anew(first.values(), **_accepted(self.found))
        await self._judge_anew(again, cause=Cause.ALREADY_FOUND, taken_by=plays.c.player)
        return [round_id for round_id, _ in first]

    async def _judge_anew(self, found: Iterable[Row[Any]], **verdict: Any) -> None:
        this = (plays.c.round == bindparam("its_round")) & (
            plays.c.number == bindparam("its_number")
        )
        places = [{"its_round": row.round, "its_number": row.number} for row in found]
        if places:
            change = update(plays).where(this).values(letters=None, bound=None, **verdict)
            await self.connection.execute(change, places)

    async def _change_attempts(self, gaining: Sequence[int], boards: Sequence[int]) -> list[Gained]:
        """Let those rounds that are finished attempts bring the word; return whose they are."""
        rows: list[Row[Any]] = []
        for start in range(0, len(gaining), _AT_ONCE):
            those = attempts.c.round.in_(gaining[start : start + _AT_ONCE])
            rows += await self._bring(those & attempts.c.finished_at.is_not(None), boards)
        if rows:
            known = upsert(self.connection, finders).values(
                puzzle=self.puzzle.id, word=self.found.word, count=len(rows)
            )
            await self.connection.execute(
                known.on_conflict_do_update(
                    index_elements=["puzzle", "word"],
                    set_={"count": finders.c.count + len(rows)},
                )
            )
        rows.sort(key=lambda row: (-row.points, row.player))
        points = self.found.points
        return [
            Gained(
                PlayerRef(row.platform, row.external_id), row.name, row.points, row.points + points
            )
            for row in rows
        ]

    async def _bring(self, those: ColumnElement[bool], boards: Sequence[int]) -> Sequence[Row[Any]]:
        """Let some attempts bring the word, and their players' totals; return them as before."""
        found = await self.connection.execute(
            select(attempts.c.player, attempts.c.points)
            .add_columns(players.c.platform, players.c.external_id, players.c.name)
            .join(players, players.c.id == attempts.c.player)
            .where(those)
        )
        rows = found.all()
        points = self.found.points
        better = attempts.c.best_points < points
        await self.connection.execute(
            update(attempts)
            .where(those)
            .values(
                points=attempts.c.points + points,
                words=attempts.c.words + 1,
                best=case((better, self.found.display), else_=attempts.c.best),
                best_points=case((better, points), else_=attempts.c.best_points),
            )
        )
        await self.connection.execute(
            update(totals)
            .where(totals.c.board.in_(boards))
            .where(totals.c.player.in_([row.player for row in rows]))
            .values(points=totals.c.points + points, words=totals.c.words + 1)
        )
        return rows

    async def _share_anew(self, boards: Sequence[int]) -> None:
        """Compute all shares anew, and change the totals by the difference."""
        finished = (attempts.c.puzzle == self.puzzle.id) & attempts.c.finished_at.is_not(None)
        possible = self.puzzle.points
        # Of 32 bits a few thousand points would be too many.
        share = (
            cast(attempts.c.points, BigInteger) * MILLION // possible if possible else literal(0)
        )
        await self.connection.execute(
            update(totals)
            .where(totals.c.board.in_(boards), totals.c.player == attempts.c.player, finished)
            .values(shares=totals.c.shares - attempts.c.share + share)
        )
        await self.connection.execute(update(attempts).where(finished).values(share=share))


def _accepted(found: FoundWord) -> dict[str, Any]:
    """Return the columns of the journal for a word that counts: see plays.py."""
    return {
        "display": found.display if found.display != found.word else None,
        "points": found.points,
        "path": bytes(found.path),
        "cause": None,
    }
