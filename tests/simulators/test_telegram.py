"""The simulator of Telegram serves a whole bot, gives it its updates, and gets in its way.

The tests beside the simulator check what it refuses.
"""

import asyncio
import io
import random
from collections.abc import AsyncIterator
from typing import Any, Self

import pytest
from aiohttp import web
from PIL import Image
from telegram import (
    Bot,
    Update,
)
from telegram.error import (
    Conflict,
)
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    CommandHandler,
    TypeHandler,
)

from tests.helpers.fakes import FakeClock
from tests.simulators.telegram import SimGroup, TelegramSimulator
from tests.simulators.telegram.client import UNLIMITED, bot_of, keyboard, picture, texts, updates

Anyone = Application[Any, Any, Any, Any, Any, Any]


SECRET = "of-the-test"  # noqa: S105 - it opens nothing


@pytest.fixture(autouse=True)
def newest_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have times to wait as the library's next version gives them; the old way warns."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramSimulator]:
    async with TelegramSimulator(limits=UNLIMITED) as telegram:
        yield telegram


@pytest.fixture
async def bot(telegram: TelegramSimulator) -> AsyncIterator[Bot]:
    async with bot_of(telegram) as bot:
        yield bot


@pytest.fixture
def group(telegram: TelegramSimulator) -> SimGroup:
    return telegram.add_group("Words")


# A whole bot.


class Running:
    """A small bot that polls: /play sends a picture, its button answers and edits."""

    def __init__(self, telegram: TelegramSimulator) -> None:
        self.telegram = telegram
        self.seen: list[Update] = []
        self.app: Anyone = (
            ApplicationBuilder()
            .token(telegram.token)
            .base_url(f"{telegram.api_url}/bot")
            .base_file_url(f"{telegram.api_url}/file/bot")
            .build()
        )
        self.app.add_handler(TypeHandler(Update, self._see), group=-1)
        self.app.add_handler(CommandHandler("play", self._play))
        self.app.add_handler(CallbackQueryHandler(self._press))

    async def __aenter__(self) -> Self:
        await self.app.initialize()
        assert self.app.updater
        await self.app.updater.start_polling(timeout=5, allowed_updates=Update.ALL_TYPES)
        await self.app.start()
        await self.telegram.polling(10)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.app.updater
        await self.app.updater.stop()
        await self.app.stop()
        await self.app.shutdown()

    async def _see(self, update: Update, _: Any) -> None:
        self.seen.append(update)
        self.telegram.world.changes.notify()

    async def _play(self, update: Update, _: Any) -> None:
        assert update.message
        await update.message.reply_photo(
            picture(),
            caption="<b>Go</b> &amp; <i>find</i>",
            parse_mode="HTML",
            reply_markup=keyboard("Found"),
        )

    async def _press(self, update: Update, _: Any) -> None:
        assert update.callback_query
        await update.callback_query.answer("Well done", show_alert=True)
        await update.callback_query.edit_message_caption("Over")


async def test_a_command_gets_a_picture_and_a_click_an_alert_and_an_edit(
    telegram: TelegramSimulator, group: SimGroup
) -> None:
    ana = telegram.add_user("Ana", language_code="fr")
    group.join(ana)
    async with Running(telegram) as running:
        command = await ana.says(group, "/play fr")
        game = await telegram.until(lambda: group.last)
        query = await ana.clicks(game, "Found")
        answer = await query.answered()
        await telegram.until(lambda: game.history)

    assert answer == ("Well done", True, "")
    assert game.photo
    assert (game.photo.width, game.photo.height) == (20, 10)
    assert Image.open(io.BytesIO(game.photo.content)).size == (20, 10)
    assert game.history[0].text == "Go & find"
    assert [entity["type"] for entity in game.history[0].entities] == ["bold", "italic"]
    assert (game.text, game.buttons) == ("Over", [])
    got = running.seen[0]
    assert got.message
    assert got.message.from_user
    assert got.message.message_id == command.message_id
    assert got.message.from_user.language_code == "fr"
    assert telegram.violations == telegram.wasted == []
    assert telegram.unanswered == []


async def test_all_kinds_of_updates_are_read_by_the_library(
    telegram: TelegramSimulator, group: SimGroup
) -> None:
    ana = telegram.add_user("Ana")
    group.join(ana)
    async with Running(telegram) as running:
        group.promote_bot()
        group.join(telegram.add_user("Ben"), announced=True)
        said = await ana.says(group, "hello")
        await ana.edits(said, "good bye")
        await ana.reacts(said, "👍")
        group.restrict_bot(can_send_photos=False)
        group.kick_bot()
        await telegram.until(lambda: len(running.seen) >= 8)
    kinds = [
        "my_chat_member",
        "chat_member",
        "message",
        "message",
        "edited_message",
        "message_reaction",
        "my_chat_member",
        "my_chat_member",
    ]
    seen = running.seen
    assert [next(k for k in one.to_dict() if k != "update_id") for one in seen] == kinds
    assert seen[-1].my_chat_member
    assert seen[-1].my_chat_member.new_chat_member.status == "kicked"


async def test_what_is_said_while_the_bot_is_away_comes_later(
    telegram: TelegramSimulator, group: SimGroup
) -> None:
    ana = telegram.add_user("Ana")
    group.join(ana)
    async with Running(telegram):
        pass
    await ana.says(group, "/play")
    assert telegram.pending == 1
    async with Running(telegram):
        await telegram.until(lambda: group.last)
    assert not telegram.dropped


async def test_an_update_comes_again_until_it_is_confirmed(
    telegram: TelegramSimulator, bot: Bot
) -> None:
    ana = telegram.add_user("Ana")
    await ana.starts("from-a-link")
    first = await updates(bot)
    again = await updates(bot)
    assert [one.update_id for one in first] == [one.update_id for one in again]
    assert first[0].message
    assert first[0].message.text == "/start from-a-link"
    assert await updates(bot, first[0].update_id + 1) == []
    telegram.redeliver(1)
    assert [one.update_id for one in await updates(bot)] == [first[0].update_id]


async def test_updates_are_kept_for_a_day() -> None:
    clock = FakeClock()
    async with TelegramSimulator(limits=UNLIMITED, clock=clock) as telegram:
        ana = telegram.add_user("Ana")
        await ana.starts()
        clock.forward(24 * 3600 - 10)
        assert telegram.pending == 1
        clock.forward(20)
        assert telegram.pending == 0


async def test_held_updates_come_late_and_in_any_order(
    telegram: TelegramSimulator, bot: Bot
) -> None:
    ana = telegram.add_user("Ana")
    await ana.starts()
    assert await texts(bot) == ["/start"]
    telegram.hold()
    said = [str(number) for number in range(8)]
    for text in said:
        await ana.says(ana.private, text)
    assert await texts(bot) == []
    telegram.release(shuffled=random.Random(1))
    got = await texts(bot)
    assert got != said
    assert sorted(got) == said


async def test_the_date_of_a_message_is_whole_seconds_of_the_clock(
    telegram: TelegramSimulator, bot: Bot
) -> None:
    telegram.clock = lambda: 1_800_000_000.9
    ana = telegram.add_user("Ana")
    await ana.starts()
    await ana.says(ana.private, "late", at=1_799_999_990.5)
    got = await updates(bot)
    dates = [one.message.date.timestamp() for one in got if one.message]
    assert dates == [1_800_000_000, 1_799_999_990]


async def test_two_polls_at_once_are_in_conflict(telegram: TelegramSimulator, bot: Bot) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=5))
    await telegram.polling(5)
    async with bot_of(telegram) as other:
        second = asyncio.create_task(other.get_updates(timeout=5))
        with pytest.raises(Conflict):
            await first
        telegram.conflict()
        with pytest.raises(Conflict):
            await second
    assert await updates(bot) == []


async def test_polls_and_a_webhook_exclude_each_other(
    telegram: TelegramSimulator, bot: Bot
) -> None:
    await bot.set_webhook("http://127.0.0.1:9/hook")
    with pytest.raises(Conflict):
        await updates(bot)
    await bot.delete_webhook()
    assert await updates(bot) == []
    assert len(telegram.violations) == 1


async def test_a_webhook_gets_updates_with_its_secret_until_it_takes_them(
    telegram: TelegramSimulator, bot: Bot
) -> None:
    got: list[tuple[str | None, str]] = []

    async def hook(request: web.Request) -> web.Response:
        body = await request.json()
        got.append(
            (request.headers.get("X-Telegram-Bot-Api-Secret-Token"), body["message"]["text"])
        )
        telegram.world.changes.notify()
        return web.Response(status=500 if len(got) == 1 else 200)

    app = web.Application()
    app.router.add_post("/hook", hook)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    await bot.set_webhook(f"http://127.0.0.1:{runner.addresses[0][1]}/hook", secret_token=SECRET)
    ana = telegram.add_user("Ana")
    await ana.starts()
    await ana.says(ana.private, "hello")
    await telegram.until(lambda: len(got) == 3 and not telegram.pending)
    assert got == [(SECRET, "/start"), (SECRET, "/start"), (SECRET, "hello")]
    info = await bot.get_webhook_info()
    assert info.last_error_message == "Wrong response from the webhook: 500 Internal Server Error"
    await runner.cleanup()


async def test_dropping_updates_is_noted(telegram: TelegramSimulator, bot: Bot) -> None:
    ana = telegram.add_user("Ana")
    await ana.starts()
    await bot.delete_webhook(drop_pending_updates=True)
    assert (telegram.dropped, telegram.pending) == (1, 0)
