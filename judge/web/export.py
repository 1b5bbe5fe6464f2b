"""The public pages as files, for any web server. Whoever reads meanwhile sees the old pages or the new, never half.

What has not changed since the last export is linked and not made again, so that an export costs what has changed.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy.orm import Session

from judge.play.public_list import names_shown
from judge.play.public_record import Rows, rows_of, stamp
from judge.web.files import replace_file
from judge.web.page_cache import find_finished
from judge.web.pages import Site


def export(site: Site, folder: Path) -> int:
    """Writes all pages to `folder`, a symbolic link to a folder beside it that is replaced in one step (fault W3); the
    number of files. FileExistsError where `folder` is something else: nothing of anybody's is ever removed.
    """
    if folder.exists() and not folder.is_symlink():
        raise FileExistsError(f"{folder} exists and is no export: name a path that is free")
    folder.parent.mkdir(parents=True, exist_ok=True)
    old = folder.resolve() if folder.is_symlink() else None
    ours = old is not None and old.parent == folder.parent.resolve() and old.name.startswith(f".{folder.name}-")
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    # Beside the pages and not among them: stamps change with what players write.
    notes = folder.parent / f".{folder.name}.stamps"
    writer = _Writer(made, old if ours else None)
    try:
        with site.judge.db.reading() as session:
            stamps = writer.write(site, session, _read(notes, site.edition) if ours else {}) | {"": site.edition}
        made.chmod(0o755)
        link = made.with_name(made.name + ".link")
        link.symlink_to(made.name)
        os.replace(link, folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    replace_file(notes, json.dumps(stamps).encode(), mode=0o600)
    if old is not None and ours:
        shutil.rmtree(old, ignore_errors=True)
    return writer.count


def _read(notes: Path, edition: str) -> Mapping[str, str]:
    try:
        found = json.loads(notes.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and found.get("") == edition else {}


class _Writer:
    """Fills the folder `made`, with what it can from `old`."""

    def __init__(self, made: Path, old: Path | None) -> None:
        self.made = str(made)
        self.old = str(old) if old is not None else None
        self.count = 0
        self._folders: set[str] = set()

    def write(self, site: Site, session: Session, known: Mapping[str, str]) -> dict[str, str]:
        """The stamps of the games, now."""
        stamps: dict[str, str] = {}
        files: dict[str, dict[str, str]] = defaultdict(dict)
        for path, made_of in known.items():
            if path.startswith("games/"):
                files[path.split("/")[1]][path] = made_of
        for path in site.common(session):
            if known and site.lasts(path) and self._link(path):
                continue
            file = site.get(session, path)
            if file is not None:
                self._put(path, file.content)
        for name in names_shown(session):
            rows = rows_of(session, name)
            if rows is None:
                continue
            stamps[name] = stamp(rows)
            before = f"{self.old}/games/{name}"
            if self.old is not None and known.get(name) == stamps[name] and os.path.isdir(before):
                self._link_all(before, f"games/{name}")
                stamps |= files[name]
            else:
                self._write_game(site, session, rows, known, stamps)
            session.expunge_all()  # a game's states are large; none is needed again
        return stamps

    def _write_game(
        self, site: Site, session: Session, rows: Rows, known: Mapping[str, str], stamps: dict[str, str]
    ) -> None:
        """A game in which something has changed: what is made of nothing that has is not made again."""
        name = rows.game.name
        finished = (
            find_finished(session, rows.game.id, site.edition, stamps[name]) if rows.game.status == "ended" else None
        )
        if finished is not None:
            for file, content in finished:
                self._put(f"games/{name}/{file}", content)
            return
        for file, made_of, make in site.files_of(session, rows):
            path = f"games/{name}/{file}"
            if made_of:
                stamps[path] = made_of
            if made_of and known.get(path) == made_of and self._link(path):
                continue
            made = make()
            if made is not None:
                self._put(path, made.content)

    def _link_all(self, before: str, below: str) -> None:
        os.makedirs(f"{self.made}/{below}")
        for file in sorted(os.listdir(before)):
            os.link(f"{before}/{file}", f"{self.made}/{below}/{file}")
            self.count += 1

    def _link(self, path: str) -> bool:
        """The old file as it is, if there is one."""
        if self.old is None:
            return False
        try:
            os.link(f"{self.old}/{path}", self._place(path))
        except FileNotFoundError:
            return False
        self.count += 1
        return True

    def _put(self, path: str, content: bytes) -> None:
        """A file that says the same keeps its date: Last-Modified tells nobody that somebody has written."""
        if not (self._says(path, content) and self._link(path)):
            with open(self._place(path), "wb", buffering=0) as made:
                made.write(content)
            self.count += 1

    def _says(self, path: str, content: bytes) -> bool:
        """Whether the old file says this. One of another length is not read."""
        if self.old is None:
            return False
        old = f"{self.old}/{path}"
        try:
            if os.stat(old).st_size != len(content):
                return False
            with open(old, "rb", buffering=0) as file:
                return file.read() == content
        except FileNotFoundError:
            return False

    def _place(self, path: str) -> str:
        """Where this file will be, in a folder that is there."""
        to = f"{self.made}/{path}"
        folder = to.rpartition("/")[0]
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)
        return to
