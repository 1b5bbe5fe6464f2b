"""First tables: players, games and their phases, orders, the ledger, mails in and out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def _refers(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}")


def _unique(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name="_".join(("uq", table, *columns)))


def upgrade() -> None:
    op.create_table(
        "host",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mac_key", sa.LargeBinary(), nullable=False),
        sa.Column("last_seen", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_host"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("zone", sa.String(60), nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("registered_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "addresses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("primary", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_addresses"),
        _refers("addresses", "player_id", "players"),
        _unique("addresses", "address"),
    )
    op.create_index("ix_addresses_player_id", "addresses", ["player_id"])
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("system", sa.String(32), nullable=False),
        sa.Column("system_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("held_why", sa.Text(), nullable=False),
        sa.Column("master_id", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("started_at", INSTANT, nullable=True),
        sa.Column("ended_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        _refers("games", "master_id", "players"),
        _unique("games", "name"),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        _refers("seats", "game_id", "games"),
        _refers("seats", "player_id", "players"),
        _unique("seats", "game_id", "name"),
    )
    op.create_index("ix_seats_game_id", "seats", ["game_id"])
    op.create_index("ix_seats_player_id", "seats", ["player_id"])
    op.create_table(
        "joinings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("wishes", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_joinings"),
        _refers("joinings", "game_id", "games"),
        _refers("joinings", "player_id", "players"),
        _unique("joinings", "game_id", "player_id"),
    )
    op.create_index("ix_joinings_game_id", "joinings", ["game_id"])
    op.create_table(
        "phases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(24), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("state_before", sa.JSON(), nullable=False),
        sa.Column("opened_at", INSTANT, nullable=False),
        sa.Column("deadline", INSTANT, nullable=False),
        sa.Column("cut", INSTANT, nullable=True),
        sa.Column("reminded_at", INSTANT, nullable=True),
        sa.Column("late_told_at", INSTANT, nullable=True),
        sa.Column("closed_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_phases"),
        _refers("phases", "game_id", "games"),
        _unique("phases", "game_id", "run", "label"),
    )
    op.create_index("ix_phases_due", "phases", ["closed_at", "deadline"])
    op.create_index("ix_phases_game_id", "phases", ["game_id"])
    op.create_table(
        "inbound_mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("accepted_at", INSTANT, nullable=False),
        sa.Column("mail_from", sa.Text(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("read_at", INSTANT, nullable=True),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_inbound_mails"),
        _refers("inbound_mails", "player_id", "players"),
        _unique("inbound_mails", "fingerprint"),
    )
    op.create_index("ix_inbound_mails_status_id", "inbound_mails", ["status", "id"])
    op.create_table(
        "inbound_lines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("became", sa.String(16), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_inbound_lines"),
        _refers("inbound_lines", "mail_id", "inbound_mails"),
    )
    op.create_index("ix_inbound_lines_mail_id", "inbound_lines", ["mail_id"])
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(24), nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("part", sa.String(24), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written", sa.Boolean(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=True),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_orders"),
        _refers("orders", "game_id", "games"),
        _refers("orders", "mail_id", "inbound_mails"),
        _unique("orders", "game_id", "run", "phase", "role", "part", "revision"),
    )
    op.create_index("ix_orders_game_id", "orders", ["game_id"])
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(24), nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=True),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_acts"),
        _refers("acts", "game_id", "games"),
        _refers("acts", "mail_id", "inbound_mails"),
        _unique("acts", "game_id", "run", "number"),
    )
    op.create_index("ix_acts_game_id", "acts", ["game_id"])
    op.create_table(
        "ledger",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(24), nullable=False),
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("currency", sa.String(16), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ledger"),
        _refers("ledger", "game_id", "games"),
    )
    op.create_index("ix_ledger_game_id", "ledger", ["game_id"])
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(24), nullable=False),
        sa.Column("audience", sa.String(8), nullable=False),
        sa.Column("roles", sa.JSON(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        _refers("events", "game_id", "games"),
    )
    op.create_index("ix_events_game_id", "events", ["game_id"])
    op.create_table(
        "confirmations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("made_at", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.Column("used_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_confirmations"),
        _refers("confirmations", "player_id", "players"),
        _refers("confirmations", "mail_id", "inbound_mails"),
        _unique("confirmations", "code_hash"),
    )
    op.create_index("ix_confirmations_player_id", "confirmations", ["player_id"])
    op.create_table(
        "outbound_mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(24), nullable=False),
        sa.Column("purpose", sa.String(24), nullable=False),
        sa.Column("recipient", sa.String(254), nullable=False),
        sa.Column("mail_from", sa.String(254), nullable=False),
        sa.Column("message_id", sa.String(254), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", INSTANT, nullable=False),
        sa.Column("claimed_until", INSTANT, nullable=True),
        sa.Column("made_at", INSTANT, nullable=False),
        sa.Column("sent_at", INSTANT, nullable=True),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outbound_mails"),
        _refers("outbound_mails", "player_id", "players"),
        _refers("outbound_mails", "game_id", "games"),
        _refers("outbound_mails", "seat_id", "seats"),
    )
    op.create_index("ix_outbound_mails_game_id", "outbound_mails", ["game_id"])
    op.create_index("ix_outbound_mails_status_next_try", "outbound_mails", ["status", "next_try"])


def downgrade() -> None:
    for table in (
        "outbound_mails",
        "confirmations",
        "events",
        "ledger",
        "acts",
        "orders",
        "inbound_lines",
        "inbound_mails",
        "phases",
        "joinings",
        "seats",
        "games",
        "addresses",
        "players",
        "host",
    ):
        op.drop_table(table)
