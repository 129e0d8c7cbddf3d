"""Keep the words that players practise, and which rounds are practices."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("rounds", sa.Column("practice", sa.Text(), nullable=True))
    op.create_table(
        "cards",
        sa.Column("player", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("word", sa.String(length=16), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("stability", sa.Double(), nullable=False),
        sa.Column("difficulty", sa.Double(), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("reviewed_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_cards_player")),
        sa.PrimaryKeyConstraint("player", "language", "word", name=op.f("pk_cards")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("cards")
    op.drop_column("rounds", "practice")
