"""The client library against the simulator, for tests of the simulator itself."""

import io
from typing import TYPE_CHECKING

from PIL import Image
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update

from tests.simulators.telegram.limits import Limits

if TYPE_CHECKING:
    from tests.simulators.telegram.simulator import TelegramSimulator

# So that only the tests of limits meet them.
UNLIMITED = Limits(10_000, 10_000.0, 10_000, 10_000, 10_000)


def bot_of(telegram: "TelegramSimulator", token: str = "") -> Bot:
    """Return a client of the simulator, with another token than the right one if given."""
    url = telegram.api_url
    return Bot(token or telegram.token, f"{url}/bot", f"{url}/file/bot")


def picture(width: int = 20, height: int = 10) -> bytes:
    """Return a PNG."""
    content = io.BytesIO()
    Image.new("1", (width, height)).save(content, "PNG")
    return content.getvalue()


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    """Return a row of buttons, each with "press:" and its label as data."""
    row = [InlineKeyboardButton(label, callback_data=f"press:{label}") for label in labels]
    return InlineKeyboardMarkup([row])


async def updates(bot: Bot, offset: int = 0) -> list[Update]:
    """Return the waiting updates, from an offset on."""
    return list(await bot.get_updates(offset=offset, timeout=0))
