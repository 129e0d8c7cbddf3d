"""The steps of the schema, and that they lead to what the tables say."""

import re
from collections.abc import Mapping, Sequence

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ports import StoreError
from core.store.sql.engine import make_engine, parse_url, writing
from core.store.sql.schema import head, migrate, revision
from core.store.sql.store import SqlStore, open_store
from core.store.sql.tables import metadata
from core.store.upkeep.operations import check
from tests.contract.dailies import join
from tests.contract.made import ANA, BEN, CLO, meet
from tests.contract.wordles import a_game, keep_game, keep_word
from tests.core.store.made import fill, fill_dailies, fill_wordles, knows, running

Schema = list[Sequence[object]]

SQLITE = ["SELECT type, name, tbl_name, sql FROM sqlite_master"]
POSTGRESQL = [
    """SELECT table_name, column_name, ordinal_position, data_type, character_maximum_length,
       is_nullable, column_default FROM information_schema.columns
       WHERE table_schema = 'public'""",
    """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace""",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
]

OPENER = """
import asyncio, sys
from core.store.sql.store import SqlStore, open_store

async def main():
    print("ready", flush=True)
    sys.stdin.readline()
    await (await open_store(sys.argv[1])).close()
    print("opened", flush=True)

asyncio.run(main())
"""


async def schema(connection: AsyncConnection) -> Schema:
    """Return all that the database says of its schema, in an order of its own."""
    queries = SQLITE if connection.dialect.name == "sqlite" else POSTGRESQL
    found = [row for query in queries for row in await connection.execute(text(query))]
    normal = [tuple(_normalise(value) for value in row) for row in found]
    return sorted((row for row in normal if "alembic_version" not in row[:3]), key=repr)


def _normalise(value: object) -> object:
    if not isinstance(value, str):
        return value
    line = re.sub(r'[\s"]+', " ", value)
    # Columns and constraints of a table may stand in any order.
    if table := re.fullmatch(r"CREATE TABLE \w+ \((.*)\)([^)]*)", line):
        return sorted(re.split(r",(?![^(]*\))", f" {table[1].strip()}")), table[2].strip()
    return line


@pytest.fixture
def other_place(request: pytest.FixtureRequest, place: str) -> str:
    if place.startswith("sqlite"):
        return place + ".other"
    url: str = request.getfixturevalue("new_postgresql")("")
    return url


async def test_the_steps_lead_to_the_tables_exactly(place: str, other_place: str) -> None:
    await (await open_store(place)).close()
    stepped, made = make_engine(parse_url(place)), make_engine(parse_url(other_place))
    async with made.begin() as connection:
        await connection.run_sync(metadata.create_all)
        expected = await schema(connection)
    async with stepped.begin() as connection:
        assert await schema(connection) == expected
        assert len(expected) > 30
        assert await connection.run_sync(differences) == []
    await stepped.dispose()
    await made.dispose()


def differences(connection: Connection) -> list[object]:
    # SQLite does not tell of an index what it has of expressions.
    seen = {"index"} if connection.dialect.name == "sqlite" else set()
    options = {"compare_type": True, "include_object": lambda _, __, kind, *___: kind not in seen}
    context = MigrationContext.configure(connection, opts=options)
    return list(compare_metadata(context, metadata))


async def test_down_to_nothing_and_up_again(place: str) -> None:
    await fill(place)
    await fill_wordles(place)
    engine = make_engine(parse_url(place))
    async with writing(engine) as connection:
        before = await schema(connection)
        await connection.run_sync(migrate, "base")
        assert await schema(connection) == []
        assert await connection.run_sync(revision) is None
    async with writing(engine) as connection:
        await connection.run_sync(migrate, "head")
        assert await connection.run_sync(revision) == head()
        assert await schema(connection) == before
    await engine.dispose()
    assert await check(place) == []


async def test_what_was_kept_before_dailies_came_is_kept_after(place: str) -> None:
    await fill(place)
    store = await open_store(place)
    before = await everything(store)
    await store.close()
    engine = make_engine(parse_url(place))
    async with writing(engine) as connection:
        await connection.run_sync(migrate, "0002")
        rows = (await connection.execute(text("SELECT count(*) FROM plays"))).scalar_one()
        assert rows == 5
    await engine.dispose()
    store = await open_store(place)
    assert await everything(store) == before
    await store.close()
    assert await check(place) == []


async def test_what_was_begun_before_limits_came_is_used_up_after(place: str) -> None:
    await fill(place, fill_dailies, fill_wordles)
    engine = make_engine(parse_url(place))
    async with writing(engine) as connection:
        await connection.run_sync(migrate, "0013")
    await engine.dispose()
    store = await open_store(place)
    assert await check(place) == []
    async with store.read() as work:
        for player in (ANA, BEN, CLO):  # the last two are linked
            assert await work.limits.used(player) == {"daily 2"}
    word = await keep_word(store, 4)
    await keep_game(store, a_game(BEN, word))
    await store.close()
    async with writing(engine) as connection:
        await connection.run_sync(migrate, "0013")
    await engine.dispose()
    store = await open_store(place)
    async with store.read() as work:
        assert await work.limits.used(CLO) == {"daily 2", f"wordle {word.id}"}
        assert await work.limits.used(ANA) == {"daily 2"}
    await store.close()


async def test_how_often_two_met_this_week_is_kept_when_it_is_counted_by_codes(place: str) -> None:
    store = await open_store(place)
    await meet(store, ANA, BEN, CLO)
    await join(store, BEN, CLO)
    await store.close()
    engine = make_engine(parse_url(place))
    async with writing(engine) as connection:
        await connection.run_sync(migrate, "0015")
        for week, count in (("2026-W38", 9), ("2026-W39", 4)):
            await connection.execute(
                text("INSERT INTO meetings VALUES (1, 2, 'fr', :week, :count)"),
                {"week": week, "count": count},
            )
    await engine.dispose()
    store = await open_store(place)
    async with store.write() as work:
        assert await work.ratings.meet(ANA, CLO, "fr", "2026-W39") == 5
        assert await work.ratings.meet(ANA, CLO, "en", "2026-W39") == 1
    await store.close()


async def test_who_was_blocked_before_codes_came_is_blocked_after(place: str) -> None:
    store = await open_store(place)
    await meet(store, ANA, BEN, CLO)
    await join(store, BEN, CLO)
    async with store.write() as work:
        await work.duels.block(ANA, BEN)
    await store.close()
    engine = make_engine(parse_url(place))
    async with writing(engine) as connection:
        await connection.run_sync(migrate, "0016")
        rows = await connection.execute(text("SELECT player, blocked FROM blocks"))
        assert [tuple(row) for row in rows] == [(1, 2)]
        await connection.execute(text("DELETE FROM keys"))
    await engine.dispose()
    store = await open_store(place)
    async with store.write() as work:
        assert await work.players.forget(BEN, 1.0)
        for player in (BEN, CLO):
            assert await work.duels.has_blocked(ANA, player)
        assert not await work.duels.has_blocked(BEN, ANA)
    await store.close()
    assert await check(place) == []


async def test_without_dailies_their_rounds_are_gone_and_all_else_is_left(place: str) -> None:
    await fill(place)
    store = await open_store(place)
    before = await everything(store)
    await store.close()
    await fill_dailies(place)
    engine = make_engine(parse_url(place))
    async with writing(engine) as connection:
        await connection.run_sync(migrate, "0002")
    await engine.dispose()
    store = await open_store(place)
    after = await everything(store)
    await store.close()
    for table in ("chats", "memberships", "rounds", "plays", "results"):
        lost = [row for row in before[table] if row not in after[table]]
        assert lost == []
    assert len(after["rounds"]) == len(before["rounds"])
    assert len(after["plays"]) == len(before["plays"])
    assert len(after["players"]) == 3
    for table in ("puzzles", "attempts", "finders", "totals", "told", "codes"):
        assert after.get(table) is None
    assert await check(place) == []


async def everything(store: SqlStore) -> dict[str, list[Mapping[str, object]]]:
    found: dict[str, list[Mapping[str, object]]] = {}
    async for table, row in store.dump():
        found.setdefault(table, []).append(row)
    return found


async def test_opening_again_changes_nothing(place: str) -> None:
    await fill(place)
    await (await open_store(place)).close()
    assert await knows(place, "ana")
    assert await check(place) == []


async def test_a_database_of_a_newer_seize_is_refused_unchanged(place: str) -> None:
    await fill(place)
    engine = make_engine(parse_url(place))
    for step in ("9999", head()):
        async with engine.begin() as connection:
            update = text("UPDATE alembic_version SET version_num = :step")
            await connection.execute(update, {"step": step})
        if step != head():
            with pytest.raises(StoreError, match="is of a newer Seize"):
                await open_store(place)
    await engine.dispose()
    assert await knows(place, "ana")
    assert await check(place) == []


async def test_a_failing_step_leaves_nothing_behind(place: str) -> None:
    engine = make_engine(parse_url(place))
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE settings (other INTEGER)"))
    with pytest.raises(StoreError):
        await open_store(place)
    async with engine.begin() as connection:
        (left,) = {row[0] if place.startswith("p") else row[1] for row in await schema(connection)}
        assert left == "settings"
        await connection.execute(text("DROP TABLE settings"))
    await engine.dispose()
    await fill(place)
    assert await check(place) == []


@pytest.mark.slow
async def test_processes_that_open_a_new_database_at_once_all_succeed(place: str) -> None:
    with running(OPENER, place) as one, running(OPENER, place) as two, running(OPENER, place) as it:
        processes = one, two, it
        assert [_line(process.stdout) for process in processes] == ["ready\n"] * 3
        for process in processes:
            assert process.stdin
            process.stdin.write("go\n")
            process.stdin.flush()
        assert [_line(process.stdout) for process in processes] == ["opened\n"] * 3
    assert await check(place) == []


def _line(stream: object) -> object:
    return stream.readline()  # type: ignore[attr-defined]
