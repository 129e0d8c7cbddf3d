"""Keep when a word arrived that was held up, so that nobody loses by when it was sent."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.add_column("plays", sa.Column("arrived", sa.Double(), nullable=True))


def downgrade() -> None:
    """Take it back."""
    op.execute("ALTER TABLE plays DROP COLUMN arrived")
