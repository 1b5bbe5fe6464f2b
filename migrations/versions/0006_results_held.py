"""Results that wait for their GameMaster; the version of the rules that each kept state was written by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

GAMES = sa.table("games", sa.column("id"), sa.column("system_version"))
PHASES = sa.table("phases", sa.column("game_id"), sa.column("system_version"))
RUNS = sa.table("runs", sa.column("game_id"), sa.column("left_version"))


def upgrade() -> None:
    with op.batch_alter_table("phases") as phases:
        phases.add_column(sa.Column("hold", sa.Boolean(), nullable=True))
        phases.add_column(sa.Column("sealed_at", sa.DateTime(timezone=True), nullable=True))
        phases.add_column(sa.Column("system_version", sa.Integer(), nullable=True))
    with op.batch_alter_table("runs") as runs:
        runs.add_column(sa.Column("left_version", sa.Integer(), nullable=True))
    for table, column in ((PHASES, "system_version"), (RUNS, "left_version")):
        of_game = sa.select(GAMES.c.system_version).where(GAMES.c.id == table.c.game_id).scalar_subquery()
        op.execute(table.update().values({column: of_game}))
    with op.batch_alter_table("phases") as phases:
        phases.alter_column("system_version", existing_type=sa.Integer(), nullable=False)
    with op.batch_alter_table("runs") as runs:
        runs.alter_column("left_version", existing_type=sa.Integer(), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("runs") as runs:
        runs.drop_column("left_version")
    with op.batch_alter_table("phases") as phases:
        phases.drop_column("system_version")
        phases.drop_column("sealed_at")
        phases.drop_column("hold")
