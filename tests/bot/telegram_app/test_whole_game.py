"""A round from its command to its card, with everything that is behind the adapter."""

import asyncio
import time
from collections.abc import Callable

from bot.chat.commands import COMMANDS
from bot.chat.metrics import Metrics
from bot.server.assembly import Assembly
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.options import TelegramOptions
from core.generator import generator
from core.lexicon import Lexicon
from core.store.memory import MemoryStore
from tests.bot.telegram_app.stage import last
from tests.bot.telegram_app.times import HastyTime
from tests.helpers.fakes import no_maker
from tests.simulators.telegram import Limits, TelegramSimulator


async def test_a_round_is_played(lexicon: Callable[[str], Lexicon]) -> None:
    # The round's clock is the real one, but nobody is to wait for the limits.
    hasty = HastyTime()
    limits = Limits(group_per_minute=1000, chat_per_second=1000.0, chat_burst=1000)
    async with TelegramSimulator(privacy=False, limits=limits) as sim:
        metrics = Metrics(COMMANDS, ("answer",))
        options = TelegramOptions(token=sim.token, api_url=sim.api_url)
        app = TelegramApp(options, metrics, hasty.timing)
        store = MemoryStore()
        maker = no_maker(store, time.time)
        assembly = Assembly(store, lexicon, generator(7), time.time, metrics, maker)
        task = asyncio.create_task(app.run(assembly.dispatcher(app)))
        try:
            await _play(sim)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        assert not sim.violations
        assert not sim.wasted
        assert not sim.unanswered


async def _play(sim: TelegramSimulator) -> None:
    group, ada = sim.add_group("Words"), sim.add_user("Ada @bob")
    group.join(ada)
    await ada.says(group, "/play en 60")
    board = await sim.until(lambda: group.said("Ruzzle"))
    assert board.photo
    word = await ada.says(group, "zzz")
    await sim.until(lambda: list(word.reactions.values()) == ["👎"])
    why = await (await ada.clicks(board, board.buttons[1].data)).answered()
    assert why.show_alert
    assert "zzz" in why.text
    await ada.starts(board.buttons[0].url.partition("=")[2])
    await sim.until(lambda: ada.private.said("Ruzzle"))
    await ada.says(ada.private, "qqqqq")
    await sim.until(lambda: ada.private.said("qqqqq"))
    (halt,) = (each.data for each in board.buttons if each.data.startswith("halt:"))
    await (await ada.clicks(board, halt)).answered()
    await sim.until(lambda: last(group) is not board)
    await sim.until(lambda: not board.buttons)  # it is closed once the card is there
    assert board.text.endswith("Ada @\u2060bob · 0 · ✅ 0 · ❌ 2")
    assert "again" in "".join(button.data for button in last(group).buttons)
