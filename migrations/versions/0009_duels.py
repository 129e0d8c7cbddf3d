"""Keep duels, what is to be told of them, and who wants none of whom."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_OPEN = sa.text("state != 'over'")
_UNTOLD = sa.text("told_at IS NULL")


def upgrade() -> None:
    """Make the step."""
    op.add_column("rounds", sa.Column("duel", _KEY, nullable=True))
    op.create_table(
        "duels",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("chat", _KEY, nullable=False),
        sa.Column("topic", sa.String(length=64), nullable=False),
        sa.Column("challenger", _KEY, nullable=False),
        sa.Column("opponent", _KEY, nullable=True),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("lexicon", _KEY, nullable=False),
        sa.Column("rules", sa.String(length=20), nullable=False),
        sa.Column("min_length", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("grids", sa.Text(), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("reminded_at", sa.Double(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("ending", sa.String(length=10), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("ended_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_duels_chat")),
        sa.ForeignKeyConstraint(["challenger"], ["players.id"], name=op.f("fk_duels_challenger")),
        sa.ForeignKeyConstraint(["opponent"], ["players.id"], name=op.f("fk_duels_opponent")),
        sa.ForeignKeyConstraint(["lexicon"], ["lexicons.id"], name=op.f("fk_duels_lexicon")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duels")),
        sa.UniqueConstraint("code", name=op.f("uq_duels_code")),
    )
    op.create_index("ix_duels_challenger", "duels", ["challenger"])
    op.create_index("ix_duels_opponent", "duels", ["opponent"])
    op.create_index(
        "ix_duels_open", "duels", ["expires_at"], sqlite_where=_OPEN, postgresql_where=_OPEN
    )
    op.create_table(
        "duel_runs",
        sa.Column("duel", _KEY, nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round", _KEY, nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("finished_at", sa.Double(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("found", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["duel"], ["duels.id"], name=op.f("fk_duel_runs_duel")),
        sa.PrimaryKeyConstraint("duel", "side", "number", name=op.f("pk_duel_runs")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "duel_news",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("duel", _KEY, nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("topic", sa.String(length=10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["duel"], ["duels.id"], name=op.f("fk_duel_news_duel")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duel_news")),
    )
    op.create_index("ix_duel_news_duel", "duel_news", ["duel"])
    op.create_index(
        "ix_duel_news_untold", "duel_news", ["id"], sqlite_where=_UNTOLD, postgresql_where=_UNTOLD
    )
    op.create_table(
        "blocks",
        sa.Column("player", _KEY, nullable=False),
        sa.Column("blocked", _KEY, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_blocks_player")),
        sa.ForeignKeyConstraint(["blocked"], ["players.id"], name=op.f("fk_blocks_blocked")),
        sa.PrimaryKeyConstraint("player", "blocked", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])


def downgrade() -> None:
    """Take it back."""
    for table in ("blocks", "duel_news", "duel_runs", "duels"):
        op.drop_table(table)
    op.drop_column("rounds", "duel")
