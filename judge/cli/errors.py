"""How a command ends that cannot do what was asked: a message on standard error and an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from judge.archive.fields import BadArchive
from judge.cli.console import printable
from judge.play.archives import Unfaithful
from judge.rules.problems import Refused


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
def refusals() -> Iterator[None]:
    """Turns Refused into a message on standard error and exit code 1."""
    try:
        yield
    except Refused as refusal:
        problem = refusal.problem
        raise Failed(f"{problem.message.rstrip('.')}. {problem.hint}".rstrip(" .") + ".") from None


@contextmanager
def unfaithful(what: str) -> Iterator[None]:
    """Turns Unfaithful into a message that names the first differences, and exit code 1."""
    try:
        yield
    except Unfaithful as error:
        raise Failed("\n  ".join((what, *map(printable, error.findings[:20])))) from None


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
