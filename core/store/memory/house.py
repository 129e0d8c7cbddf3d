"""Settings, house words and their requests over dicts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.chats.house import Answer, Side, WordRequest
from core.ids import ChatRef, PlayerRef
from core.lexicon.house import HouseWords
from core.ports import Conflict
from core.store.memory.state import Kept


@dataclass(frozen=True, slots=True)
class MemoryChats:
    """See core.ports.Chats."""

    kept: Kept

    async def settings(self, chat: ChatRef) -> Mapping[str, str]:
        return {name: text for (where, name), text in self.kept.settings.items() if where == chat}

    async def set(self, chat: ChatRef, name: str, text: str | None) -> None:
        if text is None:
            self.kept.settings.pop((chat, name), None)
        else:
            self.kept.settings[chat, name] = text

    async def having(self, name: str) -> Mapping[ChatRef, Mapping[str, str]]:
        those = [chat for chat, each in self.kept.settings if each == name]
        return {chat: await self.settings(chat) for chat in those}

    async def told(self, chat: ChatRef, language: str) -> int:
        return self.kept.told.get((chat, language), 0)

    async def mark_told(self, chat: ChatRef, language: str, number: int) -> None:
        self.kept.told[chat, language] = max(number, await self.told(chat, language))

    async def move(self, old: ChatRef, new: ChatRef) -> bool:
        kept = self.kept
        if not kept.knows(old) or kept.has_past(new):
            return False
        kept.settings = {key: text for key, text in kept.settings.items() if key[0] != new}
        kept.memberships = {key: at for key, at in kept.memberships.items() if key[1] != new}
        kept.told = {key: number for key, number in kept.told.items() if key[0] != new}

        def moved(chat: ChatRef) -> ChatRef:
            return new if chat == old else chat

        kept.settings = {(moved(chat), name): x for (chat, name), x in kept.settings.items()}
        kept.told = {(moved(chat), name): x for (chat, name), x in kept.told.items()}
        kept.words = {(moved(chat), name): x for (chat, name), x in kept.words.items()}
        kept.memberships = {(who, moved(chat)): at for (who, chat), at in kept.memberships.items()}
        kept.requests = {
            key: replace(each, chat=moved(each.chat)) for key, each in kept.requests.items()
        }
        kept.rounds = {
            key: replace(each, room=replace(each.room, chat=moved(each.room.chat)))
            for key, each in kept.rounds.items()
        }
        kept.wordles = {
            key: replace(each, room=replace(each.room, chat=moved(each.room.chat)))
            for key, each in kept.wordles.items()
        }
        kept.results = {
            key: ([replace(each, chat=each.chat and moved(each.chat)) for each in boards], scores)
            for key, (boards, scores) in kept.results.items()
        }
        return True


@dataclass(frozen=True, slots=True)
class MemoryHouse:
    """See core.ports.House."""

    kept: Kept

    async def words(self, chat: ChatRef, language: str) -> HouseWords:
        return self.kept.words.get((chat, language), HouseWords())

    async def put(self, chat: ChatRef, language: str, word: str, side: Side) -> None:
        words = await self.words(chat, language)
        said = words.add(word) if side is Side.ADD else words.remove(word)
        self.kept.words[chat, language] = said

    async def add(self, request: WordRequest) -> int:
        self.kept.player(request.requested_by)
        key = len(self.kept.requests) + 1
        self.kept.requests[key] = replace(request, id=key)
        return key

    async def get(self, chat: ChatRef, request_id: int) -> WordRequest | None:
        request = self.kept.requests.get(request_id)
        return request if request and request.chat == chat else None

    async def open(self, chat: ChatRef) -> list[WordRequest]:
        return [
            each
            for each in self.kept.requests.values()
            if each.chat == chat and each.answer is Answer.OPEN
        ]

    async def by(self, player: PlayerRef) -> list[WordRequest]:
        return [each for each in self.kept.requests.values() if each.requested_by == player]

    async def decided_by(self, player: PlayerRef) -> list[WordRequest]:
        return [each for each in self.kept.requests.values() if each.decided_by == player]

    async def decide(
        self, request_id: int, answer: Answer, by: PlayerRef, at: float, decision: str
    ) -> None:
        request = self.kept.requests.get(request_id)
        if request is None or request.answer is not Answer.OPEN:
            raise Conflict(f"request {request_id} is not open")
        self.kept.player(by)
        self.kept.requests[request_id] = replace(
            request, answer=answer, decided_by=by, decided_at=at, decision=decision
        )
