"""Lists of games by state, the newest first: found by indices, however many games there are."""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_games_status_ended_at", "games", ["status", "ended_at"])
    op.create_index("ix_games_name_title", "games", ["name", "title"])
    op.create_index("ix_phases_game_id_closed_at", "phases", ["game_id", "closed_at"])
    op.create_index("ix_phases_opened", "phases", ["closed_at", "opened_at"])
    op.create_index("ix_seats_status_game_id", "seats", ["status", "game_id"])


def downgrade() -> None:
    op.drop_index("ix_seats_status_game_id", "seats")
    op.drop_index("ix_phases_opened", "phases")
    op.drop_index("ix_phases_game_id_closed_at", "phases")
    op.drop_index("ix_games_name_title", "games")
    op.drop_index("ix_games_status_ended_at", "games")
