"""When press and articles went out, and with which results: the public pages show what everybody was sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("dispatches", sa.Column("issue", sa.String(80), nullable=True))
    op.add_column("dispatches", sa.Column("out_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE dispatches SET out_at = made_at WHERE status = 'out'")


def downgrade() -> None:
    with op.batch_alter_table("dispatches") as table:
        table.drop_column("out_at")
        table.drop_column("issue")
