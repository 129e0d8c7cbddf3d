"""The commands as Telegram lists them."""

import logging
from collections.abc import Mapping

from telegram import Bot, BotCommand
from telegram.constants import BotCommandLimit
from telegram.error import TelegramError

from bot.chat.context import Command
from bot.telegram_app.options import PLATFORM
from core.languages import ENGLISH, languages

logger = logging.getLogger(__name__)


async def register(bot: Bot, commands: Mapping[str, Command]) -> None:
    """Register the commands in each language whose list differs."""
    for language in languages():
        # Who speaks none of the others sees English.
        code = None if language == ENGLISH else language
        wanted = menu(commands, language)
        try:
            if list(await bot.get_my_commands(language_code=code)) != wanted:
                await bot.set_my_commands(wanted, language_code=code)
        except TelegramError as error:
            facts = {"platform": PLATFORM, "language": language, "reason": type(error).__name__}
            logger.warning("commands not listed", extra=facts)


def menu(commands: Mapping[str, Command], language: str) -> list[BotCommand]:
    """Return the commands as they are called and described in a language."""
    return [
        BotCommand(
            command.name_in(language),
            command.summary_in(language)[: BotCommandLimit.MAX_DESCRIPTION],
        )
        for command in commands.values()
    ]
