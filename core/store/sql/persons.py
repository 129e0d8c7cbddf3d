"""Players who are one, over SQL: attempts and totals bear the key of their first account."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import Visibility
from core.ids import PlayerRef
from core.ports import Conflict
from core.store.sql.tables import attempts, boards, players, ratings, standings, totals

PERSON = func.coalesce(players.c.person, players.c.id)
"""The key of the first account of the player whose account a row is."""

_account = players.alias("account")
_theirs = players.alias("theirs")


def person_of(ref: PlayerRef) -> Select[Any]:
    """Return a query for the key of the first account of a player."""
    return select(func.coalesce(_account.c.person, _account.c.id)).where(
        _account.c.platform == ref.platform, _account.c.external_id == ref.id
    )


async def person_key(connection: AsyncConnection, ref: PlayerRef) -> int:
    """Return the key of the first account of a player; raises Conflict if they were not seen."""
    key = await connection.scalar(person_of(ref))
    if key is None:
        raise Conflict(f"no such player: {ref}")
    return int(key)


def is_of(person: int) -> ColumnElement[bool]:
    """Return the condition that a row of players is an account of a player."""
    return (players.c.id == person) | (players.c.person == person)


def accounts_of(ref: PlayerRef) -> Select[Any]:
    """Return a query for the keys of all accounts of a player, in any order."""
    person = person_of(ref).scalar_subquery()
    return select(_theirs.c.id).where((_theirs.c.id == person) | (_theirs.c.person == person))


async def account_keys(connection: AsyncConnection, person: int) -> Sequence[int]:
    """Return the keys of all accounts of a player, the first one first."""
    found = await connection.scalars(
        select(players.c.id).where(is_of(person)).order_by(players.c.id)
    )
    return found.all()


async def refs_of(connection: AsyncConnection, ref: PlayerRef) -> list[PlayerRef]:
    """Return all accounts of a player, the first one first; of one never seen, that alone."""
    rows = await connection.execute(
        select(players.c.platform, players.c.external_id)
        .where(players.c.id.in_(accounts_of(ref)))
        .order_by(players.c.id)
    )
    return [PlayerRef(platform, external_id) for platform, external_id in rows] or [ref]


async def show(connection: AsyncConnection, person: int, visibility: Visibility) -> None:
    """Change on which boards a player is shown, by all their accounts."""
    await connection.execute(update(players).where(is_of(person)).values(visibility=visibility))
    worldwide = select(boards.c.id).where(boards.c.chat.is_(None))
    shown = case(
        (standings.c.board.in_(worldwide), visibility.shows(worldwide=True)),
        else_=visibility.shows(worldwide=False),
    )
    accounts = select(players.c.id).where(is_of(person))
    await connection.execute(
        update(standings).where(standings.c.player.in_(accounts)).values(shown=shown)
    )
    for table in (attempts, totals):
        await connection.execute(
            update(table)
            .where(table.c.player == person)
            .values(shown=visibility.shows(worldwide=True))
        )


async def part(connection: AsyncConnection, key: int) -> bool:
    """Make an account a player alone again; return False if it is one."""
    person = await connection.scalar(select(PERSON).where(players.c.id == key))
    others = [each for each in await account_keys(connection, int(person or key)) if each != key]
    if not others:
        return False
    if key == person:
        heir = others[0]
        await connection.execute(update(players).where(players.c.person == key).values(person=heir))
        for table in (attempts, totals):
            await connection.execute(update(table).where(table.c.player == key).values(player=heir))
        await _copy_ratings(connection, key, heir)
        key = heir
    else:
        await _copy_ratings(connection, int(person or key), key)
    await connection.execute(update(players).where(players.c.id == key).values(person=None))
    return True


async def merge_ratings(connection: AsyncConnection, person: int, joining: int) -> None:
    """Keep of two players' ratings that of more games, of each language, as those of the first."""
    both = ratings.c.player.in_([person, joining])
    rows = await connection.execute(select(ratings).where(both).order_by(ratings.c.games))
    kept = {row["language"]: {**row, "player": person} for row in rows.mappings()}
    await connection.execute(delete(ratings).where(both))
    for row in kept.values():
        await connection.execute(ratings.insert().values(row))


async def _copy_ratings(connection: AsyncConnection, source: int, target: int) -> None:
    """Copy the ratings of a player to one who parts from them."""
    rows = await connection.execute(select(ratings).where(ratings.c.player == source))
    for row in rows.mappings().all():
        its = (ratings.c.player == target) & (ratings.c.language == row["language"])
        await connection.execute(delete(ratings).where(its))
        await connection.execute(ratings.insert().values({**row, "player": target}))
