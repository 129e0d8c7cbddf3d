"""Checks of dailies whose tables do not agree."""

# ruff: noqa: S608 (the statements are the tests' own)

import pytest
from sqlalchemy import text

from core.store.sql.engine import make_engine, parse_url
from core.store.sql.store import open_store
from core.store.upkeep.operations import check
from tests.core.store.made import fill, fill_dailies

JOURNAL = "puzzle 1: the attempt of player 1 is not what the journal says"
COUNT = "puzzle 1: the count of who found {} is not what the journal says"
TOTAL = "the total of player {} on the board world/fr/{} is not the sum of the attempts"
NOTED = "puzzle {}: the attempt of player {} is not noted as a limit that is used up"
ALL = "all/1970-01-01"
# Which of these rounds is whose: 3 Ana's, 4 Ben's, 5 Clo's, which is none any more.
DAMAGES: list[tuple[str, set[str]]] = [
    ("UPDATE attempts SET best_points = 77 WHERE puzzle = 1 AND player = 1", {JOURNAL}),
    *(
        (f"UPDATE attempts SET {column} = 77 WHERE puzzle = 1 AND player = 1",
         {JOURNAL, TOTAL.format(1, ALL), TOTAL.format(1, "month/2026-09-01")})
        for column in ("points", "words", "share")
    ),
    ("UPDATE attempts SET shown = true WHERE puzzle = 1 AND player = 1", {JOURNAL}),
    ("UPDATE attempts SET points = 9 WHERE puzzle = 2 AND player = 1",
     {JOURNAL.replace("puzzle 1", "puzzle 2")}),
    ("UPDATE rounds SET ranked = false WHERE id = 3", {JOURNAL}),
    ("UPDATE rounds SET puzzle = NULL WHERE id = 3", {JOURNAL}),
    ("UPDATE rounds SET ranked = true WHERE id = 5",
     {"puzzle 1: the attempt of player 3 is not what the journal says"}),
    ("DELETE FROM plays WHERE round = 3 AND number = 1", {JOURNAL, COUNT.format("tira")}),
    ("UPDATE finders SET count = 3 WHERE word = 'quit' AND puzzle = 1", {COUNT.format("quit")}),
    ("DELETE FROM finders WHERE word = 'ete' AND puzzle = 1", {COUNT.format("ete")}),
    ("INSERT INTO finders VALUES (1, 'set', 1)", {COUNT.format("set")}),
    *(
        (f"UPDATE totals SET {column} = 77 WHERE player = 2", {TOTAL.format(2, ALL)})
        for column in ("days", "points", "words", "shares")
    ),
    ("UPDATE totals SET shown = true WHERE player = 1", {TOTAL.format(1, ALL)}),
    ("DELETE FROM totals WHERE player = 1", {TOTAL.format(1, "week/2026-09-21")}),
    ("UPDATE puzzles SET closed_at = NULL",
     {TOTAL.format(1, ALL), TOTAL.format(2, ALL), NOTED.format(1, 1), NOTED.format(1, 2)}),
    ("DELETE FROM limits", {NOTED.format(2, 1), NOTED.format(2, 2)}),
    ("DELETE FROM keys", {NOTED.format(2, 1), NOTED.format(2, 2)}),
    ("UPDATE players SET person = 1 WHERE id = 2",
     {"puzzle 1: the attempt of player 2 is not what the journal says"}),
    *(
        (f"UPDATE puzzles SET {column} = {value} WHERE id = 1",
         {f"puzzle 1: its {column.replace('recipe', 'seal')} is damaged"})
        for column, value in (
            ("day", "'2026-02-31'"), ("theme", "'lost'"), ("grid", "'AB1'"), ("recipe", "'{}'"),
            ("seal", "'5E'"), ("words", "-1"), ("points", "-1"), ("difficulty", "-1"),
        )
    ),
]  # fmt: skip


async def test_sound_dailies_have_no_problems(place: str) -> None:
    await fill(place, fill_dailies)
    assert await check(place) == []


@pytest.mark.parametrize(("statement", "found"), DAMAGES)
async def test_dailies_that_do_not_add_up_are_found(
    place: str, statement: str, found: set[str]
) -> None:
    await fill(place, fill_dailies)
    engine = make_engine(parse_url(place))
    async with engine.begin() as connection:
        await connection.execute(text(statement))
    await engine.dispose()
    problems = await check(place)
    assert found <= set(problems)
    assert len(problems) <= 8


async def test_all_of_dailies_is_dumped_parents_first(place: str) -> None:
    await fill(place, fill_dailies)
    store = await open_store(place)
    tables = list(dict.fromkeys([table async for table, _ in store.dump()]))
    await store.close()
    order = [tables.index(name) for name in ("lexicons", "puzzles", "rounds", "attempts")]
    assert order == sorted(order)
    assert {"finders", "totals", "told", "codes"} <= set(tables)
