"""Seats that programs play, and games for practice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from judge.store.types import UtcDateTime

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("computer", sa.String(12), nullable=False, server_default=""))
    op.add_column("phases", sa.Column("computers_at", UtcDateTime(), nullable=True))
    op.create_index("ix_phases_computers", "phases", ["closed_at", "computers_at"])


def downgrade() -> None:
    op.drop_index("ix_phases_computers", "phases")
    op.drop_column("phases", "computers_at")
    op.drop_column("seats", "computer")
    op.drop_column("games", "practice")
