"""The public pages of finished games are kept as an export writes them: made once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

beside = True

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "finished_pages",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("made_of", sa.String(64), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("game_id", name="uq_finished_pages_game_id"),
    )


def downgrade() -> None:
    op.drop_table("finished_pages")
