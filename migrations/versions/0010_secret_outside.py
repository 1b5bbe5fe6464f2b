"""The secret of the installation leaves the database; KEYs and codes are kept under it.

The secret that an older database holds counts no more: it lies in every backup. It goes into the file of secrets, so
that answers to letters of its time are known for what they are, and a new one above it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from alembic import context, op

if TYPE_CHECKING:
    from judge.store.secret import Secret

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

HOST = sa.table("host", sa.column("mac_key", sa.LargeBinary()), sa.column("secret_number"), sa.column("secret_check"))
PLAYERS = sa.table("players", sa.column("id"), sa.column("key_hash"), sa.column("key_secret"))
CODES = (
    sa.table("confirmations", sa.column("id"), sa.column("code_hash")),
    sa.table("address_changes", sa.column("id"), sa.column("old_code_hash"), sa.column("new_code_hash")),
)


def upgrade() -> None:
    with op.batch_alter_table("host") as host:
        host.add_column(sa.Column("secret_number", sa.Integer(), nullable=False, server_default="0"))
        host.add_column(sa.Column("secret_check", sa.String(16), nullable=False, server_default=""))
    op.add_column("players", sa.Column("key_secret", sa.Integer(), nullable=False, server_default="0"))
    connection = op.get_bind()
    before = connection.execute(sa.select(HOST.c.mac_key)).scalar()
    if before is not None:
        secret_of: Callable[[bytes], Secret] = context.config.attributes["secret_of"]
        _keep_under(connection, secret_of(bytes(before)))
    with op.batch_alter_table("host") as host:
        host.alter_column("secret_number", server_default=None)
        host.alter_column("secret_check", server_default=None)
        host.drop_column("mac_key")


def _keep_under(connection: sa.Connection, secret: Secret) -> None:
    """Every KEY and code that counts, by its hash of today under the new secret."""
    number = secret.number
    connection.execute(HOST.update().values(secret_number=number, secret_check=secret.check(number)))
    known = PLAYERS.c.key_hash != ""
    for row in connection.execute(sa.select(PLAYERS).where(known)).all():
        values: dict[str, Any] = {"key_hash": secret.keyed(row.key_hash), "key_secret": number}
        connection.execute(PLAYERS.update().where(PLAYERS.c.id == row.id).values(values))
    for table in CODES:
        for each in connection.execute(sa.select(table)).mappings().all():
            values = {name: secret.keyed(value) for name, value in each.items() if name != "id"}
            connection.execute(table.update().where(table.c.id == each["id"]).values(values))


def downgrade() -> None:
    with op.batch_alter_table("host") as host:
        host.add_column(sa.Column("mac_key", sa.LargeBinary(), nullable=True))
    # What is kept under a secret cannot be had without it: players are mailed new KEYs by REVOKE, and codes are void.
    op.execute(HOST.update().values(mac_key=secrets.token_bytes(32)))
    op.execute(PLAYERS.update().values(key_hash=""))
    with op.batch_alter_table("host") as host:
        host.alter_column("mac_key", existing_type=sa.LargeBinary(), nullable=False)
        host.drop_column("secret_check")
        host.drop_column("secret_number")
    with op.batch_alter_table("players") as players:
        players.drop_column("key_secret")
