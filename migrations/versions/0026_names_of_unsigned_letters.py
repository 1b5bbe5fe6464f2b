"""Unsigned letters can be answered: who wrote each, and the name by which each of its readers answers it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

beside = True

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "unsigned_letters",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=True),
        sa.Column("sender", sa.String(40), nullable=False),
        sa.Column("opening", sa.String(80), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_unsigned_letters_game_id", "unsigned_letters", ["game_id"])
    op.create_table(
        "letter_names",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("letter_id", KEY, sa.ForeignKey("unsigned_letters.id"), nullable=False),
        sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("reader", sa.String(40), nullable=False),
        sa.Column("name", sa.String(16), nullable=False),
    )
    op.create_index("ix_letter_names_game_id_player_id", "letter_names", ["game_id", "player_id"])


def downgrade() -> None:
    op.drop_table("letter_names")
    op.drop_table("unsigned_letters")
