"""Texts that nobody should have to expect, and a bot in this process that gets them all.

One loop, one app and one simulator serve all examples of a module: starting them takes longer
than most examples do.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any, TypeVar

import discord
import pytest
from hypothesis import strategies as st

from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.discord_app.app import DiscordApp
from bot.discord_app.options import DiscordOptions
from bot.server.logs import JsonLines
from bot.server.process import FAILURES
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.options import TelegramOptions
from core.lexicon import Lexicon
from core.store.memory import MemoryStore
from tests.bot.telegram_app.times import HastyTime
from tests.helpers.adapters import running
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import Limits, TelegramSimulator

T = TypeVar("T")
TOKEN = "qzxvkw"  # noqa: S105 (it is in what is typed, and is not to be in logs)
UNLIMITED = Limits(10**6, 10.0**6, 10**6, 10**6, 10**6)
PIECES = (
    "<@1>", "<@!1>", "<@&1>", "<#1>", "@everyone", "@here", "@seize_bot", "</play:1>", "<t:1:R>",
    "**b**", "__u__", "_i_", "~~s~~", "`c`", "```", "||s||", "\\", "# ", "- ", "1. ", "> ", "-# ",
    "[a](http://b.example)", "http://evil.example/x", "evil.example", "t.me/x", "#tag", "$USD",
    "/stop", "/play@seize_bot", "<b>", "</b>", "<a href='x'>", "<tg-spoiler>", "&lt;", "&", "&#0;",
    "{x}", "{0}", "{", "%s", "%(x)s", "'", '"', ",", ":", "=", "/", "-", "+", " ", "\n", "\r\n",
    "\t", "\x00", "\x1b[31m", "\x7f", "\u0085", "\u2028", "\u202e", "\u200f", "\u2066", "\u200b",
    "\u200d", "\u2060", "\ufeff", "\u0301", "\U000e0041", "\ufffe", "😀", "👨\u200d👩\u200d👧",
    "🇫🇷", "ß", "İ", "ﬁ", "½", "٣", "²", "Ǆ", "ﷺ", "1e999", "9" * 40, "0x10", "4x4", "9x9", "fr",
    "en", "last-week", "seconds=60", "seconds=", "ABCD/EFGH", "....", "a" * 300,
    "ab/" * 100, "e\u0301" * 99,
)  # fmt: skip


def texts(*, halves: bool) -> st.SearchStrategy[str]:
    """Draw texts, some of them long, all with TOKEN in them; with halves of pairs or without."""
    left_out: Any = () if halves else ("Cs",)
    drawn = st.text(st.characters(exclude_categories=left_out), max_size=20)
    long = st.builds(lambda piece, times: piece * times, st.sampled_from(PIECES), st.just(2000))
    piece = st.one_of(st.sampled_from(PIECES), st.sampled_from(PIECES), drawn)
    some = st.lists(piece, max_size=5).map("".join)
    return st.builds(lambda *parts: "".join(parts), some, st.just(TOKEN), st.one_of(some, long))


class Lines(logging.Handler):
    """The log, as the process would write it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonLines())
        self.kept: list[str] = []
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(self.format(record))
        if record.levelno >= logging.ERROR:
            self.errors.append(self.kept[-1])


@contextmanager
def logged() -> Iterator[Lines]:
    """Keep what the bot logs."""
    lines, loggers = Lines(), [logging.getLogger(name) for name in ("bot", "core")]
    levels = [each.level for each in loggers]
    for each in loggers:
        each.addHandler(lines)
        each.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        for each, level in zip(loggers, levels, strict=True):
            each.removeHandler(lines)
            each.setLevel(level)


class Loop:
    """An event loop that goes on between examples."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._stack = AsyncExitStack()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of a coroutine."""
        return self._loop.run_until_complete(work)

    def enter(self, what: Any) -> Any:
        """Enter a context until the end."""
        return self.run(self._stack.enter_async_context(what))

    def close(self) -> None:
        """Leave all contexts."""
        self.run(self._stack.aclose())
        self.run(self._loop.shutdown_default_executor())
        self._loop.close()


@contextmanager
def discord_bot(
    loop: Loop, lexicon: Callable[[str], Lexicon]
) -> Iterator[tuple[DiscordSimulator, Dispatcher]]:
    """Run the bot on a simulated Discord without limits of rate."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
        gateway = discord.gateway.DiscordWebSocket
        patch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
        sim = loop.enter(DiscordSimulator(heartbeat_ms=600_000))
        sim.limits.scale = 10.0**6
        metrics = Metrics(COMMANDS, FAILURES)
        options = DiscordOptions(
            token=sim.token, api_url=sim.api_url, gateway_url=sim.gateway_url, settling=0.1
        )
        app = DiscordApp(options, metrics)
        dispatcher = loop.enter(running(app, MemoryStore(), lexicon, time.time))
        loop.run(sim.ready())
        loop.run(sim.commands_synced())
        yield sim, dispatcher
        loop.close()


@contextmanager
def telegram_bot(
    loop: Loop, lexicon: Callable[[str], Lexicon]
) -> Iterator[tuple[TelegramSimulator, Dispatcher]]:
    """Run the bot on a simulated Telegram without limits, and without waiting for any."""
    hasty = HastyTime()
    sim = loop.enter(TelegramSimulator(privacy=False, limits=UNLIMITED))
    app = TelegramApp(
        TelegramOptions(token=sim.token, api_url=sim.api_url),
        Metrics(COMMANDS, FAILURES),
        hasty.timing,
    )
    dispatcher = loop.enter(running(app, MemoryStore(), lexicon, time.time))
    loop.run(sim.polling())
    yield sim, dispatcher
    loop.close()
