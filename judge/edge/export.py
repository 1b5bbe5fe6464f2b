"""The public pages as files, for any web server. Whoever reads meanwhile sees the old pages or the new, never half."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from judge.edge.pages import Site


def export(site: Site, folder: Path, progress: Callable[[str], None] | None = None) -> int:
    """Writes all pages to `folder`, a symbolic link to a folder beside it that is replaced in one step (fault W3); the
    number of files. FileExistsError where `folder` is something else: nothing of anybody's is ever removed.
    """
    if folder.exists() and not folder.is_symlink():
        raise FileExistsError(f"{folder} exists and is no export: name a path that is free")
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    count = 0
    try:
        with site.judge.db.reading() as session:
            for path in site.paths(session):
                file = site.get(session, path)
                if file is None:
                    continue
                to = made / path
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(file.content)
                count += 1
                if progress:
                    progress(path)
        made.chmod(0o755)
        old = folder.resolve() if folder.is_symlink() else None
        link = made.with_name(made.name + ".link")
        link.symlink_to(made.name)
        os.replace(link, folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    if old is not None and old.parent == folder.parent.resolve() and old.name.startswith(f".{folder.name}-"):
        shutil.rmtree(old, ignore_errors=True)
    return count
