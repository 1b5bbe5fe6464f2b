"""Seats and offices that a GameMaster has offered to somebody, who has to agree first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "offers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat_id", sa.Integer, sa.ForeignKey("seats.id"), nullable=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("by_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.String(16), nullable=False, server_default=""),
    )
    op.create_index("ix_offers_game_id", "offers", ["game_id"])
    op.create_index("ix_offers_player_id", "offers", ["player_id"])
    op.create_index("ix_offers_by_id", "offers", ["by_id"])
    op.create_index("ix_offers_ended_at_expires_at", "offers", ["ended_at", "expires_at"])


def downgrade() -> None:
    op.drop_table("offers")
