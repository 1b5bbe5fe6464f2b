"""A copy of an SQLite database while the judge runs, made so that it does no harm when it is put back.

The copy is stopped (`judge.hosting.upkeep.put_back`): it reads and adjudicates nothing until the host resumes it, and
the mail that waited to be sent is set aside, for it may have gone out since (fault D8).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from sqlalchemy import create_engine, text
from sqlalchemy.orm import Session

T = TypeVar("T")


def back_up(source: Path, target: Path, stop: Callable[[Session], T]) -> T:
    """Copies `source` to `target`, in which `stop` does what is to be done to a backup; what that says. FileExistsError
    rather than overwrite anything.
    """
    if target.exists():
        raise FileExistsError(f"there is a file {target} already")
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    # It holds every secret of every game.
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as original,
        closing(sqlite3.connect(unfinished)) as copy,
    ):
        original.backup(copy)
    engine = create_engine(f"sqlite:///{unfinished.absolute()}")
    with Session(engine) as session, session.begin():
        session.execute(text("PRAGMA secure_delete=ON"))
        done = stop(session)
    engine.dispose()
    unfinished.rename(target)
    return done
