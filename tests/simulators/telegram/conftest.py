"""A simulator, a client and a group for the tests of the simulator."""

from collections.abc import AsyncIterator

import pytest
from telegram import (
    Bot,
)

from tests.simulators.telegram import SimGroup, TelegramSimulator
from tests.simulators.telegram.client import UNLIMITED, bot_of


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
