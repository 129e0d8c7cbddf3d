"""The admins of groups, and the groups in which the bot sees all messages."""

import asyncio
import logging

from telegram import Bot, ChatMember, ChatMemberUpdated
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.telegram_app.options import PLATFORM, Timing

_FRESH = 60.0  # seconds for which it is remembered who is an admin
_MANY = 5000  # answers beyond which old ones are forgotten
_PATIENCE = 5.0  # seconds that a command waits to know
_RETRY = 10.0  # seconds after which Telegram is asked again what it did not say
_ADMINS = {ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER}
_AWAY = {ChatMemberStatus.LEFT, ChatMemberStatus.BANNED}

logger = logging.getLogger(__name__)


class Memberships:
    """Telegram's answers about members, asked for only when they matter."""

    def __init__(self, bot: Bot, timing: Timing) -> None:
        self._bot = bot
        self._timing = timing
        self._admins: dict[tuple[int, int], tuple[float, bool]] = {}
        self._runs: dict[int, bool] = {}

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
            is_admin = await self._ask(chat_id, user_id)
            fresh = _RETRY if is_admin is None else _FRESH
            self._keep((chat_id, user_id), self._timing.now() + fresh, bool(is_admin))
        return self._admins[chat_id, user_id][1]

    def hears(self, chat_id: int) -> bool:
        """Return whether the bot sees all messages of a group."""
        everything = self._bot.bot.can_read_all_group_messages
        return bool(everything) or self._runs.get(chat_id, False)

    async def learn(self, chat_id: int) -> None:
        """Find out whether the bot sees all messages of a group, unless that is known."""
        if self.has_learnt(chat_id):
            return
        is_admin = await self._ask(chat_id, self._bot.id)
        if is_admin is not None:
            self._runs[chat_id] = is_admin

    def changed(self, change: ChatMemberUpdated) -> bool:
        """Note the bot's new status in a group; return whether it is still a member."""
        member = change.new_chat_member
        self._runs[change.chat.id] = _is_admin(member)
        away = member.status == ChatMemberStatus.RESTRICTED and not getattr(
            member, "is_member", True
        )
        return member.status not in _AWAY and not away

    async def _ask(self, chat_id: int, user_id: int) -> bool | None:
        try:
            async with asyncio.timeout(_PATIENCE):
                return _is_admin(await self._bot.get_chat_member(chat_id, user_id))
        except (TelegramError, TimeoutError) as error:
            reason = type(error).__name__
            logger.warning("member unknown", extra={"platform": PLATFORM, "reason": reason})
            return None

    def _keep(self, key: tuple[int, int], until: float, is_admin: bool) -> None:
        if len(self._admins) > _MANY:
            now = self._timing.now()
            self._admins = {key: value for key, value in self._admins.items() if value[0] > now}
        self._admins[key] = until, is_admin


def _is_admin(member: ChatMember) -> bool:
    return member.status in _ADMINS
