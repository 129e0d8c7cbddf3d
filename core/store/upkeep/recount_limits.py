"""As recount.py, of limits: who has begun what is still open has used it up."""

from collections.abc import AsyncIterator

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.errors import Notice, translatable
from core.ids import PlayerRef
from core.limits import daily_limit
from core.store.sql.pseudonyms import code_of, stored_key
from core.store.sql.tables import attempts, limits, players, puzzles


async def wrong_limits(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the attempts at open puzzles that their players could have again, once forgotten."""
    key = await stored_key(connection) or ""
    rows = await connection.execute(select(limits.c.name, limits.c.code))
    used = {(name, code) for name, code in rows}
    query = (
        select(attempts.c.puzzle, attempts.c.player, players.c.platform, players.c.external_id)
        .join(puzzles, puzzles.c.id == attempts.c.puzzle)
        .join(players, players.c.id == attempts.c.player)
        .where(puzzles.c.closed_at.is_(None))
    )
    for row in await connection.execute(query):
        name = daily_limit(row.puzzle).name
        account = PlayerRef(row.platform, row.external_id)
        if (name, code_of(key, name, [account])) not in used:
            template = translatable(
                "puzzle {puzzle}: the attempt of player {player} is not noted as a limit that is "
                "used up"
            )
            yield Notice(template, puzzle=row.puzzle, player=row.player)
