"""From references to the keys of their rows, and INSERTs that may find them there."""

from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import ScalarSelect

from core.ids import ChatRef, PlayerRef
from core.ports import Conflict
from core.standings import Board
from core.store.sql.tables import boards, chats, players


async def find_key(
    connection: AsyncConnection, table: Table, ref: PlayerRef | ChatRef
) -> int | None:
    """Return the key of a player's or a chat's row, None if there is none."""
    found: int | None = await connection.scalar(
        select(table.c.id).where(table.c.platform == ref.platform, table.c.external_id == ref.id)
    )
    return found


async def player_key(connection: AsyncConnection, ref: PlayerRef) -> int:
    """Return the key of a player who was seen; raises Conflict if not (or if forgotten since)."""
    key = await find_key(connection, players, ref)
    if key is None:
        raise Conflict(f"no such player: {ref}")
    return key


async def chat_key(connection: AsyncConnection, chat: ChatRef) -> int:
    """Return the key of a chat, which gets a row if it has none."""
    key = await find_key(connection, chats, chat)
    if key is None:
        key = await insert_row(connection, chats, platform=chat.platform, external_id=chat.id)
    return key


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


async def insert_row(connection: AsyncConnection, table: Table, **values: Any) -> int:
    """Insert a row; return the key that it got."""
    added = await connection.execute(table.insert().values(**values).returning(table.c.id))
    return int(added.scalar_one())


def upsert(connection: AsyncConnection, table: Table) -> Any:
    """Return an INSERT that can say ON CONFLICT; both dialects spell it alike."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)
