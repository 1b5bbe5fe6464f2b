"""The processes that share the work, what each of them holds, and whose a claimed mail is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from judge.store.types import UtcDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("label", sa.String(63), nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("does", sa.String(16), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("seen_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "holds",
        sa.Column("key", sa.String(300), nullable=False),
        sa.Column("node_id", sa.Integer, nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["node_id"], ["nodes.id"], name="fk_holds_node_id_nodes", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name="pk_holds"),
    )
    op.create_index("ix_holds_node_id", "holds", ["node_id"])
    op.add_column("outbound_mails", sa.Column("claimed_by", sa.Integer, nullable=True))


def downgrade() -> None:
    op.drop_column("outbound_mails", "claimed_by")
    op.drop_table("holds")
    op.drop_table("nodes")
