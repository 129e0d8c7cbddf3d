"""Keep who is blocked by codes of their accounts, which forgetting does not change."""

import hmac
import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# Each account of the player who is blocked; of two that were both blocked, the first goes before.
_ACCOUNTS = """
    SELECT b.player, b.blocked, p.platform, p.external_id
    FROM blocks b
    JOIN players s ON s.id = b.blocked
    JOIN players p ON p.id = coalesce(s.person, s.id) OR p.person = coalesce(s.person, s.id)
    ORDER BY b.player, b.blocked DESC
"""


def upgrade() -> None:
    """Make the step."""
    found = op.get_bind().execute(sa.text(_ACCOUNTS)).all()
    op.drop_table("blocks")
    blocks = op.create_table(
        "blocks",
        sa.Column("player", _KEY, nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("blocked", _KEY, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_blocks_player")),
        sa.ForeignKeyConstraint(["blocked"], ["players.id"], name=op.f("fk_blocks_blocked")),
        sa.PrimaryKeyConstraint("player", "code", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )
    if not found:
        return
    key = _key()
    said = {
        (player, _code(key, f"block {player}", account)): blocked
        for player, blocked, *account in found
    }
    rows = [
        {"player": player, "code": code, "blocked": blocked}
        for (player, code), blocked in said.items()
    ]
    op.bulk_insert(blocks, rows)


def downgrade() -> None:
    """Take it back."""
    found = op.get_bind().execute(sa.text("SELECT DISTINCT player, blocked FROM blocks")).all()
    op.drop_table("blocks")
    blocks = op.create_table(
        "blocks",
        sa.Column("player", _KEY, nullable=False),
        sa.Column("blocked", _KEY, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_blocks_player")),
        sa.ForeignKeyConstraint(["blocked"], ["players.id"], name=op.f("fk_blocks_blocked")),
        sa.PrimaryKeyConstraint("player", "blocked", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    if found:
        op.bulk_insert(blocks, [{"player": one, "blocked": other} for one, other in found])


def _key() -> str:
    """Return the key of pseudonyms; make it where there is none."""
    kept = op.get_bind().scalar(sa.text("SELECT value FROM keys WHERE name = 'pseudonyms'"))
    if kept is None:
        kept = secrets.token_hex(32)
        said = sa.text("INSERT INTO keys (name, value) VALUES ('pseudonyms', :key)")
        op.get_bind().execute(said, {"key": kept})
    return str(kept)


def _code(key: str, name: str, account: list[str]) -> str:
    facts = json.dumps([name, account])
    return hmac.digest(key.encode(), facts.encode(), "sha256").hex()[:32]
