"""Keys of 64 bits, on PostgreSQL: SQLite's have them. Judges of the version before go on working meanwhile."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from judge.store import widen

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

beside = True

KEYS = {
    "host": ("id",),
    "nodes": ("id",),
    "pictures": ("id",),
    "players": ("id", "tokens_above"),
    "address_changes": ("id", "player_id"),
    "addresses": ("id", "player_id"),
    "games": ("id", "master_id"),
    "holds": ("node_id",),
    "inbound_mails": ("id", "player_id"),
    "absences": ("id", "game_id", "player_id"),
    "acts": ("id", "game_id", "mail_id"),
    "co_masters": ("id", "game_id", "player_id"),
    "confirmations": ("id", "player_id", "mail_id"),
    "dispatches": ("id", "game_id", "player_id"),
    "events": ("id", "game_id"),
    "inbound_lines": ("id", "mail_id"),
    "invitations": ("id", "game_id"),
    "joinings": ("id", "game_id", "player_id"),
    "journal": ("id", "game_id", "player_id"),
    "ledger": ("id", "game_id"),
    "moves": ("id", "game_id"),
    "observers": ("id", "game_id", "player_id"),
    "orders": ("id", "game_id", "mail_id"),
    "phases": ("id", "game_id"),
    "press_blocks": ("id", "game_id", "player_id"),
    "pseudonyms": ("id", "game_id", "player_id"),
    "seats": ("id", "game_id", "player_id"),
    "nominations": ("id", "game_id", "seat_id", "player_id", "by_id"),
    "outbound_mails": ("id", "player_id", "game_id", "seat_id", "claimed_by"),
    "runs": ("id", "game_id", "left_phase"),
    "tenures": ("id", "seat_id", "player_id"),
    "shown_pictures": ("id", "mail_id", "picture_id"),
}


def prepare(connection: sa.Connection) -> None:
    widen.prepare(connection, KEYS)


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    if widen.is_prepared(connection, KEYS):
        widen.exchange(connection, KEYS)
    else:
        widen.widen(connection, KEYS)


def downgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        widen.widen(connection, KEYS, "integer")
