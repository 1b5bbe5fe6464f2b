"""Seats and offices that a GameMaster has offered to somebody, who has to agree first. And mails that were read are
searched once more for KEYs, codes and tokens, where they were not looked for before.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from judge.mail.at_rest import at_rest

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

MAILS = sa.table("inbound_mails", sa.column("id"), sa.column("raw"), sa.column("status"))
AT_ONCE = 500


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
    _search_again(op.get_bind())


def _search_again(connection: sa.Connection) -> None:
    page = sa.select(MAILS.c.id, MAILS.c.raw).where(MAILS.c.status == "read").order_by(MAILS.c.id).limit(AT_ONCE)
    last = 0
    while rows := connection.execute(page.where(MAILS.c.id > last)).all():
        for number, raw in rows:
            kept = at_rest(bytes(raw))
            if kept != bytes(raw):
                connection.execute(sa.update(MAILS).where(MAILS.c.id == number).values(raw=kept))
        last = rows[-1].id


def downgrade() -> None:
    op.drop_table("offers")
