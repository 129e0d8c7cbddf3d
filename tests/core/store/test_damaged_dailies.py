"""A puzzle whose row does not parse stops no other one."""

# ruff: noqa: S608 (the statements are the tests' own)

import logging
from datetime import timedelta

import pytest
from sqlalchemy import text

from core.ports import StoreError
from core.store.sql.engine import make_engine, parse_url
from core.store.sql.store import open_store
from tests.contract.dailies import attempt, close, join, keep_puzzle
from tests.contract.made import ANA, BEN, DAY, ENGLISH, ETE, QUIT, START, meet

LATER = DAY + timedelta(days=9)


@pytest.mark.parametrize(
    "damage", ["day = '2026-09-9x'", "theme = 'lost'", "grid = 'AB1'", "grid = ''"]
)
async def test_a_damaged_puzzle_is_left_out_of_lists_and_told_of_alone(
    place: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_store(place)
    await meet(store, ANA, BEN)
    one, two = await keep_puzzle(store), await keep_puzzle(store, 2)
    english = await keep_puzzle(store, lexicon=ENGLISH)
    for puzzle in (one, two, english):
        await attempt(store, puzzle, ANA, QUIT)
    await attempt(store, english, BEN, ETE, at=START + 1)
    engine = make_engine(parse_url(place))
    async with engine.begin() as connection:
        await connection.execute(text(f"UPDATE puzzles SET {damage} WHERE id = {two.id}"))
    await engine.dispose()
    with caplog.at_level(logging.WARNING):
        async with store.read() as work:
            assert await work.puzzles.since(DAY) == [english, one]
            assert await work.puzzles.unclosed(LATER) == [english, one]
            assert await work.puzzles.before("fr", 9, 9) == [one]
            assert (await work.puzzles.days("fr", 1, 9))[1] == DAY
            assert await work.puzzles.last("en") == english
            numbers = [(each.language, each.number) for each in await work.attempts.by(ANA)]
            assert numbers[:2] == [("en", 1), ("fr", 1)]
    assert f"puzzle {two.id} is damaged, and left out" in caplog.text
    async with store.read() as work:
        for asked in (
            work.puzzles.get(two.id),
            work.puzzles.numbered("fr", 2),
            work.puzzles.last("fr"),
        ):
            with pytest.raises(StoreError, match="is damaged: restore a backup"):
                await asked
    await close(store, one, english)
    await join(store, ANA, BEN)
    await store.close()
