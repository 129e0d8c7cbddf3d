"""The admins of groups, and the groups in which the bot sees all messages."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

from telegram import Bot, ChatMember, ChatMemberUpdated
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.telegram_app.options import PLATFORM, Timing
from core.errors import SeizeError, translatable
from core.latest import Latest

_FRESH = 60.0  # seconds for which it is remembered who is an admin
_MANY = 5000  # answers beyond which old ones are forgotten
_PATIENCE = 5.0  # seconds that a command waits to know
_RETRY = 10.0  # seconds after which Telegram is asked again what it did not say
_ADMINS = {ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER}
_AWAY = {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}
# What Telegram says of somebody whom a group does not know, and of groups that hide their members.
_STRANGER = ("user not found", "invalid user_id", "participant_id_invalid", "user_not_participant")
_HIDDEN = ("member list is inaccessible", "chat_admin_required")
_Known = dict[tuple[int, int], tuple[float, bool]]  # answers, and until when they are fresh

logger = logging.getLogger(__name__)


class MembersHidden(SeizeError):
    """Raised when a group hides its members from Seize."""

    template = translatable(
        "Telegram does not tell Seize who is in this chat: make Seize an admin there"
    )


class Memberships:
    """Telegram's answers about members, asked for only when they matter."""

    def __init__(self, bot: Bot, timing: Timing) -> None:
        self._bot = bot
        self._timing = timing
        self._admins: _Known = {}
        self._runs: dict[int, bool] = {}
        self._rules: Latest[int, tuple[float, tuple[bool, int]]] = Latest(_MANY)

    def knows(self, chat_id: int, user_id: int) -> bool:
        """Return whether `is_admin` can answer without asking Telegram."""
        known = self._admins.get((chat_id, user_id))
        return known is not None and known[0] > self._timing.now()

    def has_learnt(self, chat_id: int) -> bool:
        """Return whether it is known if the bot sees a group's messages."""
        return bool(self._bot.bot.can_read_all_group_messages) or chat_id in self._runs

    async def is_admin(self, chat_id: int, user_id: int) -> bool:
        """Return whether somebody is an admin; False where Telegram does not say."""
        if not self.knows(chat_id, user_id):
            is_admin = await self._ask(chat_id, user_id, _is_admin)
            fresh = _RETRY if is_admin is None else _FRESH
            self._keep(self._admins, (chat_id, user_id), fresh, bool(is_admin))
        return self._admins[chat_id, user_id][1]

    async def is_member(self, chat_id: int, user_id: int) -> bool | None:
        """Return whether somebody is in a group, None where Telegram does not say just now.

        Raises MembersHidden.
        """
        try:
            async with asyncio.timeout(_PATIENCE):
                return _is_there(await self._bot.get_chat_member(chat_id, user_id))
        except (TelegramError, TimeoutError) as error:
            said = str(error).lower()
            if any(each in said for each in _STRANGER):
                return False
            if any(each in said for each in _HIDDEN):
                raise MembersHidden from None
            _note(error)
            return None

    def hears(self, chat_id: int) -> bool:
        """Return whether the bot sees all messages of a group."""
        everything = self._bot.bot.can_read_all_group_messages
        return bool(everything) or self._runs.get(chat_id, False)

    async def rules(self, chat_id: int) -> tuple[bool, int]:
        """Return whether a group lets nobody but admins write, and the seconds of its slow mode."""
        known = self._rules.get(chat_id)
        if known is None or known[0] <= self._timing.now():
            asked = await self._ask_rules(chat_id)
            until = self._timing.now() + (_RETRY if asked is None else _FRESH)
            known = self._rules[chat_id] = (until, asked or (False, 0))
        return known[1]

    async def _ask_rules(self, chat_id: int) -> tuple[bool, int] | None:
        try:
            async with asyncio.timeout(_PATIENCE):
                chat = await self._bot.get_chat(chat_id)
        except (TelegramError, TimeoutError) as error:
            reason = type(error).__name__
            logger.warning("group unknown", extra={"platform": PLATFORM, "reason": reason})
            return None
        may_write = chat.permissions is None or chat.permissions.can_send_messages
        delay = chat.slow_mode_delay or 0
        return not may_write, int(delay.total_seconds() if isinstance(delay, timedelta) else delay)

    async def learn(self, chat_id: int) -> None:
        """Find out whether the bot sees all messages of a group, unless that is known."""
        if self.has_learnt(chat_id):
            return
        is_admin = await self._ask(chat_id, self._bot.id, _is_admin)
        if is_admin is not None:
            self._runs[chat_id] = is_admin

    def changed(self, change: ChatMemberUpdated) -> bool:
        """Note the bot's new status in a group; return whether it is still a member."""
        member = change.new_chat_member
        self._runs[change.chat.id] = _is_admin(member)
        return _is_there(member)

    async def _ask(
        self, chat_id: int, user_id: int, asked: Callable[[ChatMember], bool]
    ) -> bool | None:
        try:
            async with asyncio.timeout(_PATIENCE):
                return asked(await self._bot.get_chat_member(chat_id, user_id))
        except (TelegramError, TimeoutError) as error:
            _note(error)
            return None

    def _keep(self, known: _Known, key: tuple[int, int], seconds: float, answer: bool) -> None:
        now = self._timing.now()
        if len(known) > _MANY:
            for each in [each for each, (until, _) in known.items() if until <= now]:
                del known[each]
        known[key] = now + seconds, answer


def _note(error: Exception) -> None:
    reason = type(error).__name__
    logger.warning("member unknown", extra={"platform": PLATFORM, "reason": reason})


def _is_there(member: ChatMember) -> bool:
    away = member.status == ChatMemberStatus.RESTRICTED and not getattr(member, "is_member", True)
    return member.status not in _AWAY and not away


def _is_admin(member: ChatMember) -> bool:
    return member.status in _ADMINS
