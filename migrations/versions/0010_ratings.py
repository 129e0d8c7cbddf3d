"""Keep ratings, and how often two have met in a week."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "ratings",
        sa.Column("player", _KEY, nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_ratings_player")),
        sa.PrimaryKeyConstraint("player", "language", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_language_value", "ratings", ["language", "value"])
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


def downgrade() -> None:
    """Take it back."""
    op.drop_table("meetings")
    op.drop_table("ratings")
