"""Checks of games of Wordle, and of words of the day, that do not agree."""

import pytest
from sqlalchemy import text

from core.store.sql.engine import make_engine, parse_url
from core.store.sql.store import open_store
from core.store.upkeep.operations import check
from tests.core.store.made import fill, fill_wordles

GAME = "Wordle {}: its guesses are damaged, or do not fit its end"
WORD = "the word of the day {} (en) does not follow the one before"
# Games: 1 solved with the third guess, 2 lost, 3 given up after one, 4 goes on after two, 5 is
# of who was forgotten.
DAMAGES: list[tuple[str, set[str]]] = [
    ("UPDATE wordle_words SET number = 7 WHERE number = 2", {WORD.format(3), WORD.format(7)}),
    ("UPDATE wordle_words SET day = '2026-09-01' WHERE number = 2", {WORD.format(2)}),
    ("UPDATE wordle_words SET day = '2026-09-3x' WHERE number = 2", {WORD.format(2)}),
    ("DELETE FROM wordle_guesses WHERE wordle = 1 AND number = 0", {GAME.format(1)}),
    ("DELETE FROM wordle_guesses WHERE wordle = 1 AND number = 1", {GAME.format(1)}),
    ("DELETE FROM wordle_guesses WHERE wordle = 1 AND number = 2", {GAME.format(1)}),
    ("UPDATE wordle_guesses SET word = 'crane' WHERE wordle = 1 AND number = 0", {GAME.format(1)}),
    ("UPDATE wordle_guesses SET word = 'brie' WHERE wordle = 4 AND number = 0", {GAME.format(4)}),
    ("UPDATE wordle_guesses SET word = 'crane' WHERE wordle = 4 AND number = 1", {GAME.format(4)}),
    ("UPDATE wordle_guesses SET word = 'crane' WHERE wordle = 3", {GAME.format(3)}),
    ("UPDATE wordles SET tries = 5 WHERE id = 2", {GAME.format(2)}),
    ("UPDATE wordles SET tries = 2 WHERE id = 4", {GAME.format(4)}),
    ("UPDATE wordles SET finished_at = NULL WHERE id = 2", {GAME.format(2)}),
    ("UPDATE wordles SET finished_at = 1 WHERE id = 4", {GAME.format(4)}),
    ("UPDATE wordles SET given_up = true WHERE id = 1", {GAME.format(1)}),
    ("UPDATE wordles SET given_up = false WHERE id = 3", {GAME.format(3)}),
    ("UPDATE wordles SET points = 5 WHERE id = 1", {GAME.format(1)}),
    ("UPDATE wordles SET points = 1 WHERE id = 2", {GAME.format(2)}),
    ("UPDATE wordles SET used = 2 WHERE id = 1", {GAME.format(1)}),
]


async def test_sound_games_have_no_problems(place: str) -> None:
    await fill(place, fill_wordles)
    assert await check(place) == []


@pytest.mark.parametrize(("statement", "found"), DAMAGES)
async def test_games_that_do_not_agree_are_found(
    place: str, statement: str, found: set[str]
) -> None:
    await fill(place, fill_wordles)
    engine = make_engine(parse_url(place))
    async with engine.begin() as connection:
        await connection.execute(text(statement))
    await engine.dispose()
    assert set(await check(place)) == found


async def test_all_of_wordle_is_dumped_parents_first(place: str) -> None:
    await fill(place, fill_wordles)
    store = await open_store(place)
    tables = list(dict.fromkeys([table async for table, _ in store.dump()]))
    await store.close()
    order = [tables.index(name) for name in ("wordle_words", "wordles", "wordle_guesses")]
    assert order == sorted(order)
