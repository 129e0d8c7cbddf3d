"""Count rated games of two by codes of their accounts; keep the ratings of forgotten ones so."""

import hmac
import json
import secrets
from datetime import UTC, date, datetime, timedelta
from itertools import product
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LAST_WEEK = """
    SELECT one, other, language, week, count FROM meetings
    WHERE week = (SELECT max(week) FROM meetings)
"""
_ACCOUNTS = "SELECT platform, external_id FROM players WHERE id = :key OR person = :key"


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "forgotten_ratings",
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_forgotten_ratings")),
        sqlite_with_rowid=False,
    )
    found = op.get_bind().execute(sa.text(_LAST_WEEK)).all()
    key = _key() if found else ""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for row in found:
        name, until = f"pair {row.week} {row.language}", _end(row.week)
        for pair in product(_accounts(row.one), _accounts(row.other)):
            code = _code(key, name, pair)
            rows[name, code] = {"name": name, "code": code, "until": until, "count": row.count}
    if rows:
        columns = ("name", "code", "until", "count")
        limits = sa.table("limits", *(sa.column(each) for each in columns))
        op.bulk_insert(limits, list(rows.values()))
    op.drop_table("meetings")


def downgrade() -> None:
    """Take it back."""
    op.create_table(
        "meetings",
        sa.Column("one", _KEY, nullable=False),
        sa.Column("other", _KEY, nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("week", sa.String(length=8), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["one"], ["players.id"], name=op.f("fk_meetings_one")),
        sa.ForeignKeyConstraint(["other"], ["players.id"], name=op.f("fk_meetings_other")),
        sa.PrimaryKeyConstraint("one", "other", "language", "week", name=op.f("pk_meetings")),
        sqlite_with_rowid=False,
    )
    op.execute(sa.text("DELETE FROM limits WHERE name LIKE 'pair %'"))
    op.drop_table("forgotten_ratings")


def _accounts(player: int) -> list[tuple[str, str]]:
    rows = op.get_bind().execute(sa.text(_ACCOUNTS), {"key": player})
    return [(platform, external_id) for platform, external_id in rows]


def _key() -> str:
    """Return the key of pseudonyms; make it where there is none."""
    kept = op.get_bind().scalar(sa.text("SELECT value FROM keys WHERE name = 'pseudonyms'"))
    if kept is None:
        kept = secrets.token_hex(32)
        said = sa.text("INSERT INTO keys (name, value) VALUES ('pseudonyms', :key)")
        op.get_bind().execute(said, {"key": kept})
    return str(kept)


def _code(key: str, name: str, accounts: tuple[tuple[str, str], ...]) -> str:
    facts = json.dumps([name, *sorted(accounts)])
    return hmac.digest(key.encode(), facts.encode(), "sha256").hex()[:32]


def _end(week: str) -> float:
    year, number = week.split("-W")
    day = date.fromisocalendar(int(year), int(number), 1) + timedelta(days=7)
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
