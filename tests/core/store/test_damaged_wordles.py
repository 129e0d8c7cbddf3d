"""A game or a word of the day whose row does not parse stops no other one."""

import logging

import pytest
from sqlalchemy import text

from core.ports import StoreError
from core.store.sql.engine import make_engine, parse_url
from core.store.sql.store import open_store
from core.wordle.record import wordle_room
from tests.contract.made import ANA, meet
from tests.contract.wordles import a_game, a_guess, keep_game, keep_word, solve

DAMAGES = (
    "UPDATE wordle_words SET day = '2026-09-9x' WHERE number = 2",
    "UPDATE wordle_guesses SET word = 'cranes' WHERE wordle > 1",
)


async def test_what_is_damaged_is_left_out_of_lists_and_told_of_alone(
    place: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_store(place)
    await meet(store, ANA)
    one, two = await keep_word(store), await keep_word(store, 2)
    sound, damaged = await solve(store, ANA, one), await solve(store, ANA, two)
    await keep_game(store, a_game(), a_guess())
    engine = make_engine(parse_url(place))
    async with engine.begin() as connection:
        for statement in DAMAGES:
            await connection.execute(text(statement))
    await engine.dispose()
    with caplog.at_level(logging.WARNING):
        async with store.read() as work:
            assert await work.wordles.words("en", 9) == [one]
            assert await work.wordles.played(ANA, "en") == [sound]
            assert await work.wordles.by(ANA) == [sound]
    assert f"word of the day {two.id} is damaged, and left out" in caplog.text
    assert f"game of Wordle {damaged.id} is damaged, and left out" in caplog.text
    async with store.read() as work:
        for asked in (
            work.wordles.record(damaged.id),
            work.wordles.at_word(two.id, ANA),
            work.wordles.active(wordle_room(ANA)),
        ):
            with pytest.raises(StoreError, match="is damaged: restore a backup"):
                await asked
    await store.close()
