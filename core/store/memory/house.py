"""Settings, house words and their requests over dicts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.chats.house import Answer, Side, WordRequest
from core.ids import ChatRef, PlayerRef
from core.lexicon.house import HouseWords
from core.ports import Conflict
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryChats:
    """See core.ports.Chats."""

    tables: Tables

    async def settings(self, chat: ChatRef) -> Mapping[str, str]:
        return {name: text for (where, name), text in self.tables.settings.items() if where == chat}

    async def set(self, chat: ChatRef, name: str, text: str | None) -> None:
        if text is None:
            self.tables.settings.pop((chat, name), None)
        else:
            self.tables.settings[chat, name] = text

    async def having(self, name: str) -> Mapping[ChatRef, Mapping[str, str]]:
        those = [chat for chat, each in self.tables.settings if each == name]
        return {chat: await self.settings(chat) for chat in those}

    async def told_of(self, name: str) -> Mapping[tuple[ChatRef, str], int]:
        having = await self.having(name)
        return {key: number for key, number in self.tables.told.items() if key[0] in having}

    async def told(self, chat: ChatRef, language: str) -> int:
        return self.tables.told.get((chat, language), 0)

    async def mark_told(self, chat: ChatRef, language: str, number: int) -> None:
        self.tables.told[chat, language] = max(number, await self.told(chat, language))

    async def move(self, old: ChatRef, new: ChatRef) -> bool:
        tables = self.tables
        if not tables.knows(old) or tables.has_past(new):
            return False
        tables.settings = {key: text for key, text in tables.settings.items() if key[0] != new}
        tables.memberships = {key: at for key, at in tables.memberships.items() if key[1] != new}
        tables.told = {key: number for key, number in tables.told.items() if key[0] != new}

        def moved(chat: ChatRef) -> ChatRef:
            return new if chat == old else chat

        tables.settings = {(moved(chat), name): x for (chat, name), x in tables.settings.items()}
        tables.told = {(moved(chat), name): x for (chat, name), x in tables.told.items()}
        tables.words = {(moved(chat), name): x for (chat, name), x in tables.words.items()}
        tables.memberships = {
            (who, moved(chat)): at for (who, chat), at in tables.memberships.items()
        }
        tables.requests = {
            key: replace(each, chat=moved(each.chat)) for key, each in tables.requests.items()
        }
        tables.rounds = {
            key: replace(each, room=replace(each.room, chat=moved(each.room.chat)))
            for key, each in tables.rounds.items()
        }
        tables.wordles = {
            key: replace(each, room=replace(each.room, chat=moved(each.room.chat)))
            for key, each in tables.wordles.items()
        }
        tables.duels = {
            key: replace(each, room=replace(each.room, chat=moved(each.room.chat)))
            for key, each in tables.duels.items()
        }
        tables.results = {
            key: ([replace(each, chat=each.chat and moved(each.chat)) for each in boards], scores)
            for key, (boards, scores) in tables.results.items()
        }
        return True


@dataclass(frozen=True, slots=True)
class MemoryHouse:
    """See core.ports.House."""

    tables: Tables

    async def words(self, chat: ChatRef, language: str) -> HouseWords:
        return self.tables.words.get((chat, language), HouseWords())

    async def put(self, chat: ChatRef, language: str, word: str, side: Side) -> None:
        words = await self.words(chat, language)
        said = words.add(word) if side is Side.ADD else words.remove(word)
        self.tables.words[chat, language] = said

    async def add(self, request: WordRequest) -> int:
        self.tables.player(request.requested_by)
        key = len(self.tables.requests) + 1
        self.tables.requests[key] = replace(request, id=key)
        return key

    async def get(self, chat: ChatRef, request_id: int) -> WordRequest | None:
        request = self.tables.requests.get(request_id)
        return request if request and request.chat == chat else None

    async def open(self, chat: ChatRef) -> list[WordRequest]:
        return [
            each
            for each in self.tables.requests.values()
            if each.chat == chat and each.answer is Answer.OPEN
        ]

    async def by(self, player: PlayerRef) -> list[WordRequest]:
        return [each for each in self.tables.requests.values() if each.requested_by == player]

    async def decided_by(self, player: PlayerRef) -> list[WordRequest]:
        return [each for each in self.tables.requests.values() if each.decided_by == player]

    async def decide(
        self, request_id: int, answer: Answer, by: PlayerRef, at: float, decision: str
    ) -> None:
        request = self.tables.requests.get(request_id)
        if request is None or request.answer is not Answer.OPEN:
            raise Conflict(f"request {request_id} is not open")
        self.tables.player(by)
        self.tables.requests[request_id] = replace(
            request, answer=answer, decided_by=by, decided_at=at, decision=decision
        )
