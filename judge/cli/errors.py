"""How a command ends that cannot do what was asked: a message on standard error and an exit code, never a traceback."""

from __future__ import annotations

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
