"""Keep against which computer player a round is played."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("rounds", sa.Column("opponent", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("rounds", "opponent")
