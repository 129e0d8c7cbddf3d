"""Keep how much of a secret was told to whom, whatever restarts."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "tallies",
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
        sa.Column("told", sa.Double(), nullable=False),
        sa.Column("chance", sa.Double(), nullable=False),
        sa.Column("shut", sa.Boolean(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("who", "secret", name=op.f("pk_tallies")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_tallies_until"), "tallies", ["until"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("tallies")
