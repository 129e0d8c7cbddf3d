"""Count the use of limits by codes of accounts, not by accounts, which can be forgotten."""

import hmac
import json
import secrets
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

depends_on = None

# Attempts and games that still count for a limit, with all accounts of their players.
_ACCOUNTS = "JOIN players p ON p.id = a.who OR p.person = a.who"
_DAILIES = """
    SELECT 'daily ' || a.puzzle AS name, NULL AS day, p.platform, p.external_id
    FROM (SELECT puzzle, player AS who FROM attempts) a
    JOIN puzzles ON puzzles.id = a.puzzle AND puzzles.closed_at IS NULL
"""
_WORDLES = """
    SELECT 'wordle ' || a.word AS name, w.day, p.platform, p.external_id
    FROM (
        SELECT word, coalesce(s.person, s.id) AS who
        FROM wordles JOIN players s ON s.id = wordles.started_by
    ) a
    JOIN wordle_words w ON w.id = a.word
        AND w.number = (SELECT max(number) FROM wordle_words WHERE language = w.language)
"""


def upgrade() -> None:
    """Make the step."""
    limits = op.create_table(
        "limits",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("until", sa.Double(), nullable=True),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", "code", name=op.f("pk_limits")),
        sqlite_with_rowid=False,
    )
    found = [
        row
        for query in (_DAILIES, _WORDLES)
        for row in op.get_bind().execute(sa.text(query + _ACCOUNTS))
    ]
    if not found:
        return
    key, used = _key(), {}
    for name, day, *account in found:
        used[name, _code(key, name, [account])] = _after(day)
    rows = [
        {"name": name, "code": code, "until": until, "count": 1}
        for (name, code), until in used.items()
    ]
    op.bulk_insert(limits, rows)


def downgrade() -> None:
    """Take it back."""
    op.drop_table("limits")


def _key() -> str:
    """Return the key of pseudonyms; make it where there is none."""
    kept = op.get_bind().scalar(sa.text("SELECT value FROM keys WHERE name = 'pseudonyms'"))
    if kept is None:
        kept = secrets.token_hex(32)
        said = sa.text("INSERT INTO keys (name, value) VALUES ('pseudonyms', :key)")
        op.get_bind().execute(said, {"key": kept})
    return str(kept)


def _code(key: str, name: str, accounts: Iterable[list[str]]) -> str:
    facts = json.dumps([name, *sorted(accounts)])
    return hmac.digest(key.encode(), facts.encode(), "sha256")[:16].hex()


def _after(day: str | None) -> float | None:
    if day is None:
        return None
    following = date.fromisoformat(day) + timedelta(days=1)
    return datetime(following.year, following.month, following.day, tzinfo=UTC).timestamp()
