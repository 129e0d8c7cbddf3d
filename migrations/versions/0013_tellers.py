"""Keep which process tells the end of a round, so that no other tells it, too."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("rounds", sa.Column("teller", sa.String(200), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("rounds", "teller")
