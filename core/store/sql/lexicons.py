"""Lexicons as they were played with, over SQL."""

from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.lexicon.house import HouseWords
from core.rounds.record import PinnedLexicon
from core.store.sql.keys import upsert
from core.store.sql.tables import lexicons

PINNED = (
    lexicons.c.digest,
    lexicons.c.name,
    lexicons.c.language,
    lexicons.c.added,
    lexicons.c.removed,
)
"""The columns that `pinned` reads."""


async def pin(connection: AsyncConnection, lexicon: PinnedLexicon) -> int:
    """Return the key of a lexicon, which gets a row if it has none."""
    known = upsert(connection, lexicons).values(
        digest=lexicon.digest,
        name=lexicon.name,
        language=lexicon.language,
        added=" ".join(sorted(lexicon.house.added)),
        removed=" ".join(sorted(lexicon.house.removed)),
    )
    await connection.execute(known.on_conflict_do_nothing())
    key = await connection.scalar(
        select(lexicons.c.id).where(
            lexicons.c.digest == lexicon.digest, lexicons.c.name == lexicon.name
        )
    )
    return int(key or 0)


def pinned(row: Row[Any]) -> PinnedLexicon:
    """Return the lexicon of a row that has the columns PINNED."""
    house = HouseWords(frozenset(row.added.split()), frozenset(row.removed.split()))
    return PinnedLexicon(row.name, row.language, row.digest, house)
