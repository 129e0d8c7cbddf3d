"""Keep games of Wordle, and the words of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "wordle_words",
        sa.Column("id", KEY, nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("answer", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wordle_words")),
        sa.UniqueConstraint("language", "number", name=op.f("uq_wordle_words_language_number")),
        sa.UniqueConstraint("language", "day", name=op.f("uq_wordle_words_language_day")),
    )
    _make_wordles()
    op.create_table(
        "wordle_guesses",
        sa.Column("wordle", KEY, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("message_id", sa.String(length=64), nullable=True),
        sa.Column("word", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["wordle"], ["wordles.id"], name=op.f("fk_wordle_guesses_wordle")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_wordle_guesses_player")),
        sa.PrimaryKeyConstraint("wordle", "number", name=op.f("pk_wordle_guesses")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_wordle_guesses_message",
        "wordle_guesses",
        ["player", "message_id", "wordle"],
        unique=True,
    )


def downgrade() -> None:
    """Take it back."""
    for table in ("wordle_guesses", "wordles", "wordle_words"):
        op.drop_table(table)


def _make_wordles() -> None:
    op.create_table(
        "wordles",
        sa.Column("id", KEY, nullable=False),
        sa.Column("chat", KEY, nullable=False),
        sa.Column("topic", sa.String(length=64), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.Column("started_by", KEY, nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("answer", sa.String(length=16), nullable=False),
        sa.Column("hard", sa.Boolean(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("word", KEY, nullable=True),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("touched_at", sa.Double(), nullable=False),
        sa.Column("finished_at", sa.Double(), nullable=True),
        sa.Column("given_up", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name=op.f("fk_wordles_chat")),
        sa.ForeignKeyConstraint(["started_by"], ["players.id"], name=op.f("fk_wordles_started_by")),
        sa.ForeignKeyConstraint(["word"], ["wordle_words.id"], name=op.f("fk_wordles_word")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wordles")),
        sa.UniqueConstraint("started_by", "word", name=op.f("uq_wordles_started_by_word")),
    )
    op.create_index(
        op.f("ix_wordles_chat_topic_finished_at"), "wordles", ["chat", "topic", "finished_at"]
    )
    op.create_index(
        "uq_wordles_shared",
        "wordles",
        ["chat", "topic"],
        unique=True,
        sqlite_where=sa.text("finished_at IS NULL AND NOT own"),
        postgresql_where=sa.text("finished_at IS NULL AND NOT own"),
    )
    op.create_index(
        "ix_wordles_points",
        "wordles",
        ["word", "started_by", "finished_at", "points", "used"],
        sqlite_where=sa.text("finished_at IS NOT NULL"),
        postgresql_where=sa.text("finished_at IS NOT NULL"),
    )
