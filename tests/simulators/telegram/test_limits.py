"""The simulator's limits on sending."""

from datetime import timedelta

import pytest
from telegram import (
    Bot,
)
from telegram.error import (
    RetryAfter,
)

from tests.helpers.fakes import FakeClock
from tests.simulators.telegram import Limits, SimGroup, TelegramSimulator
from tests.simulators.telegram.client import bot_of


def seconds_of(error: RetryAfter) -> float:
    assert isinstance(error.retry_after, timedelta)
    return error.retry_after.total_seconds()


async def sent_until_refused(bot: Bot, group: SimGroup, clock: FakeClock, pause: float) -> int:
    for number in range(100):
        try:
            await bot.send_message(group.id, str(number))
        except RetryAfter:
            return number
        clock.forward(pause)
    return 100


async def test_bursts_to_a_chat_are_short() -> None:
    clock = FakeClock()
    async with TelegramSimulator(monotonic=clock) as telegram, bot_of(telegram) as bot:
        group = telegram.add_group("Words")
        assert await sent_until_refused(bot, group, clock, 0.0) == 3
        assert telegram.impatient == []
        with pytest.raises(RetryAfter):
            await bot.send_message(group.id, "under way")
        assert telegram.impatient == []
        clock.forward(0.5)
        with pytest.raises(RetryAfter) as caught:
            await bot.send_message(group.id, "too soon")
        assert len(telegram.impatient) == 1
        clock.forward(seconds_of(caught.value))
        await bot.send_message(group.id, "in time")
        assert telegram.refused == 3
        assert telegram.violations == []


async def test_a_group_takes_twenty_a_minute_with_edits() -> None:
    clock = FakeClock()
    async with TelegramSimulator(monotonic=clock) as telegram, bot_of(telegram) as bot:
        group = telegram.add_group("Words")
        sent = await bot.send_message(group.id, "first")
        clock.forward(1.5)
        await sent.edit_text("edited")
        clock.forward(1.5)
        assert await sent_until_refused(bot, group, clock, 1.5) == 18
        await bot.set_message_reaction(group.id, sent.message_id, "👍")
        with pytest.raises(RetryAfter) as caught:
            await sent.edit_text("again")
        assert seconds_of(caught.value) == 30
        other = telegram.add_group("Others")
        assert await sent_until_refused(bot, other, clock, 1.5) == 20


async def test_a_person_takes_one_a_second_for_long() -> None:
    clock = FakeClock()
    async with TelegramSimulator(monotonic=clock) as telegram, bot_of(telegram) as bot:
        ana = telegram.add_user("Ana")
        await ana.starts()
        for number in range(30):
            await bot.send_message(ana.id, str(number))
            clock.forward(1.0)
        assert telegram.refused == 0


async def test_all_chats_together_take_thirty_a_second() -> None:
    clock = FakeClock()
    async with TelegramSimulator(monotonic=clock) as telegram, bot_of(telegram) as bot:
        groups = [telegram.add_group(str(number)) for number in range(31)]
        for group in groups[:30]:
            await bot.send_message(group.id, "hello")
        with pytest.raises(RetryAfter):
            await bot.send_message(groups[30].id, "hello")
        clock.forward(1.0)
        await bot.send_message(groups[30].id, "hello")


async def test_reactions_have_a_limit_of_their_own() -> None:
    clock = FakeClock()
    limits = Limits(others_per_second=2)
    async with TelegramSimulator(monotonic=clock, limits=limits) as telegram:
        group = telegram.add_group("Words")
        async with bot_of(telegram) as bot:
            said = await bot.send_message(group.id, "hello")
            for emoji in ("👍", "👎"):
                await bot.set_message_reaction(group.id, said.message_id, emoji)
            with pytest.raises(RetryAfter):
                await bot.set_message_reaction(group.id, said.message_id, "👍")
            await bot.send_message(group.id, "hello again")


async def test_an_ordered_wait_is_held_to() -> None:
    clock = FakeClock()
    async with TelegramSimulator(monotonic=clock) as telegram, bot_of(telegram) as bot:
        group = telegram.add_group("Words")
        telegram.limit_next("*", retry_after=5)
        with pytest.raises(RetryAfter):
            await bot.send_message(group.id, "first")
        clock.forward(4.0)
        with pytest.raises(RetryAfter) as caught:
            await bot.send_message(group.id, "too soon")
        assert (seconds_of(caught.value), len(telegram.impatient)) == (1, 1)
        clock.forward(1.0)
        await bot.send_message(group.id, "in time")
