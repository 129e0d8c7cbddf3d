"""Settings of chats over SQL."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import ChatRef
from core.store.sql.keys import chat_key, find_key, upsert
from core.store.sql.tables import (
    chats,
    duels,
    house_words,
    memberships,
    requests,
    rounds,
    settings,
    told,
    wordles,
)


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

    async def having(self, name: str) -> Mapping[ChatRef, Mapping[str, str]]:
        those = select(settings.c.chat).where(settings.c.name == name)
        rows = await self.connection.execute(
            select(chats.c.platform, chats.c.external_id, settings.c.name, settings.c.value)
            .join_from(settings, chats)
            .where(settings.c.chat.in_(those))
            .order_by(chats.c.id)
        )
        found: dict[ChatRef, dict[str, str]] = {}
        for platform, external, set_name, value in rows:
            found.setdefault(ChatRef(platform, external), {})[set_name] = value
        return found

    async def told_of(self, name: str) -> Mapping[tuple[ChatRef, str], int]:
        those = select(settings.c.chat).where(settings.c.name == name)
        rows = await self.connection.execute(
            select(chats.c.platform, chats.c.external_id, told.c.language, told.c.number)
            .join_from(told, chats)
            .where(told.c.chat.in_(those))
        )
        return {(ChatRef(each[0], each[1]), each[2]): each[3] for each in rows}

    async def told(self, chat: ChatRef, language: str) -> int:
        number = await self.connection.scalar(
            select(told.c.number)
            .join_from(told, chats)
            .where(chats.c.platform == chat.platform, chats.c.external_id == chat.id)
            .where(told.c.language == language)
        )
        return int(number or 0)

    async def mark_told(self, chat: ChatRef, language: str, number: int) -> None:
        key = await chat_key(self.connection, chat)
        put = upsert(self.connection, told).values(chat=key, language=language, number=number)
        await self.connection.execute(
            put.on_conflict_do_update(
                index_elements=["chat", "language"],
                set_={"number": number},
                where=told.c.number < number,
            )
        )

    async def move(self, old: ChatRef, new: ChatRef) -> bool:
        key = await find_key(self.connection, chats, old)
        if key is None:
            return False
        other = await find_key(self.connection, chats, new)
        if other is not None:
            for table in (rounds, wordles, house_words, requests, duels):
                if await self.connection.scalar(
                    select(table.c.chat).where(table.c.chat == other).limit(1)
                ):
                    return False
            for table in (settings, memberships, told):
                await self.connection.execute(delete(table).where(table.c.chat == other))
            await self.connection.execute(delete(chats).where(chats.c.id == other))
        await self.connection.execute(
            update(chats).where(chats.c.id == key).values(platform=new.platform, external_id=new.id)
        )
        return True
