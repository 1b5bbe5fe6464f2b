"""What an unread mail may touch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbound_mails", sa.Column("reach", sa.JSON, nullable=True))


def downgrade() -> None:
    op.drop_column("inbound_mails", "reach")
