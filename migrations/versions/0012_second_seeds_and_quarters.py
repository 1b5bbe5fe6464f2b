"""A second seed for what stays secret; what no seat signs waits for its quarter of an hour."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from judge.store.types import UtcDateTime

revision = "0012"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("hidden_seed", sa.LargeBinary(), nullable=True))
    op.add_column("games", sa.Column("seed_told_at", UtcDateTime(), nullable=True))
    op.add_column("dispatches", sa.Column("due_at", UtcDateTime(), nullable=True))
    op.create_index("ix_dispatches_due_at", "dispatches", ["due_at"])


def downgrade() -> None:
    op.drop_index("ix_dispatches_due_at", "dispatches")
    op.drop_column("dispatches", "due_at")
    op.drop_column("games", "seed_told_at")
    op.drop_column("games", "hidden_seed")
