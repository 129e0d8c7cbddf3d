"""A strict simulator of the Telegram Bot API, for tests of a bot that runs elsewhere.

async with TelegramSimulator() as telegram:
    group = telegram.add_group("Words")
    ana = telegram.add_user("Ana", language_code="fr")
    group.join(ana)
    ...  # start the bot with telegram.token and telegram.api_url
    await telegram.polling()
    await ana.says(group, "/play fr")
    game = await telegram.until(lambda: group.last)
    query = await ana.clicks(game, "Found")
    assert (await query.answered()).show_alert
    assert not telegram.violations
"""

from tests.simulators.telegram.chats import SimChat, SimGroup, SimPrivate
from tests.simulators.telegram.clicks import Answer, SimQuery
from tests.simulators.telegram.limits import Limits
from tests.simulators.telegram.messages import Button, SimFile, SimMessage, Topic
from tests.simulators.telegram.people import SimUser
from tests.simulators.telegram.server import Request
from tests.simulators.telegram.simulator import TelegramSimulator

__all__ = [
    "Answer",
    "Button",
    "Limits",
    "Request",
    "SimChat",
    "SimFile",
    "SimGroup",
    "SimMessage",
    "SimPrivate",
    "SimQuery",
    "SimUser",
    "TelegramSimulator",
    "Topic",
]
