"""Files: what is served under a path, and how one is put on disk whole or not at all."""

from __future__ import annotations

import base64
import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from judge.maps.svg import STYLE

ATOM, CALENDAR = "application/xml; charset=utf-8", "text/calendar; charset=utf-8"
HTML, JSON = "text/html; charset=utf-8", "application/json"
PNG, SVG = "image/png", "image/svg+xml"

_OF_PICTURES = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
_OWN = (
    f"default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{_OF_PICTURES}'; img-src 'self'; "
    "base-uri 'none'; "
)
POLICY = f"{_OWN}form-action 'self'; frame-ancestors 'none'"
"""Content-Security-Policy of every page and picture: no script but the judge's own file, no frame, nothing from
elsewhere, and of styles within only that of maps and plots, to the letter (fault W2).
"""
SEALED = f"{_OWN}connect-src 'none'; form-action 'none'"
"""What a page adds, within itself, that sends nothing anywhere, whatever server it comes from."""


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
