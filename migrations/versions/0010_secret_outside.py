"""The secret of the installation leaves the database; KEYs and codes are kept under it.

The secret that an older database holds counts no more: it lies in every backup. It goes into the file of secrets, so
that answers to letters of its time are known for what they are, and a new one above it. Mails that are kept lose the
KEYs, codes and reply addresses that stand in them.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import context, op

from judge.mail.at_rest import at_rest
from judge.mail.blanks import blanked_text, masked
from judge.mail.read import own_forms
from judge.mail.tokens import read_token
from judge.store.secret import NONCE_BYTES, Secret

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


MAILS_IN = sa.table(
    "inbound_mails",
    *(sa.column(name) for name in ("id", "status", "mail_from", "trouble")),
    sa.column("recipients", sa.JSON()),
    sa.column("raw", sa.LargeBinary()),
)
MAILS_OUT = sa.table(
    "outbound_mails",
    *(sa.column(name) for name in ("id", "status", "purpose", "trouble", "encloses")),
    sa.column("enclosed_of", sa.JSON()),
    sa.column("raw", sa.LargeBinary()),
    sa.column("enclosed", sa.LargeBinary()),
)
WAITING = sa.table("confirmations", sa.column("id"), sa.column("mail_id"), sa.column("kept", sa.JSON()))
TOKEN = re.compile(r"[+=]([a-z2-7]{24})@", re.IGNORECASE)
LINES = sa.table("inbound_lines", sa.column("id"), sa.column("text"), sa.column("message"))
UNSENT = ("queued", "claimed", "parked", "set aside")
ENCLOSED = re.compile(r"\s*(?:KEY ((?:[a-z2-7]{4}-){3}[a-z2-7]{4})|CONFIRM ([a-z2-7]{16}))\s*")


def upgrade() -> None:
    op.add_column("confirmations", sa.Column("kept", sa.JSON(), nullable=True))
    op.add_column("outbound_mails", sa.Column("encloses", sa.String(8), nullable=False, server_default=""))
    op.add_column("outbound_mails", sa.Column("enclosed_of", sa.JSON(), nullable=True))
    op.add_column("outbound_mails", sa.Column("enclosed", sa.LargeBinary(), nullable=True))
    with op.batch_alter_table("host") as host:
        host.add_column(sa.Column("secret_number", sa.Integer(), nullable=False, server_default="0"))
        host.add_column(sa.Column("secret_check", sa.String(16), nullable=False, server_default=""))
    op.add_column("players", sa.Column("key_secret", sa.Integer(), nullable=False, server_default="0"))
    connection = op.get_bind()
    before = connection.execute(sa.select(HOST.c.mac_key)).scalar()
    if before is not None:
        secret_of: Callable[[bytes], Secret] = context.config.attributes["secret_of"]
        secret = secret_of(bytes(before))
        _keep_what_waits(connection, bytes(before))
        _keep_letters_without_secrets(connection, secret)
        _keep_under(connection, secret)
    _keep_mails_without_secrets(connection)
    with op.batch_alter_table("host") as host:
        host.alter_column("secret_number", server_default=None)
        host.alter_column("secret_check", server_default=None)
        host.drop_column("mac_key")
    op.drop_column("outbound_mails", "mail_from")


def _keep_what_waits(connection: sa.Connection, key: bytes) -> None:
    """What a mail answers that waits for a code: that is told by its recipients, which will not name it any more."""
    waiting = sa.select(WAITING.c.id, MAILS_IN.c.recipients).join(MAILS_IN, MAILS_IN.c.id == WAITING.c.mail_id)
    for number, recipients in connection.execute(waiting).all():
        tokens = (found[1] for each in recipients if (found := TOKEN.search(each)))
        answered = [letter for token in tokens if (letter := read_token(key, token)) is not None]
        connection.execute(WAITING.update().where(WAITING.c.id == number).values(kept={"outdated": answered}))


def _keep_mails_without_secrets(connection: sa.Connection) -> None:
    """What players wrote and the judge has read; one by one, as all of it would not fit into memory."""
    numbers = sa.select(MAILS_IN.c.id).where(MAILS_IN.c.status.not_in(("new", "quarantined")))
    for number in connection.execute(numbers).scalars().all():
        row = connection.execute(sa.select(MAILS_IN).where(MAILS_IN.c.id == number)).one()
        values = {
            "raw": at_rest(bytes(row.raw)),
            "recipients": [blanked_text(each) for each in row.recipients],
            "mail_from": blanked_text(row.mail_from),
            "trouble": masked(row.trouble),
        }
        connection.execute(MAILS_IN.update().where(MAILS_IN.c.id == number).values(values))
    for line in connection.execute(sa.select(LINES)).all():
        told = {"text": masked(line.text), "message": masked(line.message)}
        if told != {"text": line.text, "message": line.message}:
            connection.execute(LINES.update().where(LINES.c.id == line.id).values(told))


def _keep_letters_without_secrets(connection: sa.Connection, secret: Secret) -> None:
    """What the judge wrote: its reply addresses follow from its numbers, and what waits to be sent keeps the KEY or
    code that it brings, covered. Before the codes are kept otherwise: by its hash a code is told for what it is.
    """
    for number in connection.execute(sa.select(MAILS_OUT.c.id)).scalars().all():
        row = connection.execute(sa.select(MAILS_OUT).where(MAILS_OUT.c.id == number)).one()
        raw = bytes(row.raw)
        values: dict[str, Any] = {"raw": at_rest(raw), "trouble": masked(row.trouble)}
        if row.purpose in ("welcome", "code"):
            found = next(filter(None, map(ENCLOSED.fullmatch, own_forms(raw).plain)), None)
            if found is not None:
                values |= _enclosed(connection, found)
                if row.status in UNSENT:
                    values["enclosed"] = secret.covered(found[1] or found[2], secrets.token_bytes(NONCE_BYTES))
        connection.execute(MAILS_OUT.update().where(MAILS_OUT.c.id == number).values(values))


def _enclosed(connection: sa.Connection, found: re.Match[str]) -> dict[str, Any]:
    """What a letter brings: a KEY, or a code, and which row's."""
    if found[1]:
        return {"encloses": "key"}
    digest = hashlib.sha256(found[2].encode()).hexdigest()
    for table in CODES:
        for column in table.c:
            if column.name == "id":
                continue
            number = connection.execute(sa.select(table.c.id).where(column == digest)).scalar()
            if number is not None:
                return {"encloses": column.name.removesuffix("_hash").removesuffix("_code"), "enclosed_of": [number]}
    return {"encloses": "code"}


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
    # The judge of before takes the envelope's sender, and the whole letter, from the table: what waits is not sent.
    op.add_column("outbound_mails", sa.Column("mail_from", sa.String(254), nullable=False, server_default=""))
    op.execute(MAILS_OUT.update().where(MAILS_OUT.c.status.in_(UNSENT)).values(status="cancelled"))
    op.drop_column("confirmations", "kept")
    for name in ("enclosed", "enclosed_of", "encloses"):
        op.drop_column("outbound_mails", name)
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
