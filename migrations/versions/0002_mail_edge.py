"""The mail edge: bounces and suspended addresses, changes of address, tokens that were given up, guesses at a KEY."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("tokens_above", sa.Integer(), nullable=False, server_default="0"))
        players.add_column(sa.Column("wrong_proofs", sa.Integer(), nullable=False, server_default="0"))
        players.add_column(sa.Column("wrong_since", INSTANT, nullable=True))
    with op.batch_alter_table("addresses") as addresses:
        addresses.add_column(sa.Column("bounces", sa.Integer(), nullable=False, server_default="0"))
        addresses.add_column(sa.Column("bounced_at", INSTANT, nullable=True))
        addresses.add_column(sa.Column("suspended_at", INSTANT, nullable=True))
    with op.batch_alter_table("outbound_mails") as mails:
        mails.add_column(sa.Column("maybe_sent", sa.Boolean(), nullable=False, server_default=sa.false()))
        mails.create_index("ix_outbound_mails_recipient_made_at", ["recipient", "made_at"])
    op.create_table(
        "address_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("old_code_hash", sa.String(64), nullable=False),
        sa.Column("new_code_hash", sa.String(64), nullable=False),
        sa.Column("made_at", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.Column("old_confirmed_at", INSTANT, nullable=True),
        sa.Column("new_confirmed_at", INSTANT, nullable=True),
        sa.Column("done_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_address_changes"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_address_changes_player_id_players"),
    )
    op.create_index("ix_address_changes_player_id", "address_changes", ["player_id"])
    op.create_index("ix_address_changes_address", "address_changes", ["address"])


def downgrade() -> None:
    op.drop_table("address_changes")
    with op.batch_alter_table("outbound_mails") as mails:
        mails.drop_index("ix_outbound_mails_recipient_made_at")
        mails.drop_column("maybe_sent")
    with op.batch_alter_table("addresses") as addresses:
        for column in ("suspended_at", "bounced_at", "bounces"):
            addresses.drop_column(column)
    with op.batch_alter_table("players") as players:
        for column in ("wrong_since", "wrong_proofs", "tokens_above"):
            players.drop_column(column)
