"""The files that games travel in, archives and parcels: one that cannot be read ends the command with a message."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.archive.fields import BadArchive
from judge.cli.console import printable
from judge.cli.errors import Failed


@contextmanager
def game_file(file: Path) -> Iterator[str]:
    """The file's text. What is no text, or no archive or parcel in the block, becomes a message and exit code 1."""
    try:
        yield file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Failed(
            f"{file} is no text in UTF-8: such a file is plain JSON, unpacked, as the judge wrote it."
        ) from None
    except BadArchive as error:
        raise Failed(f"{file}: {printable(str(error))}") from None
