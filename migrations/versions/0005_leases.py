"""Keep which process runs which platform."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "leases",
        sa.Column("what", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=200), nullable=False),
        sa.Column("renewals", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("what", name=op.f("pk_leases")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("leases")
