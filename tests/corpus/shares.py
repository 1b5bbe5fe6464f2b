"""The mails of the corpus sent by several processes, each at tables of its own."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from judge.store.migrate import migrate
from tests.corpus.meant import Verdict, Written, send
from tests.corpus.tables import Kept, kept, laid


@dataclass(frozen=True)
class Share:
    """The mails of one table, which one process sends."""

    top: Path
    table: str
    mails: tuple[Written, ...]
    number: int


def sent(top: Path, chosen: list[Written]) -> dict[str, Verdict]:
    """What became of each mail, in the order in which they were chosen."""
    migrate(f"sqlite:///{top / 'template.db'}")
    by_table: dict[str, list[Written]] = {}
    for mail in chosen:
        by_table.setdefault(mail.table, []).append(mail)
    least = max(1, len(chosen) // (4 * (os.cpu_count() or 1)))
    shares = [
        Share(top, table, tuple(own[start : start + least]), start)
        for table, own in by_table.items()
        for start in range(0, len(own), least)
    ]
    shares.sort(key=lambda share: -len(share.mails))
    found: dict[str, Verdict] = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for verdicts in pool.map(_share, shares):
            found |= verdicts
    return {mail.id: found[mail.id] for mail in chosen}


def _share(share: Share) -> dict[str, Verdict]:
    folder = share.top / f"{share.table}-{share.number}"
    folder.mkdir()
    table_kept: Kept = kept(folder / "kept", share.top / "template.db", share.table)
    verdicts = {}
    for mail in share.mails:
        with laid(table_kept, folder / mail.id, mail.table) as table:
            verdicts[mail.id] = send(table, mail)
    return verdicts
