"""A copy of an SQLite database while the judge runs, made so that it does no harm when it is put back.

The copy is stopped: it reads and adjudicates nothing until the host resumes it, and the mail that waited to be sent is
set aside, for it may have gone out since (fault D8).
"""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

WHY = "This database is a backup of {at:%Y-%m-%d %H:%M} UTC. What came and went since then is not in it."


def back_up(source: Path, target: Path, now: datetime, set_aside: str) -> int:
    """Copies `source` to `target`; how many mails were set aside, as status `set_aside`. FileExistsError rather than
    overwrite anything.
    """
    if target.exists():
        raise FileExistsError(f"there is a file {target} already")
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    # It holds every secret of every game.
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True) as original,
        sqlite3.connect(unfinished) as copy,
    ):
        original.backup(copy)
        copy.execute("PRAGMA secure_delete=ON").close()
        waiting = copy.execute(
            "UPDATE outbound_mails SET status = ? WHERE status IN ('queued', 'claimed')", (set_aside,)
        ).rowcount
        at = now.astimezone(UTC)
        copy.execute(
            "UPDATE host SET stopped_at = ?, stopped_why = ?",
            (at.strftime("%Y-%m-%d %H:%M:%S.%f"), WHY.format(at=at)),
        )
    original.close()
    copy.close()
    unfinished.rename(target)
    return waiting
