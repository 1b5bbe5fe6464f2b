"""What a mail has cost, how far it was proved, and a mark of the network that it came from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbound_mails", sa.Column("network", sa.String(16), nullable=False, server_default=""))
    op.add_column("inbound_mails", sa.Column("proof", sa.String(8), nullable=False, server_default=""))
    op.add_column("inbound_mails", sa.Column("cost", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_inbound_mails_player_id_read_at", "inbound_mails", ["player_id", "read_at"])
    op.create_index("ix_inbound_mails_network_read_at", "inbound_mails", ["network", "read_at"])


def downgrade() -> None:
    op.drop_index("ix_inbound_mails_network_read_at", "inbound_mails")
    op.drop_index("ix_inbound_mails_player_id_read_at", "inbound_mails")
    op.drop_column("inbound_mails", "cost")
    op.drop_column("inbound_mails", "proof")
    op.drop_column("inbound_mails", "network")
