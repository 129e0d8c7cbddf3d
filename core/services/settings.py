"""Settings of chats: everyone may look, moderators may change them."""

from dataclasses import dataclass

from core.chats.settings import ChatSettings, setting
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member
from core.ports import Store
from core.services.refusals import NotAllowed

DEFAULT = "default"  # what people type to take a setting back


class AdminsOnly(SeizeError):
    """Raised when a moderator tries what only admins may."""

    template = translatable("only admins may say who the moderators are")


@dataclass(frozen=True, slots=True)
class SettingsService:
    """The settings of chats."""

    store: Store

    async def of(self, chat: ChatRef, language: str = "") -> ChatSettings:
        """Return the settings of a chat; it speaks `language`, if given, unless it has chosen."""
        chosen = {"language": language, "interface": language} if language else {}
        async with self.store.read() as work:
            return ChatSettings.from_texts(chosen | dict(await work.chats.settings(chat)))

    async def ensure_language(self, chat: ChatRef, language: str) -> ChatSettings:
        """Give a chat a language unless it has chosen one; return its settings.

        `language` is one that Seize speaks, or "" where nobody knows which.
        """
        async with self.store.read() as work:
            texts = await work.chats.settings(chat)
        given = {"language": language, "interface": language} if language else {}
        chosen = {name: text for name, text in given.items() if name not in texts}
        if chosen:
            async with self.store.write() as work:
                for name, text in chosen.items():
                    await work.chats.set(chat, name, text)
        return ChatSettings.from_texts(chosen | dict(texts))

    async def moved(self, old: ChatRef, new: ChatRef) -> bool:
        """Take all that is kept of a chat over to its new reference.

        Return False if there is nothing, or the new one has a past of its own.
        """
        async with self.store.write() as work:
            return await work.chats.move(old, new)

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
        async with self.store.write() as work:
            settings = ChatSettings.from_texts(await work.chats.settings(chat))
            if not settings.may_moderate(by):
                raise NotAllowed
            if changed.name == "moderators" and not by.admin:
                raise AdminsOnly
            await work.players.see(by, chat, at)
            await work.chats.set(chat, changed.name, stored)
            return ChatSettings.from_texts(await work.chats.settings(chat))
