"""The first tables, as they were then: what judge.store.tables says now may have gone on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from judge.store.tables import UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

beside = False

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = UtcDateTime()
OPEN = sa.text("closed_at IS NULL AND sealed_at IS NULL")
TABLES = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

sa.Table(
    "host",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("secret_number", sa.Integer(), nullable=False),
    sa.Column("secret_check", sa.String(16), nullable=False),
    sa.Column("last_seen", INSTANT),
    sa.Column("boot", sa.String(64)),
    sa.Column("up_seconds", sa.Integer()),
    sa.Column("reminder_hours", sa.Integer()),
    sa.Column("stopped_at", INSTANT),
    sa.Column("stopped_why", sa.Text()),
)

sa.Table(
    "nodes",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("label", sa.String(63), nullable=False),
    sa.Column("line", sa.Integer(), nullable=False),
    sa.Column("does", sa.String(16), nullable=False),
    sa.Column("version", sa.String(40), nullable=False),
    sa.Column("started_at", INSTANT, nullable=False),
    sa.Column("seen_at", INSTANT, nullable=False),
    sqlite_autoincrement=True,
)

sa.Table(
    "pictures",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("width", sa.Integer(), nullable=False),
    sa.Column("drawing", sa.LargeBinary(), nullable=False),
    sa.Column("shown_at", INSTANT, nullable=False),
)

sa.Table(
    "players",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("zone", sa.String(60), nullable=False),
    sa.Column("key_hash", sa.String(64), nullable=False),
    sa.Column("key_secret", sa.Integer(), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("registered_at", INSTANT, nullable=False),
    sa.Column("tokens_above", KEY, nullable=False),
    sa.Column("wrong_proofs", sa.Integer(), nullable=False),
    sa.Column("wrong_since", INSTANT),
    sa.Column("dates", sa.String(16), nullable=False),
    sa.Column("plain_only", sa.Boolean(), nullable=False),
    sa.Column("wants_data", sa.Boolean(), nullable=False),
    sa.Column("public_name", sa.String(60), nullable=False),
    sa.Column("rated", sa.Boolean(), nullable=False),
    sa.Column("news_at", INSTANT, index=True),
)

sa.Table(
    "address_changes",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("address", sa.String(254), nullable=False, index=True),
    sa.Column("old_code_hash", sa.String(64), nullable=False),
    sa.Column("new_code_hash", sa.String(64), nullable=False),
    sa.Column("made_at", INSTANT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Column("old_confirmed_at", INSTANT),
    sa.Column("new_confirmed_at", INSTANT),
    sa.Column("done_at", INSTANT),
)

sa.Table(
    "addresses",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("address", sa.String(254), nullable=False, unique=True),
    sa.Column("primary", sa.Boolean(), nullable=False),
    sa.Column("bounces", sa.Integer(), nullable=False),
    sa.Column("bounced_at", INSTANT),
    sa.Column("suspended_at", INSTANT),
)

sa.Table(
    "games",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("name", sa.String(32), nullable=False, unique=True),
    sa.Column("title", sa.String(120), nullable=False),
    sa.Column("system", sa.String(32), nullable=False),
    sa.Column("system_version", sa.Integer(), nullable=False),
    sa.Column("options", sa.JSON(), nullable=False),
    sa.Column("settings", sa.JSON(), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("paused_at", INSTANT),
    sa.Column("suspended_why", sa.Text(), nullable=False),
    sa.Column("master_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("seed", sa.LargeBinary(), nullable=False),
    sa.Column("hidden_seed", sa.LargeBinary(), nullable=False),
    sa.Column("run", sa.Integer(), nullable=False),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("state", sa.JSON()),
    sa.Column("result", sa.JSON()),
    sa.Column("created_at", INSTANT, nullable=False),
    sa.Column("started_at", INSTANT),
    sa.Column("ended_at", INSTANT),
    sa.Column("practice", sa.Boolean(), nullable=False),
    sa.Column("webhook", sa.String(length=254), nullable=False),
    sa.Column("tournament_id", KEY, sa.ForeignKey("tournaments.id"), index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Index("ix_games_name_title", "name", "title"),
    sa.Index("ix_games_status_ended_at", "status", "ended_at"),
)

sa.Table(
    "holds",
    TABLES,
    sa.Column("key", sa.String(300), primary_key=True),
    sa.Column("node_id", KEY, sa.ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("since", INSTANT, nullable=False),
)

sa.Table(
    "inbound_mails",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False, unique=True),
    sa.Column("content", sa.String(64), nullable=False, index=True),
    sa.Column("acted_as", sa.String(64)),
    sa.Column("accepted_at", INSTANT, nullable=False),
    sa.Column("mail_from", sa.Text(), nullable=False),
    sa.Column("recipients", sa.JSON(), nullable=False),
    sa.Column("raw", sa.LargeBinary(), nullable=False),
    sa.Column("sealed", sa.LargeBinary()),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("attempts", sa.Integer(), nullable=False),
    sa.Column("reach", sa.JSON()),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id")),
    sa.Column("read_at", INSTANT),
    sa.Column("trouble", sa.Text(), nullable=False),
    sa.Column("network", sa.String(16), nullable=False),
    sa.Column("proof", sa.String(8), nullable=False),
    sa.Column("cost", sa.Integer(), nullable=False),
    sa.Index("ix_inbound_mails_acted_as", "acted_as", unique=True),
    sa.Index("ix_inbound_mails_network_read_at", "network", "read_at"),
    sa.Index("ix_inbound_mails_player_id_read_at", "player_id", "read_at"),
    sa.Index("ix_inbound_mails_status_id", "status", "id"),
)

sa.Table(
    "absences",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("begins", INSTANT, nullable=False),
    sa.Column("ends", INSTANT, nullable=False),
    sa.Column("made_at", INSTANT, nullable=False),
    sa.Column("cancelled_at", INSTANT),
    sa.Column("moved", sa.Boolean, nullable=False),
)

sa.Table(
    "acts",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("run", sa.Integer(), nullable=False),
    sa.Column("number", sa.Integer(), nullable=False),
    sa.Column("phase", sa.String(24), nullable=False),
    sa.Column("role", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(24), nullable=False),
    sa.Column("data", sa.JSON(), nullable=False),
    sa.Column("mail_id", KEY, sa.ForeignKey("inbound_mails.id"), index=True),
    sa.Column("at", INSTANT, nullable=False),
    sa.UniqueConstraint("game_id", "run", "number"),
)

sa.Table(
    "attendances",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("phase", sa.String(24), nullable=False),
    sa.Column("timing", sa.String(8), nullable=False),
    sa.Column("mends", sa.Boolean, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
    sa.Column("at", INSTANT, nullable=False),
    sa.UniqueConstraint("game_id", "player_id", "phase"),
)

sa.Table(
    "ballots",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("run", sa.Integer, nullable=False),
    sa.Column("phase", sa.String(24), nullable=False),
    sa.Column("motion", sa.String(16), nullable=False),
    sa.Column("about", sa.String(40), nullable=False),
    sa.UniqueConstraint("game_id", "run", "phase", "player_id", "motion", "about"),
)

sa.Table(
    "co_masters",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.UniqueConstraint("game_id", "player_id"),
)

sa.Table(
    "former_masters",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.UniqueConstraint("game_id", "player_id"),
)

sa.Table(
    "confirmations",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("mail_id", KEY, sa.ForeignKey("inbound_mails.id"), nullable=False, index=True),
    sa.Column("lines", sa.JSON(), nullable=False),
    sa.Column("kept", sa.JSON(), nullable=False),
    sa.Column("made_at", INSTANT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Column("used_at", INSTANT),
)

sa.Table(
    "dispatches",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id")),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("signed", sa.String(40), nullable=False),
    sa.Column("sender", sa.String(40), nullable=False),
    sa.Column("named", sa.JSON()),
    sa.Column("reach", sa.JSON(), nullable=False),
    sa.Column("text", sa.Text(), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("made_at", INSTANT, nullable=False),
    sa.Column("due_at", INSTANT, index=True),
    sa.Column("issue", sa.String(80)),
    sa.Column("out_at", INSTANT),
)

sa.Table(
    "events",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("run", sa.Integer(), nullable=False),
    sa.Column("phase", sa.String(24), nullable=False),
    sa.Column("audience", sa.String(8), nullable=False),
    sa.Column("roles", sa.JSON(), nullable=False),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("data", sa.JSON(), nullable=False),
    sa.Column("at", INSTANT, nullable=False),
)

sa.Table(
    "finished_pages",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, unique=True),
    sa.Column("version", sa.Integer(), nullable=False),
    sa.Column("edition", sa.String(64), nullable=False),
    sa.Column("made_of", sa.String(64), nullable=False),
    sa.Column("files", sa.LargeBinary(), nullable=False),
)

sa.Table(
    "inbound_lines",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("mail_id", KEY, sa.ForeignKey("inbound_mails.id"), nullable=False, index=True),
    sa.Column("number", sa.Integer(), nullable=False),
    sa.Column("text", sa.Text(), nullable=False),
    sa.Column("became", sa.String(16), nullable=False),
    sa.Column("code", sa.String(64), nullable=False),
    sa.Column("message", sa.Text(), nullable=False),
)

sa.Table(
    "invitations",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.UniqueConstraint("game_id", "address"),
)

sa.Table(
    "joinings",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("wishes", sa.JSON(), nullable=False),
    sa.UniqueConstraint("game_id", "player_id"),
)

sa.Table(
    "journal",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id")),
    sa.Column("at", INSTANT, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("text", sa.Text(), nullable=False),
)

sa.Table(
    "ledger",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("run", sa.Integer(), nullable=False),
    sa.Column("phase", sa.String(24), nullable=False),
    sa.Column("account", sa.String(64), nullable=False),
    sa.Column("currency", sa.String(16), nullable=False),
    sa.Column("amount", sa.Integer(), nullable=False),
    sa.Column("reason", sa.Text(), nullable=False),
    sa.Column("for_phase", sa.String(24), nullable=False),
    sa.Column("reverses", sa.Boolean(), nullable=False),
    sa.Column("at", INSTANT, nullable=False),
)

sa.Table(
    "moves",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("way", sa.String(8), nullable=False),
    sa.Column("elsewhere", sa.String(254), nullable=False),
    sa.Column("seal", sa.String(64), nullable=False),
    sa.Column("whole", sa.Boolean(), nullable=False),
    sa.Column("at", INSTANT, nullable=False),
)

sa.Table(
    "observers",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.UniqueConstraint("game_id", "player_id"),
)

sa.Table(
    "orders",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("run", sa.Integer(), nullable=False),
    sa.Column("phase", sa.String(24), nullable=False),
    sa.Column("role", sa.String(40), nullable=False),
    sa.Column("part", sa.String(24), nullable=False),
    sa.Column("revision", sa.Integer(), nullable=False),
    sa.Column("text", sa.Text(), nullable=False),
    sa.Column("written", sa.Boolean(), nullable=False),
    sa.Column("mail_id", KEY, sa.ForeignKey("inbound_mails.id"), index=True),
    sa.Column("at", INSTANT, nullable=False),
    sa.UniqueConstraint("game_id", "run", "phase", "role", "part", "revision"),
)

sa.Table(
    "phases",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("run", sa.Integer(), nullable=False),
    sa.Column("number", sa.Integer(), nullable=False),
    sa.Column("label", sa.String(24), nullable=False),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("state_before", sa.JSON(), nullable=False),
    sa.Column("system_version", sa.Integer(), nullable=False),
    sa.Column("opened_at", INSTANT, nullable=False),
    sa.Column("deadline", INSTANT, nullable=False),
    sa.Column("wall", sa.String(100)),
    sa.Column("promised", INSTANT, nullable=False),
    sa.Column("early_at", INSTANT),
    sa.Column("waits", sa.JSON()),
    sa.Column("cut", INSTANT),
    sa.Column("reminded_at", INSTANT),
    sa.Column("remind_at", INSTANT, nullable=False),
    sa.Column("late_told_at", INSTANT),
    sa.Column("hold", sa.Boolean()),
    sa.Column("sealed_at", INSTANT),
    sa.Column("closed_at", INSTANT),
    sa.Column("computers_at", INSTANT),
    sa.UniqueConstraint("game_id", "run", "label"),
    sa.Index("ix_phases_computers", "closed_at", "computers_at"),
    sa.Index("ix_phases_due", "closed_at", "deadline", sqlite_where=OPEN, postgresql_where=OPEN),
    sa.Index("ix_phases_early", "closed_at", "early_at", sqlite_where=OPEN, postgresql_where=OPEN),
    sa.Index("ix_phases_game_id_closed_at", "game_id", "closed_at"),
    sa.Index("ix_phases_opened", "closed_at", "opened_at"),
    sa.Index("ix_phases_remind", "closed_at", "remind_at", sqlite_where=OPEN, postgresql_where=OPEN),
)

sa.Table(
    "press_blocks",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("signed", sa.String(40), nullable=False),
    sa.UniqueConstraint("game_id", "player_id", "signed"),
)

sa.Table(
    "pseudonyms",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("name", sa.String(24), nullable=False),
    sa.UniqueConstraint("game_id", "name"),
)

sa.Table(
    "seats",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), index=True),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("computer", sa.String(12), nullable=False),
    sa.Column("generation", sa.Integer(), nullable=False),
    sa.UniqueConstraint("game_id", "name"),
    sa.Index("ix_seats_status_game_id", "status", "game_id"),
)

sa.Table(
    "unsigned_letters",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id")),
    sa.Column("sender", sa.String(40), nullable=False),
    sa.Column("opening", sa.String(80), nullable=False),
    sa.Column("sent_at", INSTANT, nullable=False),
)

sa.Table(
    "letter_names",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("letter_id", KEY, sa.ForeignKey("unsigned_letters.id"), nullable=False),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("reader", sa.String(40), nullable=False),
    sa.Column("name", sa.String(16), nullable=False),
    sa.Index("ix_letter_names_game_id_player_id", "game_id", "player_id"),
)

sa.Table(
    "nominations",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat_id", KEY, sa.ForeignKey("seats.id")),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("by_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("made_at", INSTANT, nullable=False),
    sa.Column("expires_at", INSTANT, nullable=False),
    sa.Column("ended_at", INSTANT),
    sa.Column("outcome", sa.String(16), nullable=False),
    sa.Index("ix_nominations_ended_at_expires_at", "ended_at", "expires_at"),
)

sa.Table(
    "outbound_mails",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id")),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), index=True),
    sa.Column("seat_id", KEY, sa.ForeignKey("seats.id")),
    sa.Column("generation", sa.Integer(), nullable=False),
    sa.Column("purpose", sa.String(24), nullable=False),
    sa.Column("proof", sa.String(8), nullable=False),
    sa.Column("problems", sa.Integer(), nullable=False),
    sa.Column("press", sa.JSON()),
    sa.Column("recipient", sa.String(254), nullable=False),
    sa.Column("message_id", sa.String(254), nullable=False, index=True),
    sa.Column("raw", sa.LargeBinary(), nullable=False),
    sa.Column("encloses", sa.String(8), nullable=False),
    sa.Column("enclosed_of", sa.JSON()),
    sa.Column("enclosed", sa.LargeBinary()),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("maybe_sent", sa.Boolean(), nullable=False),
    sa.Column("attempts", sa.Integer(), nullable=False),
    sa.Column("next_try", INSTANT, nullable=False),
    sa.Column("claimed_until", INSTANT),
    sa.Column("claimed_by", KEY),
    sa.Column("made_at", INSTANT, nullable=False),
    sa.Column("sent_at", INSTANT),
    sa.Column("trouble", sa.Text(), nullable=False),
    sa.Index("ix_outbound_mails_purpose_made_at", "purpose", "made_at"),
    sa.Index("ix_outbound_mails_recipient_made_at", "recipient", "made_at"),
    sa.Index("ix_outbound_mails_sent_at", "sent_at"),
    sa.Index("ix_outbound_mails_status_next_try", "status", "next_try"),
)

sa.Table(
    "runs",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("game_id", KEY, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("run", sa.Integer(), nullable=False),
    sa.Column("parent", sa.Integer(), nullable=False),
    sa.Column("from_number", sa.Integer(), nullable=False),
    sa.Column("left_run", sa.Integer(), nullable=False),
    sa.Column("left_phase", KEY, sa.ForeignKey("phases.id"), nullable=False),
    sa.Column("left_state", sa.JSON(), nullable=False),
    sa.Column("left_version", sa.Integer(), nullable=False),
    sa.Column("made_at", INSTANT, nullable=False),
    sa.UniqueConstraint("game_id", "run"),
)

sa.Table(
    "tenures",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("seat_id", KEY, sa.ForeignKey("seats.id"), nullable=False, index=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("since", INSTANT, nullable=False),
    sa.Column("until", INSTANT),
    sa.Column("ended", sa.String(16), nullable=False),
)

sa.Table(
    "waiting",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("system", sa.String(32), nullable=False),
    sa.Column("options", sa.JSON(), nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("press", sa.String(8), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("filled", sa.Boolean, nullable=False),
    sa.Column("wishes", sa.JSON(), nullable=False),
    sa.Column("since", INSTANT, nullable=False, index=True),
    sa.Column("asked_until", INSTANT, index=True),
    sa.Column("confirmed_at", INSTANT),
)

sa.Table(
    "tournaments",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("name", sa.String(20), nullable=False, unique=True),
    sa.Column("master_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("system", sa.String(32), nullable=False),
    sa.Column("options", sa.JSON(), nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("press", sa.String(8), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("filled", sa.Boolean, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("scoring", sa.String(12), nullable=False),
    sa.Column("places", sa.Integer, nullable=False),
    sa.Column("status", sa.String(12), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("closes_at", INSTANT, nullable=False),
)

sa.Table(
    "entries",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("player_id", KEY, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("tournament_id", KEY, sa.ForeignKey("tournaments.id"), nullable=False),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    sa.UniqueConstraint("tournament_id", "player_id"),
)

sa.Table(
    "shown_pictures",
    TABLES,
    sa.Column("id", KEY, primary_key=True),
    sa.Column("mail_id", KEY, sa.ForeignKey("outbound_mails.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("picture_id", KEY, sa.ForeignKey("pictures.id"), nullable=False, index=True),
)


def upgrade() -> None:
    TABLES.create_all(op.get_bind(), checkfirst=False)


def downgrade() -> None:
    TABLES.drop_all(op.get_bind(), checkfirst=False)
