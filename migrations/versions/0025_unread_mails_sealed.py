"""Mails that wait to be read are kept without their secrets, and beside that whole, unreadable without the
installation's.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

beside = True


def upgrade() -> None:
    op.add_column("inbound_mails", sa.Column("sealed", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("inbound_mails", "sealed")
