"""Pictures are kept once, however many letters show them; what was made of a mail is found by its number."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from judge.store.types import UtcDateTime

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

OF_MAILS = ("orders", "acts", "confirmations")


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("drawing", sa.LargeBinary(), nullable=False),
        sa.Column("shown_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pictures")),
        sa.UniqueConstraint("digest", name=op.f("uq_pictures_digest")),
    )
    op.create_table(
        "shown_pictures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("picture_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mail_id"],
            ["outbound_mails.id"],
            name=op.f("fk_shown_pictures_mail_id_outbound_mails"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["picture_id"], ["pictures.id"], name=op.f("fk_shown_pictures_picture_id_pictures")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shown_pictures")),
    )
    op.create_index("ix_shown_pictures_mail_id", "shown_pictures", ["mail_id"])
    op.create_index("ix_shown_pictures_picture_id", "shown_pictures", ["picture_id"])
    for table in OF_MAILS:
        op.create_index(f"ix_{table}_mail_id", table, ["mail_id"])


def downgrade() -> None:
    """Letters that wait go out without their pictures."""
    for table in OF_MAILS:
        op.drop_index(f"ix_{table}_mail_id", table)
    op.drop_table("shown_pictures")
    op.drop_table("pictures")
