"""What is next due is found by its own indexes, whatever others there are of the phases that are open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

DUE = {"due": "deadline", "early": "early_at", "remind": "remind_at"}
OPEN = sa.text("closed_at IS NULL AND sealed_at IS NULL")


def upgrade() -> None:
    _make_anew("closed_at")


def downgrade() -> None:
    _make_anew()


def _make_anew(*before: str) -> None:
    for name, instant in DUE.items():
        op.drop_index(f"ix_phases_{name}", "phases")
        op.create_index(f"ix_phases_{name}", "phases", [*before, instant], sqlite_where=OPEN, postgresql_where=OPEN)
