"""The wall clock that a deadline keeps to, should the rules of its zone change; how a player reads dates."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phases", sa.Column("wall", sa.String(100), nullable=True))
    op.add_column("players", sa.Column("dates", sa.String(16), nullable=True))
    op.execute("UPDATE players SET dates = ''")
    with op.batch_alter_table("players") as players:
        players.alter_column("dates", existing_type=sa.String(16), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("phases") as phases:
        phases.drop_column("wall")
    with op.batch_alter_table("players") as players:
        players.drop_column("dates")
