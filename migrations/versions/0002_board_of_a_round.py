"""Keep which message shows a round, so that it is not left behind after a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    column = sa.Column("board", sa.String(length=64), nullable=False, server_default="")
    op.add_column("rounds", column)


def downgrade() -> None:
    """Take it back."""
    # Not by a copy of the table, as Alembic would: plays refer to it.
    op.execute("ALTER TABLE rounds DROP COLUMN board")
