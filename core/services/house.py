"""House words: members ask for them, moderators decide, the chat plays with them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from core.chats.house import Answer, Side, WordRequest
from core.chats.settings import ChatSettings
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member
from core.lexicon import HouseWords, Lexicon
from core.lexicon.alphabet import MAX_LETTERS, Alphabet
from core.lexicon.house import BadLength
from core.ports import Conflict, Store, UnitOfWork
from core.rounds.verdict import MAX_SPELLING
from core.services.refusals import NotAllowed
from core.services.workers import Workers
from core.texts import bare, one_line

MAX_OPEN = 5  # requests of one player in one chat: moderators are to read them all
MIN_REASON, MAX_REASON = 3, 200
_MAX_ID = 2**63  # what databases count to


class BadReason(SeizeError):
    """Raised when a reason is too short or too long."""

    template = translatable("give a reason of {low} to {high} characters, not {length}")


class AlreadyAccepted(SeizeError):
    """Raised when a word to be added is accepted already."""

    template = translatable("{word!r} is accepted here already: it needs no request")


class NotAccepted(SeizeError):
    """Raised when a word to be removed is not accepted."""

    template = translatable("{word!r} is not accepted here: there is nothing to remove")


class TooManyRequests(SeizeError):
    """Raised when a player has as many open requests in a chat as one may have."""

    template = translatable("{limit} of your requests are open here: wait until one is decided")


class UnknownRequest(SeizeError):
    """Raised when no request of a chat has a number."""

    template = translatable("this chat has no request {number}")


class AlreadyDecided(SeizeError):
    """Raised when a request was decided already."""


@dataclass(frozen=True, slots=True)
class HouseService:
    """House words of chats; `lexicon` opens a word list by its name, and may take a second."""

    store: Store
    lexicon: Callable[[str], Lexicon]
    workers: Workers = field(default_factory=Workers)

    async def house(self, chat: ChatRef, language: str) -> HouseWords:
        """Return a chat's words over the lists of a language (an ISO 639-1 code)."""
        async with self.store.read() as work:
            return await work.house.words(chat, language)

    async def open(self, chat: ChatRef) -> list[WordRequest]:
        """Return the requests that wait for an answer, the oldest first."""
        async with self.store.read() as work:
            return await work.house.open(chat)

    async def request(
        self, chat: ChatRef, by: Member, side: Side, spelling: str, reason: str, at: float
    ) -> WordRequest:
        """Ask for a word of the chat's language; return the request, or the open one like it.

        Raises BadSpelling, BadLength, BadReason, AlreadyAccepted, NotAccepted,
        TooManyRequests.
        """
        async with self.store.read() as work:
            settings = ChatSettings.from_texts(await work.chats.settings(chat))
        lexicon = await self.workers.run(self.lexicon, settings.language)
        asked = WordRequest(
            chat=chat,
            language=lexicon.language,
            word=_word(lexicon.alphabet, spelling),
            side=side,
            reason=_reason(reason, MIN_REASON),
            requested_by=by.ref,
            requested_at=at,
        )
        async with self.store.write() as work:
            _check_side(asked, lexicon, await work.house.words(chat, asked.language))
            waiting = await work.house.open(chat)
            if same := _like(asked, waiting):
                return same
            if sum(request.requested_by == by.ref for request in waiting) >= MAX_OPEN:
                raise TooManyRequests(limit=MAX_OPEN)
            await work.players.see(by, chat, at)
            return replace(asked, id=await work.house.add(asked))

    async def decide(
        self, chat: ChatRef, by: Member, request_id: int, accept: bool, reason: str, at: float
    ) -> WordRequest:
        """Answer a request, with or without a reason; what is accepted counts from now on.

        Raises NotAllowed, UnknownRequest, AlreadyDecided, BadReason.
        """
        decision = _reason(reason, 0)
        async with self.store.read() as work:
            settings = ChatSettings.from_texts(await work.chats.settings(chat))
            if not settings.may_moderate(by):
                raise NotAllowed
            request = await _find_open(work, chat, request_id)
        answer = Answer.ACCEPTED if accept else Answer.REJECTED
        try:
            async with self.store.write() as work:
                await work.players.see(by, chat, at)
                await work.house.decide(request_id, answer, by.ref, at, decision)
                if accept:
                    await work.house.put(chat, request.language, request.word, request.side)
        except Conflict:
            async with self.store.read() as work:
                await _find_open(work, chat, request_id)
            raise
        return replace(request, answer=answer, decided_by=by.ref, decided_at=at, decision=decision)


async def _find_open(work: UnitOfWork, chat: ChatRef, request_id: int) -> WordRequest:
    known = 0 < request_id < _MAX_ID
    request = await work.house.get(chat, request_id) if known else None
    if request is None:
        raise UnknownRequest(number=request_id)
    if request.answer is Answer.OPEN:
        return request
    if request.answer is Answer.ACCEPTED:
        template = translatable("request {number} was accepted already")
    else:
        template = translatable("request {number} was rejected already")
    raise AlreadyDecided(template, number=request_id)


def _word(letters: Alphabet, spelling: str) -> str:
    if len(word := bare(spelling) or spelling.strip()) > MAX_SPELLING:
        raise BadLength(f"{word[:MAX_LETTERS]}…")
    (word,) = HouseWords.parse(letters, [spelling]).added
    return word


def _reason(text: str, low: int) -> str:
    reason = one_line(text)
    if not low <= len(reason) <= MAX_REASON:
        raise BadReason(length=len(reason), low=low, high=MAX_REASON)
    return reason


def _check_side(asked: WordRequest, lexicon: Lexicon, house: HouseWords) -> None:
    word = asked.word
    accepted = word in house.added if house.decides(word) else word in lexicon
    if accepted and asked.side is Side.ADD:
        raise AlreadyAccepted(word=word)
    if not accepted and asked.side is Side.REMOVE:
        raise NotAccepted(word=word)


def _like(asked: WordRequest, waiting: Sequence[WordRequest]) -> WordRequest | None:
    wanted = (asked.language, asked.word, asked.side)
    return next((each for each in waiting if (each.language, each.word, each.side) == wanted), None)
