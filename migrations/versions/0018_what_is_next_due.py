"""What is next due stands in indexes of the open phases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from judge.store.types import UtcDateTime

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

DUE = {"due": "deadline", "early": "early_at", "remind": "remind_at"}
OPEN = sa.text("closed_at IS NULL AND sealed_at IS NULL")
LONG_AGO = "1970-01-01 00:00:00.000000"


def upgrade() -> None:
    op.add_column("host", sa.Column("reminder_hours", sa.Integer(), nullable=True))
    op.add_column("phases", sa.Column("remind_at", UtcDateTime(), nullable=False, server_default=LONG_AGO))
    op.drop_index("ix_phases_due", "phases")
    for name, instant in DUE.items():
        op.create_index(f"ix_phases_{name}", "phases", [instant], sqlite_where=OPEN, postgresql_where=OPEN)


def downgrade() -> None:
    for name in DUE:
        op.drop_index(f"ix_phases_{name}", "phases")
    op.create_index("ix_phases_due", "phases", ["closed_at", "deadline"])
    op.drop_column("phases", "remind_at")
    op.drop_column("host", "reminder_hours")
