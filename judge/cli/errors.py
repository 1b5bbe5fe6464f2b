"""How a command ends that cannot do what was asked: a message on standard error and an exit code, never a traceback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click


class Failed(click.ClickException):
    """It did not work, and will not by trying again."""

    exit_code = 1


class Misconfigured(click.ClickException):
    """A setting is wrong."""

    exit_code = 2


class Temporary(click.ClickException):
    """Not possible just now; an MTA that gets this code (EX_TEMPFAIL) keeps the mail and tries again."""

    exit_code = 75


@contextmanager
def new_file(file: Path, mode: int) -> Iterator[BinaryIO]:
    """Yield a file that was not there, with these permissions. Trouble becomes a message and exit code 1."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as opened:
            yield opened
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror or error}") from None
