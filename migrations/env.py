"""What Alembic runs: on the connection of judge.store.migrate, else (`alembic revision`) on JUDGE_DATABASE."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from judge.settings import Settings
from judge.store.engine import make_engine
from judge.store.tables import Base


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,  # SQLite cannot alter a table in place
        transactional_ddl=True,  # SQLite can, once the driver is kept from committing by itself
        compare_server_default=True,
        user_module_prefix="types.",
    )
    with context.begin_transaction():
        context.run_migrations()


handed: Connection | None = context.config.attributes.get("connection")
if handed is not None:
    run(handed)
else:
    with make_engine(Settings().database, writes=True, foreign_keys=False).connect() as own, own.begin():
        run(own)
