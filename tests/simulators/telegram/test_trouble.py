"""The simulator gets in the way of the bot as ordered, and tells what happened."""

from datetime import timedelta

import aiohttp
import pytest
from telegram import (
    Bot,
)
from telegram.error import (
    InvalidToken,
    NetworkError,
    RetryAfter,
)

from tests.simulators.telegram import SimGroup, TelegramSimulator
from tests.simulators.telegram.client import bot_of


async def test_calls_fail_as_ordered(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    telegram.limit_next("sendMessage", retry_after=7)
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(telegram.add_group("Others").id, "a")
    assert caught.value.retry_after == timedelta(seconds=7)
    telegram.fail_next("sendMessage", 502)
    with pytest.raises(NetworkError):
        await bot.send_message(group.id, "b")
    telegram.cut_next("sendMessage", times=2)
    for _ in range(2):
        with pytest.raises(NetworkError):
            await bot.send_message(group.id, "c")
    assert group.bot_messages == []
    telegram.cut_next("sendMessage", carried_out=True)
    with pytest.raises(NetworkError):
        await bot.send_message(group.id, "d")
    await bot.send_message(group.id, "e")
    assert [message.text for message in group.bot_messages] == ["d", "e"]
    assert (telegram.refused, telegram.violations) == (1, [])
    assert [one.status for one in telegram.calls("sendMessage")][:2] == [429, 502]
    assert [one.status for one in telegram.calls("sendMessage")][2:] == [0, 0, 0, 200]


async def test_calls_take_time(telegram: TelegramSimulator, bot: Bot, group: SimGroup) -> None:
    telegram.latency = 0.05
    started = telegram.world.monotonic()
    await bot.send_message(group.id, "a")
    assert telegram.world.monotonic() - started >= 0.05


async def test_waiting_in_vain_tells_what_happened(
    telegram: TelegramSimulator, bot: Bot, group: SimGroup
) -> None:
    await bot.send_message(group.id, "a")
    with pytest.raises(TimeoutError, match=f"sendMessage {group.id} 200"):
        await telegram.until(lambda: group.said("b"), within=0.01)


async def test_unknown_tokens_and_methods(telegram: TelegramSimulator) -> None:
    stranger = bot_of(telegram, "1:wrong")
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()
    async with aiohttp.ClientSession() as client:
        url = f"{telegram.api_url}/bot{telegram.token}/sendMassage"
        async with client.post(url, json={"chat_id": 1}) as answer:
            assert answer.status == 404
            assert (await answer.json())["description"] == "Not Found: method not found"
        async with client.get(f"{telegram.api_url}/bot{telegram.token}/GETME") as answer:
            assert (await answer.json())["result"]["username"] == "seize_bot"
    assert [one.partition(":")[0] for one in telegram.violations] == ["getMe", "sendMassage"]
