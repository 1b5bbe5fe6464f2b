"""The life of games: clocks that stand or jump, absences, tenures, offices, observers, press that waits, runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
TABLES = (
    "journal",
    "dispatches",
    "press_blocks",
    "pseudonyms",
    "absences",
    "runs",
    "invitations",
    "observers",
    "co_masters",
    "tenures",
)


def _table(name: str, *columns: sa.Column, refers: tuple[tuple[str, str], ...], unique: tuple[str, ...] = ()) -> None:
    """A table with an id; `refers`: column -> table whose id it holds."""
    keys = [
        sa.ForeignKeyConstraint([column], [f"{table}.id"], name=f"fk_{name}_{column}_{table}")
        for column, table in refers
    ]
    if unique:
        keys.append(sa.UniqueConstraint(*unique, name=f"uq_{name}_{'_'.join(unique)}"))
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        *(sa.Column(column, sa.Integer(), nullable=(name, column) == ("journal", "player_id")) for column, _ in refers),
        *columns,
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
        *keys,
    )


def upgrade() -> None:
    with op.batch_alter_table("host") as host:
        host.add_column(sa.Column("boot", sa.String(64), nullable=True))
        host.add_column(sa.Column("up_seconds", sa.Integer(), nullable=True))
        host.add_column(sa.Column("stopped_at", INSTANT, nullable=True))
        host.add_column(sa.Column("stopped_why", sa.Text(), nullable=True))
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("plain_only", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("paused_at", INSTANT, nullable=True))
    with op.batch_alter_table("phases") as phases:
        phases.add_column(sa.Column("promised", INSTANT, nullable=True))
        phases.add_column(sa.Column("early_at", INSTANT, nullable=True))
        phases.add_column(sa.Column("waits", sa.JSON(), nullable=True))
    game, player = ("game_id", "games"), ("player_id", "players")
    _table(
        "tenures",
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("until", INSTANT, nullable=True),
        sa.Column("ended", sa.String(16), nullable=False),
        refers=(("seat_id", "seats"), player),
    )
    op.create_index("ix_tenures_seat_id", "tenures", ["seat_id"])
    op.create_index("ix_tenures_player_id", "tenures", ["player_id"])
    for office in ("co_masters", "observers"):
        _table(office, refers=(game, player), unique=("game_id", "player_id"))
        op.create_index(f"ix_{office}_player_id", office, ["player_id"])
    _table(
        "invitations",
        sa.Column("address", sa.String(254), nullable=False),
        refers=(game,),
        unique=("game_id", "address"),
    )
    _table(
        "runs",
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("from_number", sa.Integer(), nullable=False),
        sa.Column("left_run", sa.Integer(), nullable=False),
        sa.Column("left_state", sa.JSON(), nullable=False),
        sa.Column("made_at", INSTANT, nullable=False),
        refers=(game, ("left_phase", "phases")),
        unique=("game_id", "run"),
    )
    _table(
        "absences",
        sa.Column("begins", INSTANT, nullable=False),
        sa.Column("ends", INSTANT, nullable=False),
        sa.Column("made_at", INSTANT, nullable=False),
        sa.Column("cancelled_at", INSTANT, nullable=True),
        refers=(game, player),
    )
    _table(
        "pseudonyms",
        sa.Column("name", sa.String(24), nullable=False),
        refers=(game, player),
        unique=("game_id", "name"),
    )
    _table(
        "press_blocks",
        sa.Column("signed", sa.String(40), nullable=False),
        refers=(game, player),
        unique=("game_id", "player_id", "signed"),
    )
    _table(
        "dispatches",
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("signed", sa.String(40), nullable=False),
        sa.Column("sender", sa.String(40), nullable=False),
        sa.Column("named", sa.JSON(), nullable=True),
        sa.Column("reach", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("made_at", INSTANT, nullable=False),
        refers=(game, player),
    )
    _table(
        "journal",
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        refers=(game, player),
    )
    for name in TABLES[:-1]:
        op.create_index(f"ix_{name}_game_id", name, ["game_id"])
    # Whoever sits somewhere now has, as far as is known, sat there since the game began.
    op.execute(
        "INSERT INTO tenures (seat_id, player_id, since, until, ended) "
        "SELECT seats.id, seats.player_id, games.started_at, NULL, '' "
        "FROM seats JOIN games ON games.id = seats.game_id "
        "WHERE seats.player_id IS NOT NULL AND games.started_at IS NOT NULL"
    )


def downgrade() -> None:
    for name in TABLES:
        op.drop_table(name)
    with op.batch_alter_table("phases") as phases:
        for column in ("waits", "early_at", "promised"):
            phases.drop_column(column)
    with op.batch_alter_table("games") as games:
        games.drop_column("paused_at")
    with op.batch_alter_table("players") as players:
        players.drop_column("plain_only")
    with op.batch_alter_table("host") as host:
        for column in ("stopped_why", "stopped_at", "up_seconds", "boot"):
            host.drop_column(column)
