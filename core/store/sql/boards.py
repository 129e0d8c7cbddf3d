"""The keys of leaderboards over SQL, those of rounds and those of dailies."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import ScalarSelect

from core.standings import Board
from core.store.sql.keys import chat_key, insert_row
from core.store.sql.tables import boards, chats


def key_of(board: Board) -> ScalarSelect[Any]:
    """Return the key of a board as a subquery, of nothing if it has no row."""
    query = select(boards.c.id).where(
        boards.c.language == board.language,
        boards.c.period == board.period,
        boards.c.start == board.start.isoformat(),
    )
    if board.chat is None:
        return query.where(boards.c.chat.is_(None)).scalar_subquery()
    chat = select(chats.c.id).where(
        chats.c.platform == board.chat.platform, chats.c.external_id == board.chat.id
    )
    return query.where(boards.c.chat == chat.scalar_subquery()).scalar_subquery()


async def board_key(connection: AsyncConnection, board: Board) -> int:
    """Return the key of a board, which gets a row if it has none."""
    found = await connection.scalar(select(key_of(board)))
    if found is None:
        found = await insert_row(
            connection,
            boards,
            chat=await chat_key(connection, board.chat) if board.chat else None,
            language=board.language,
            period=board.period,
            start=board.start.isoformat(),
        )
    return int(found)
