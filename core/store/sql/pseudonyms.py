"""Pseudonyms of players and chats, for what is kept of them after they were forgotten.

HMAC with SHA-256, cut to 16 bytes (RFC 2104, section 5), under a key of the database: who has not
both cannot tell whose a pseudonym is, nor that it is somebody's.
"""

import hmac
import json
from collections.abc import Iterable
from secrets import token_hex

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import ChatRef, PlayerRef
from core.store.sql.keys import upsert
from core.store.sql.tables import keys

_NAME = "pseudonyms"
_DIGITS = 32  # hexadecimal


def pseudonym(key: str, ref: PlayerRef | ChatRef) -> str:
    """Return the pseudonym of a player or a chat, of 32 characters."""
    said = f"{type(ref).__name__} {ref.platform}:{ref.id}"
    return hmac.digest(key.encode(), said.encode(), "sha256").hex()[:_DIGITS]


def code_of(key: str, name: str, accounts: Iterable[PlayerRef]) -> str:
    """Return the code of a limit and an account, or accounts in any order, of 32 characters.

    Codes of one account differ from limit to limit: they do not tell that it is the same.
    """
    said = json.dumps([name, *sorted([each.platform, each.id] for each in accounts)])
    return hmac.digest(key.encode(), said.encode(), "sha256").hex()[:_DIGITS]


async def stored_key(connection: AsyncConnection) -> str | None:
    """Return the key, None if none was made."""
    found: str | None = await connection.scalar(select(keys.c.value).where(keys.c.name == _NAME))
    return found


async def made_key(connection: AsyncConnection) -> str:
    """Return the key; make it where there is none."""
    said = upsert(connection, keys).values(name=_NAME, value=token_hex(32))
    await connection.execute(said.on_conflict_do_nothing())
    return str(await stored_key(connection))
