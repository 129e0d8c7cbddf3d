"""The same script of words scores the same through all three adapters."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.lexicon import Lexicon
from core.store.memory import MemoryStore
from tests.helpers.adapters import through_console, through_discord, through_telegram

SCRIPT = [
    ("Ana", "more"), ("Ben", "spider"), ("Ben", "SMART"), ("Ana", "wizard"), ("Ana", "mortared"),
    ("Ben", "more"), ("Ana", "more"), ("Ben", "vagrom"), ("Ana", "ro"), ("Ben", "predators"),
]  # fmt: skip


@pytest.mark.slow
async def test_a_script_scores_the_same_through_every_adapter(
    lexicon: Callable[[str], Lexicon], data_dir: Path, tmp_path: Path
) -> None:
    console = through_console(SCRIPT, data_dir, tmp_path)
    assert console["Ana"] == (27 + 104, 2)  # as README's round has them
    assert console["Ben"][1] == 4
    assert await through_discord(SCRIPT, MemoryStore(), lexicon) == console
    assert await through_telegram(SCRIPT, MemoryStore(), lexicon) == console
