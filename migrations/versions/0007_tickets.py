"""Keep the key of the page's tickets, and which of them were used up."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

depends_on = None


def upgrade() -> None:
    """Make the step."""
    op.create_table(
        "keys",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_keys")),
    )
    op.create_table(
        "used_tickets",
        sa.Column("nonce", sa.String(length=64), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("nonce", name=op.f("pk_used_tickets")),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("used_tickets")
    op.drop_table("keys")
