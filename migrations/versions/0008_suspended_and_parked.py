"""A game stopped by a fault is suspended, and mail to a dead address parked; only results that wait are held."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

GAMES = sa.table("games", sa.column("status"))
MAILS = sa.table("outbound_mails", sa.column("status"))


def upgrade() -> None:
    _rename_column("held_why", "suspended_why")
    op.execute(GAMES.update().where(GAMES.c.status == "held").values(status="suspended"))
    op.execute(MAILS.update().where(MAILS.c.status == "held").values(status="parked"))


def downgrade() -> None:
    op.execute(MAILS.update().where(MAILS.c.status == "parked").values(status="held"))
    op.execute(GAMES.update().where(GAMES.c.status == "suspended").values(status="held"))
    _rename_column("suspended_why", "held_why")


def _rename_column(before: str, after: str) -> None:
    with op.batch_alter_table("games") as games:
        games.alter_column(before, new_column_name=after, existing_type=sa.Text(), existing_nullable=False)
