"""A mail that nobody has proved keeps no other from being read; a Message-ID of a believed mail acts once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

MAILS = sa.table(
    "inbound_mails", sa.column("fingerprint"), sa.column("content"), sa.column("acted_as"), sa.column("status")
)


def upgrade() -> None:
    op.add_column("inbound_mails", sa.Column("content", sa.String(64), nullable=False, server_default=""))
    op.add_column("inbound_mails", sa.Column("acted_as", sa.String(64), nullable=True))
    op.execute(MAILS.update().values(content=MAILS.c.fingerprint))
    # Which of them were believed is not known any more: none of them acts again.
    op.execute(MAILS.update().where(MAILS.c.status != "new").values(acted_as=MAILS.c.fingerprint))
    op.create_index("ix_inbound_mails_content", "inbound_mails", ["content"])
    op.create_index("ix_inbound_mails_acted_as", "inbound_mails", ["acted_as"], unique=True)
    op.add_column("outbound_mails", sa.Column("proof", sa.String(8), nullable=False, server_default=""))
    op.create_index("ix_outbound_mails_purpose_made_at", "outbound_mails", ["purpose", "made_at"])


def downgrade() -> None:
    op.drop_index("ix_outbound_mails_purpose_made_at", "outbound_mails")
    op.drop_column("outbound_mails", "proof")
    op.drop_index("ix_inbound_mails_acted_as", "inbound_mails")
    op.drop_index("ix_inbound_mails_content", "inbound_mails")
    op.drop_column("inbound_mails", "acted_as")
    op.drop_column("inbound_mails", "content")
