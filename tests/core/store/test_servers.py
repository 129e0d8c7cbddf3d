"""Addresses of PostgreSQL as hosts hand them out, and poolers before it."""

import re
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import make_url

from bot.server.doctor import here
from bot.server.doctor.findings import Mark
from bot.settings import Settings
from core.ports import StoreError
from core.store.sql.engine import parse_url, place_of
from core.store.sql.servers import OptionWarning
from core.store.sql.store import open_store
from core.store.upkeep.operations import check
from tests.core.store.made import see
from tests.helpers.command import seize
from tests.helpers.pooler import pooler

PLAIN = "postgresql+asyncpg://u:secret@h/d"


@pytest.mark.parametrize(
    "given",
    [
        "postgres://u:secret@h/d",
        "postgresql://u:secret@h/d",
        "postgres+psycopg2://u:secret@h/d",
        "postgresql+psycopg://u:secret@h/d",
        '"postgres://u:secret@h/d"',
        " 'postgresql://u:secret@h/d'\n",
    ],
)
def test_addresses_of_one_database(given: str) -> None:
    url = parse_url(given)
    assert url == make_url(PLAIN)
    assert "secret" not in place_of(url)


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ("sqlite:////srv/o'neil's/seize.db", "/srv/o'neil's/seize.db"),
        ("postgres://u:it's'so@h/d", "it's'so"),
    ],
)
def test_quotation_marks_within_an_address_are_kept(given: str, part: str) -> None:
    url = parse_url(given)
    assert part in (url.database, url.password)


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("sslmode=require", {"sslmode": "require"}),
        ("ssl=require", {"sslmode": "require"}),
        ("sslmode=verify-full&sslrootcert=/ca", {"sslmode": "verify-full", "sslrootcert": "/ca"}),
        ("connect_timeout=10", {"connect_timeout": "10"}),
        ("application_name=seize", {"application_name": "seize"}),
        ("options=-c%20search_path%3Dgame", {"options": "-c search_path=game"}),
        ("host=/run/postgresql", {"host": "/run/postgresql"}),
        ("target_session_attrs=read-write", {"target_session_attrs": "read-write"}),
    ],
)
def test_options_that_postgresqls_programs_know(asked: str, kept: dict[str, str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dict(parse_url(f"postgres://u@h/d?{asked}").query) == kept


def test_other_options_are_left_out_and_named_together() -> None:
    with pytest.warns(OptionWarning) as said:
        url = parse_url("postgres://u@h/d?pgbouncer=true&sslmode=require&channel_binding=require")
    assert dict(url.query) == {"sslmode": "require"}
    assert [str(each.message) for each in said] == [
        "SEIZE_DATABASE_URL: left out channel_binding, pgbouncer, which Seize does not use"
    ]


def test_a_timeout_that_is_no_number_is_no_address() -> None:
    with pytest.raises(StoreError, match="no address of a database"):
        parse_url("postgres://u@h/d?connect_timeout=soon")


@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=40))
def test_any_options_leave_an_address_or_are_refused(options: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with suppress(StoreError):
            assert parse_url(f"postgres://u:secret@h/d?{options}").host == "h"


async def test_a_mode_that_there_is_not_is_told() -> None:
    with pytest.raises(StoreError, match="sslmode") as refused:
        await open_store("postgres://u:secret@127.0.0.1:9/d?sslmode=perhaps")
    assert "secret" not in str(refused.value)


def test_room_for_processes() -> None:
    marks = [here.about_connections(97, used, 15).mark for used in (60, 70, 90)]
    assert marks == [Mark.GOOD, Mark.NOTE, Mark.BAD]


@pytest.fixture(params=["transaction", "session"])
def pooled(request: pytest.FixtureRequest, postgresql_url: str) -> Iterator[str]:
    with pooler(postgresql_url, request.param) as behind:
        yield behind(postgresql_url)


def test_every_command_works_behind_a_pooler(pooled: str, tmp_path: Path, data_dir: Path) -> None:
    places = {"SEIZE_DATABASE_URL": pooled, "SEIZE_CACHE_DIR": str(data_dir)}

    def run(*command: str, stdin: str = "") -> str:
        ran = seize(*command, data_dir=tmp_path, stdin=stdin, **places)
        assert (ran.status, ran.err) == (0, ""), command
        return ran.out

    for played in (1, 2):
        run("db", "upgrade")
        run("play", "--plain", "--lang", "en", "--letters", "SMATORGVTREIADPS", stdin="smart\n")
        assert run("db", "check").startswith("sound")
        assert re.search(rf"Rounds +{played}\b", run("stats", "--lang", "en"))
        assert "you" in run("leaderboard", "--lang", "en")
        assert run("export").count("SMATORGVTREIADPS") == played


async def test_the_doctor_names_a_pooler(pooled: str, postgresql_url: str) -> None:
    store = await open_store(pooled)
    await see(store, "somebody")
    await store.close()
    assert await check(pooled) == []
    found = await here.database(Settings(database=pooled))
    assert any("a pooler stands before the server" in each.text for each in found)
    found = await here.database(Settings(database=postgresql_url, database_connections=90))
    assert not any("pooler" in each.text for each in found)
    (room,) = [each for each in found if "connections are free" in each.text]
    assert room.mark is not Mark.GOOD  # of some 100, a second process finds too few
