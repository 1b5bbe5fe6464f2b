"""`judge`: finds the command and hands over to it."""

from __future__ import annotations

from importlib import import_module

import click

from judge import __version__

COMMANDS = {
    "init": "judge.cli.hosting.init:init",
    "doctor": "judge.cli.hosting.doctor:doctor",
    "serve": "judge.cli.daemon:serve",
    "tick": "judge.cli.daemon:tick",
    "deliver": "judge.cli.daemon:deliver",
    "receive": "judge.cli.daemon:receive",
    "demo": "judge.cli.tools.demo:demo",
    "manual": "judge.cli.tools.manual:manual",
    "docs": "judge.cli.tools.manual:docs",
    "adjudicate": "judge.cli.tools.adjudicate:adjudicate",
    "export": "judge.cli.games.files:export",
    "archive": "judge.cli.games.files:archive",
    "verify": "judge.cli.games.files:verify",
    "import": "judge.cli.games.files:import_",
    "move": "judge.cli.games.files:move",
    "games": "judge.cli.games.games:games",
    "players": "judge.cli.hosting.players:players",
    "quarantine": "judge.cli.hosting.mails:quarantine",
    "queue": "judge.cli.hosting.mails:queue",
    "resend": "judge.cli.hosting.mails:resend",
    "resume": "judge.cli.daemon:resume",
    "adopt": "judge.cli.games.games:adopt",
    "backup": "judge.cli.hosting.database:backup",
    "restored": "judge.cli.hosting.database:restored",
    "purge": "judge.cli.hosting.database:purge",
    "secret": "judge.cli.hosting.database:secret",
    "migrate": "judge.cli.hosting.database:migrate",
    "show": "judge.cli.games.games:show",
    "board": "judge.cli.tools.checks:board",
    "check-game": "judge.cli.tools.checks:check_game",
    "arena": "judge.cli.tools.arena:arena",
}
"""Command -> where it is. In the order of the help."""

HELP = """A judge that runs negotiation games by e-mail.

Settings are environment variables JUDGE_*, or a TOML file that JUDGE_CONFIG names.
"""

EXIT_CODES = "Exit codes: 0 done, 1 failed, 2 used wrongly, 75 not possible just now: try again."


class Commands(click.Group):
    """A group whose commands are imported only when they are run or helped with."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        where = COMMANDS.get(cmd_name)
        if where is None:
            return None
        module, _, name = where.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.command(cls=Commands, help=HELP, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="judge")
def main() -> None:
    pass
