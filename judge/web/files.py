"""Files: what is served under a path, and how one is put on disk whole or not at all."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

ATOM, CALENDAR = "application/atom+xml; charset=utf-8", "text/calendar; charset=utf-8"
HTML, JSON = "text/html; charset=utf-8", "application/json"
PNG, SVG = "image/png", "image/svg+xml"


@dataclass(frozen=True)
class File:
    media_type: str
    content: bytes


def replace_file(file: Path, content: bytes, mode: int = 0o644) -> None:
    """Writes the file, or replaces it in one step: whoever reads it sees the old content or the new, never half."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as written:
            written.write(content)
            written.flush()
            os.fsync(written.fileno())
        os.chmod(name, mode)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
