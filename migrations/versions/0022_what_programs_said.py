"""What programs that play have written is kept, so that they know what they promised. No person has written it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

DISPATCHES = sa.table("dispatches", sa.column("player_id"))


def upgrade() -> None:
    with op.batch_alter_table("dispatches") as table:
        table.alter_column("player_id", existing_type=sa.Integer(), nullable=True)


def downgrade() -> None:
    op.execute(DISPATCHES.delete().where(DISPATCHES.c.player_id.is_(None)))
    with op.batch_alter_table("dispatches") as table:
        table.alter_column("player_id", existing_type=sa.Integer(), nullable=False)
