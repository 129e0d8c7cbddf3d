"""Blocks over SQL: whose duels a player does not want, under codes of the accounts."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import PlayerRef
from core.store.sql.keys import player_key, upsert
from core.store.sql.persons import accounts_of, refs_of
from core.store.sql.pseudonyms import code_of, made_key, stored_key
from core.store.sql.tables import blocks


async def block(connection: AsyncConnection, player: PlayerRef, other: PlayerRef) -> None:
    """See core.ports.Duels."""
    keys = [await player_key(connection, each) for each in (player, other)]
    await _put(connection, keys[0], keys[1], await refs_of(connection, other))


async def unblock(connection: AsyncConnection, player: PlayerRef, other: PlayerRef) -> None:
    """See core.ports.Duels."""
    rows = await connection.execute(
        select(blocks.c.player, blocks.c.blocked).where(await _is(connection, player, other))
    )
    for row in rows.all():
        said = (blocks.c.player == row.player) & (blocks.c.blocked == row.blocked)
        await connection.execute(delete(blocks).where(said))


async def has_blocked(connection: AsyncConnection, player: PlayerRef, other: PlayerRef) -> bool:
    """See core.ports.Duels."""
    found = select(blocks.c.player).where(await _is(connection, player, other)).limit(1)
    return await connection.scalar(found) is not None


async def share_blocks(connection: AsyncConnection, accounts: Iterable[PlayerRef]) -> None:
    """Let accounts that are one player from now on be blocked by whoever blocked any of them."""
    theirs = list(accounts)
    key = await stored_key(connection) or ""
    said = {row.code: row for row in await connection.execute(select(blocks))}
    for player in {row.player for row in said.values()}:
        codes = (_code(key, player, each) for each in theirs)
        for row in [said[code] for code in codes if code in said]:
            await _put(connection, player, row.blocked, theirs)


async def _put(
    connection: AsyncConnection, player: int, blocked: int, accounts: Iterable[PlayerRef]
) -> None:
    key = await made_key(connection)
    for each in accounts:
        code = _code(key, player, each)
        said = upsert(connection, blocks).values(player=player, code=code, blocked=blocked)
        await connection.execute(said.on_conflict_do_nothing())


async def _is(
    connection: AsyncConnection, player: PlayerRef, other: PlayerRef
) -> ColumnElement[bool]:
    """Return the condition that a row is of a block of one by another, by any accounts.

    A forgotten account is known by the row of the account that it was, one that came back by code.
    """
    key = await stored_key(connection) or ""
    mine = (await connection.scalars(accounts_of(player))).all()
    theirs = await refs_of(connection, other)
    codes = [_code(key, each, account) for each in mine for account in theirs]
    said_of = blocks.c.code.in_(codes) | blocks.c.blocked.in_(accounts_of(other))
    return blocks.c.player.in_(mine) & said_of


def _code(key: str, player: int, account: PlayerRef) -> str:
    return code_of(key, f"block {player}", [account])
