"""Games that went to another judge, came from one, or came as an archive."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "moves",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("elsewhere", sa.String(254), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moves"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_moves_game_id_games"),
    )
    op.create_index("ix_moves_game_id", "moves", ["game_id"])


def downgrade() -> None:
    op.drop_table("moves")
