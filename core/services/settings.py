"""Settings of chats: everyone may look, moderators may change them."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf

from core.chats.settings import ChatSettings, setting
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member
from core.latest import Latest
from core.ports import Clock, Store, StoreError, UnitOfWork
from core.services.refusals import NotAllowed

DEFAULT = "default"  # what people type to take a setting back
LIFE = 5.0  # seconds for which what another process changes may go unseen
_CHATS = 10_000  # those that were asked for last


class AdminsOnly(SeizeError):
    """Raised when a moderator tries what only admins may."""

    template = translatable("only admins may say who the moderators are")


@dataclass(slots=True)
class SettingsService:
    """The settings of chats, kept in memory for LIFE seconds: each message asks for them.

    A change is seen at once in the process that made it, in others when that time is over. While
    the store cannot be read, settings are as they were known last.
    """

    store: Store
    clock: Clock
    _known: Latest[ChatRef, tuple[float, Mapping[str, str]]] = field(
        default_factory=lambda: Latest(_CHATS), init=False
    )
    _changes: int = field(default=0, init=False)

    async def of(self, chat: ChatRef, language: str = "") -> ChatSettings:
        """Return the settings of a chat; it speaks `language`, if given, unless it has chosen."""
        chosen = {"language": language, "interface": language} if language else {}
        return ChatSettings.from_texts(chosen | dict(await self._texts(chat)))

    async def ensure_language(self, chat: ChatRef, language: str) -> ChatSettings:
        """Give a chat a language unless it has chosen one; return its settings.

        `language` is one that Seize speaks, or "" where nobody knows which.
        """
        texts = await self._texts(chat)
        given = {"language": language, "interface": language} if language else {}
        chosen = {name: text for name, text in given.items() if name not in texts}
        if chosen:
            async with self._writing(chat) as work:
                for name, text in chosen.items():
                    await work.chats.set(chat, name, text)
        return ChatSettings.from_texts(chosen | dict(texts))

    async def moved(self, old: ChatRef, new: ChatRef) -> bool:
        """Take all that is kept of a chat over to its new reference.

        Return False if there is nothing, or the new one has a past of its own.
        """
        async with self._writing(old, new) as work:
            return await work.chats.move(old, new)

    def reread(self, *chats: ChatRef) -> None:
        """Read the settings of chats anew, which somebody else changed."""
        self._changes += 1
        for chat in chats:
            self._known.pop(chat, None)

    async def change(
        self, chat: ChatRef, by: Member, name: str, text: str | None, at: float
    ) -> ChatSettings:
        """Change one setting, or (None, "default") take it back; return how all are then.

        Moderators may, but who they are is for admins to say: else each could make more.
        Raises UnknownSetting, BadSetting, NotAllowed, AdminsOnly.
        """
        changed = setting(name)
        stored: str | None = None
        if text is not None and text.strip().lower() != DEFAULT:
            stored = changed.show(ChatSettings().with_texts({name: text}))
        async with self._writing(chat) as work:
            settings = ChatSettings.from_texts(await work.chats.settings(chat))
            if not settings.may_moderate(by):
                raise NotAllowed
            if changed.name == "moderators" and not by.admin:
                raise AdminsOnly
            await work.players.see(by, chat, at)
            await work.chats.set(chat, changed.name, stored)
            return ChatSettings.from_texts(await work.chats.settings(chat))

    async def _texts(self, chat: ChatRef) -> Mapping[str, str]:
        now, changes = self.clock(), self._changes
        read_at, texts = self._known.get(chat, (-inf, {}))
        if 0 <= now - read_at < LIFE:
            return texts
        try:
            async with self.store.read() as work:
                texts = await work.chats.settings(chat)
        except StoreError:
            if chat not in self._known:
                raise
            return texts
        if changes == self._changes:  # else this may be how they were before
            self._known[chat] = now, texts
        return texts

    @asynccontextmanager
    async def _writing(self, *chats: ChatRef) -> AsyncIterator[UnitOfWork]:
        try:
            async with self.store.write() as work:
                yield work
        finally:
            self.reread(*chats)
