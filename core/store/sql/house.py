"""House words and their requests over SQL."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.house import Answer, Side, WordRequest
from core.ids import ChatRef, PlayerRef
from core.lexicon.house import HouseWords
from core.ports import Conflict
from core.store.sql.keys import chat_key, insert_row, player_key, upsert
from core.store.sql.tables import chats, house_words, players, requests

_decider = players.alias("decider")


@dataclass(frozen=True, slots=True)
class SqlHouse:
    """See core.ports.House."""

    connection: AsyncConnection

    async def words(self, chat: ChatRef, language: str) -> HouseWords:
        found = await self.connection.execute(
            select(house_words.c.word, house_words.c.side)
            .join_from(house_words, chats)
            .where(_is(chat), house_words.c.language == language)
        )
        sides: dict[Side, set[str]] = {side: set() for side in Side}
        for word, side in found:
            sides[Side(side)].add(word)
        return HouseWords(frozenset(sides[Side.ADD]), frozenset(sides[Side.REMOVE]))

    async def put(self, chat: ChatRef, language: str, word: str, side: Side) -> None:
        key = await chat_key(self.connection, chat)
        said = upsert(self.connection, house_words).values(
            chat=key, language=language, word=word, side=side
        )
        await self.connection.execute(
            said.on_conflict_do_update(
                index_elements=["chat", "language", "word"], set_={"side": side}
            )
        )

    async def add(self, request: WordRequest) -> int:
        return await insert_row(
            self.connection,
            requests,
            chat=await chat_key(self.connection, request.chat),
            language=request.language,
            word=request.word,
            side=request.side,
            reason=request.reason,
            requested_by=await player_key(self.connection, request.requested_by),
            requested_at=request.requested_at,
            answer=request.answer,
            decision=request.decision,
        )

    async def get(self, chat: ChatRef, request_id: int) -> WordRequest | None:
        found = await self._fetch(_select().where(_is(chat), requests.c.id == request_id))
        return found[0] if found else None

    async def open(self, chat: ChatRef) -> list[WordRequest]:
        return await self._fetch(_select().where(_is(chat), requests.c.answer == Answer.OPEN))

    async def by(self, player: PlayerRef) -> list[WordRequest]:
        return await self._fetch(
            _select().where(
                players.c.platform == player.platform, players.c.external_id == player.id
            )
        )

    async def decided_by(self, player: PlayerRef) -> list[WordRequest]:
        return await self._fetch(
            _select().where(
                _decider.c.platform == player.platform, _decider.c.external_id == player.id
            )
        )

    async def decide(
        self, request_id: int, answer: Answer, by: PlayerRef, at: float, decision: str
    ) -> None:
        decided = await self.connection.execute(
            update(requests)
            .where(requests.c.id == request_id, requests.c.answer == Answer.OPEN)
            .values(
                answer=answer,
                decided_by=await player_key(self.connection, by),
                decided_at=at,
                decision=decision,
            )
        )
        if decided.rowcount != 1:
            raise Conflict(f"request {request_id} is not open")

    async def _fetch(self, query: Select[Any]) -> list[WordRequest]:
        rows = await self.connection.execute(query.order_by(requests.c.id))
        return [_request(row) for row in rows]


def _select() -> Select[Any]:
    return (
        select(
            requests,
            chats.c.platform.label("chat_platform"),
            chats.c.external_id.label("chat_id"),
            players.c.platform,
            players.c.external_id,
            _decider.c.platform.label("decider_platform"),
            _decider.c.external_id.label("decider_id"),
        )
        .join(chats, chats.c.id == requests.c.chat)
        .join(players, players.c.id == requests.c.requested_by)
        .outerjoin(_decider, _decider.c.id == requests.c.decided_by)
    )


def _is(chat: ChatRef) -> Any:
    return (chats.c.platform == chat.platform) & (chats.c.external_id == chat.id)


def _request(row: Row[Any]) -> WordRequest:
    return WordRequest(
        id=row.id,
        chat=ChatRef(row.chat_platform, row.chat_id),
        language=row.language,
        word=row.word,
        side=Side(row.side),
        reason=row.reason,
        requested_by=PlayerRef(row.platform, row.external_id),
        requested_at=row.requested_at,
        answer=Answer(row.answer),
        decided_by=PlayerRef(row.decider_platform, row.decider_id) if row.decided_by else None,
        decided_at=row.decided_at,
        decision=row.decision,
    )
