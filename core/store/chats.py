"""Settings of chats over SQL."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import ChatRef
from core.store.keys import chat_key, find_key, upsert
from core.store.tables import chats, house_words, memberships, requests, rounds, settings


@dataclass(frozen=True, slots=True)
class SqlChats:
    """See core.ports.Chats."""

    connection: AsyncConnection

    async def settings(self, chat: ChatRef) -> Mapping[str, str]:
        found = await self.connection.execute(
            select(settings.c.name, settings.c.value)
            .join_from(settings, chats)
            .where(chats.c.platform == chat.platform, chats.c.external_id == chat.id)
        )
        return {name: value for name, value in found}  # noqa: C416 (rows are no pairs to mypy)

    async def set(self, chat: ChatRef, name: str, text: str | None) -> None:
        key = await chat_key(self.connection, chat)
        if text is None:
            await self.connection.execute(
                delete(settings).where(settings.c.chat == key, settings.c.name == name)
            )
            return
        put = upsert(self.connection, settings).values(chat=key, name=name, value=text)
        await self.connection.execute(
            put.on_conflict_do_update(index_elements=["chat", "name"], set_={"value": text})
        )

    async def move(self, old: ChatRef, new: ChatRef) -> bool:
        key = await find_key(self.connection, chats, old)
        if key is None:
            return False
        other = await find_key(self.connection, chats, new)
        if other is not None:
            for table in (rounds, house_words, requests):
                if await self.connection.scalar(
                    select(table.c.chat).where(table.c.chat == other).limit(1)
                ):
                    return False
            for table in (settings, memberships):
                await self.connection.execute(delete(table).where(table.c.chat == other))
            await self.connection.execute(delete(chats).where(chats.c.id == other))
        await self.connection.execute(
            update(chats).where(chats.c.id == key).values(platform=new.platform, external_id=new.id)
        )
        return True
