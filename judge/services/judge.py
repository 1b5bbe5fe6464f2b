"""A judge that is open for business: what every use case needs, from outside."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.clock import Clock
from judge.letters.render import Renderer
from judge.rules.registry import systems
from judge.settings import Settings
from judge.store.engine import Database, db_now, open_database
from judge.store.tables import Host

MAC_KEY_BYTES = 32


@dataclass(frozen=True)
class Judge:
    """`entropy` gives that many secret random bytes: seeds, keys and codes come from it, dice never do."""

    db: Database
    settings: Settings
    clock: Clock
    renderer: Renderer
    mac_key: bytes
    entropy: Callable[[int], bytes] = secrets.token_bytes

    def now(self, session: Session) -> datetime:
        """The present instant, by the one clock that all judges of this database share."""
        return db_now(session, self.clock)


def open_judge(settings: Settings, clock: Clock, entropy: Callable[[int], bytes] = secrets.token_bytes) -> Judge:
    """Opens the database (raises WrongSchema), and gives the host its key where it has none yet."""
    db = open_database(settings.database)
    db.check_schema()
    folders = {name: system.templates for name, system in systems().items() if system.templates is not None}

    def key(session: Session) -> bytes:
        host = session.execute(select(Host)).scalar_one_or_none()
        if host is None:
            host = Host(id=1, mac_key=entropy(MAC_KEY_BYTES), last_seen=None)
            session.add(host)
            session.flush()
        return host.mac_key

    return Judge(db, settings, clock, Renderer(folders), db.write(key), entropy)
