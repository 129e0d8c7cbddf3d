"""All by which one bot speaks, put together."""

from dataclasses import dataclass

from telegram import Bot
from telegram.request import HTTPXRequest

from bot.chat.metrics import Metrics
from bot.telegram_app.budget import Budget
from bot.telegram_app.deliveries import Deliveries, Failures, Migrations
from bot.telegram_app.editor import Editor
from bot.telegram_app.memberships import Memberships
from bot.telegram_app.options import TelegramOptions, Timing
from bot.telegram_app.parcels import Memory
from bot.telegram_app.reactions import Reactions
from bot.telegram_app.remarks import Remarks
from bot.telegram_app.sender import Sender

_CONNECTIONS = 64
_SECONDS = 10.0  # to connect, to send, to be answered


@dataclass(frozen=True, slots=True)
class Outbox:
    """The parts share a bot, a memory of its messages and the limits that it keeps."""

    bot: Bot
    memory: Memory
    migrations: Migrations
    memberships: Memberships
    sender: Sender
    editor: Editor
    reactions: Reactions
    remarks: Remarks
    failures: Failures

    async def close(self) -> None:
        """Leave out what can be left out, and let the rest end."""
        await self.reactions.close()
        await self.remarks.close()
        await self.editor.settle()


def bot_of(options: TelegramOptions) -> Bot:
    """Return a bot that has not said anything yet."""
    return Bot(
        options.token,
        base_url=f"{options.api_url}/bot",
        base_file_url=f"{options.api_url}/file/bot",
        request=_client(_CONNECTIONS),
        get_updates_request=_client(1),
    )


def outbox_of(bot: Bot, metrics: Metrics, timing: Timing) -> Outbox:
    """Return the outbox of a bot."""
    memory, migrations = Memory(), Migrations()
    deliveries = Deliveries(Budget(timing), migrations, metrics, timing)
    sender, failures = Sender(bot, deliveries, memory), Failures(metrics)
    return Outbox(
        bot=bot,
        memory=memory,
        migrations=migrations,
        memberships=Memberships(bot, timing),
        sender=sender,
        editor=Editor(bot, deliveries, memory),
        reactions=Reactions(bot, metrics, timing),
        remarks=Remarks(sender, failures),
        failures=failures,
    )


def _client(connections: int) -> HTTPXRequest:
    return HTTPXRequest(
        connection_pool_size=connections,
        read_timeout=_SECONDS,
        write_timeout=_SECONDS,
        connect_timeout=_SECONDS,
        pool_timeout=_SECONDS,
    )
