"""Keep the dailies, ranked attempts at them, and which accounts are one player."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the step."""
    _widen()
    _make_puzzles()
    _make_attempts()
    _make_totals()
    op.create_table(
        "told",
        sa.Column("chat", KEY, nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_told_chat")),
        sa.PrimaryKeyConstraint("chat", "language", name=op.f("pk_told")),
    )
    op.create_table(
        "codes",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_codes_player")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_codes")),
    )
    op.create_index(op.f("ix_codes_player"), "codes", ["player"])


def downgrade() -> None:
    """Take it back."""
    for table in ("codes", "told", "totals", "finders", "attempts", "puzzles"):
        op.drop_table(table)
    # To earlier versions, they would be rounds that lack their results.
    op.execute("DELETE FROM plays WHERE round IN (SELECT id FROM rounds WHERE puzzle IS NOT NULL)")
    op.execute("DELETE FROM rounds WHERE puzzle IS NOT NULL")
    op.drop_index("ix_rounds_puzzle", table_name="rounds")
    op.drop_index("ix_memberships_chat_player", table_name="memberships")
    op.drop_index("ix_players_person", table_name="players")
    # Not by a copy of the table, as Alembic would: others refer to it.
    op.execute("ALTER TABLE rounds DROP COLUMN ranked")
    op.execute("ALTER TABLE rounds DROP COLUMN puzzle")
    op.execute("ALTER TABLE players DROP COLUMN person")


def _widen() -> None:
    op.add_column("players", sa.Column("person", KEY, nullable=True))
    op.add_column("rounds", sa.Column("puzzle", KEY, nullable=True))
    op.add_column(
        "rounds", sa.Column("ranked", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    for table, column in (("players", "person"), ("rounds", "puzzle")):
        op.create_index(
            f"ix_{table}_{column}",
            table,
            [column],
            sqlite_where=sa.text(f"{column} IS NOT NULL"),
            postgresql_where=sa.text(f"{column} IS NOT NULL"),
        )
    op.create_index(op.f("ix_memberships_chat_player"), "memberships", ["chat", "player"])


def _make_puzzles() -> None:
    op.create_table(
        "puzzles",
        sa.Column("id", KEY, nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("theme", sa.String(length=20), nullable=False),
        sa.Column("grid", sa.String(length=200), nullable=False),
        sa.Column("lexicon", KEY, nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("common", sa.Integer(), nullable=False),
        sa.Column("difficulty", sa.Integer(), nullable=False),
        sa.Column("recipe", sa.Text(), nullable=False),
        sa.Column("seal", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("closed_at", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["lexicon"], ["lexicons.id"], name=op.f("fk_puzzles_lexicon")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzles")),
        sa.UniqueConstraint("language", "number", name=op.f("uq_puzzles_language_number")),
        sa.UniqueConstraint("language", "day", name=op.f("uq_puzzles_language_day")),
    )
    op.create_index(op.f("ix_puzzles_day"), "puzzles", ["day"])
    op.create_table(
        "finders",
        sa.Column("puzzle", KEY, nullable=False),
        sa.Column("word", sa.String(length=16), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name=op.f("fk_finders_puzzle")),
        sa.PrimaryKeyConstraint("puzzle", "word", name=op.f("pk_finders")),
        sqlite_with_rowid=False,
    )


def _make_attempts() -> None:
    op.create_table(
        "attempts",
        sa.Column("puzzle", KEY, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("round", KEY, nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("finished_at", sa.Double(), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("share", sa.Integer(), nullable=False),
        sa.Column("best", sa.String(length=64), nullable=False),
        sa.Column("best_points", sa.Integer(), nullable=False),
        sa.Column("hurry", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name=op.f("fk_attempts_puzzle")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_attempts_player")),
        sa.ForeignKeyConstraint(["round"], ["rounds.id"], name=op.f("fk_attempts_round")),
        sa.PrimaryKeyConstraint("puzzle", "player", name=op.f("pk_attempts")),
        sqlite_with_rowid=False,
    )
    op.create_index("uq_attempts_round", "attempts", ["round"], unique=True)
    op.create_index(op.f("ix_attempts_player"), "attempts", ["player"])
    op.create_index(
        "ix_attempts_points",
        "attempts",
        ["puzzle", "shown", sa.text("points DESC"), "player", "finished_at"],
        sqlite_where=sa.text("finished_at IS NOT NULL"),
        postgresql_where=sa.text("finished_at IS NOT NULL"),
    )


def _make_totals() -> None:
    op.create_table(
        "totals",
        sa.Column("board", KEY, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.BigInteger(), nullable=False),
        sa.Column("shares", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name=op.f("fk_totals_board")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_totals_player")),
        sa.PrimaryKeyConstraint("board", "player", name=op.f("pk_totals")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_totals_player"), "totals", ["player"])
    op.create_index(
        "ix_totals_shares",
        "totals",
        ["board", "shown", sa.text("shares DESC"), "player"],
    )
