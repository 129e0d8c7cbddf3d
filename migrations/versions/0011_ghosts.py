"""Keep the ghost that a round is played against."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("rounds", sa.Column("ghost", sa.Text(), nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("rounds", "ghost")
