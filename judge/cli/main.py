"""`judge`: finds the command and hands over to it."""

from __future__ import annotations

from importlib import import_module

import click

from judge import __version__

COMMANDS = {
    "init": "judge.cli.init:init",
    "doctor": "judge.cli.doctor:doctor",
    "serve": "judge.cli.serve:serve",
    "tick": "judge.cli.tick:tick",
    "deliver": "judge.cli.deliver:deliver",
    "receive": "judge.cli.receive:receive",
    "demo": "judge.cli.demo:demo",
    "manual": "judge.cli.manual:manual",
    "adjudicate": "judge.cli.adjudicate:adjudicate",
    "export": "judge.cli.export:export",
    "archive": "judge.cli.archive:archive",
    "verify": "judge.cli.verify:verify",
    "import": "judge.cli.import_:import_",
    "move": "judge.cli.move:move",
    "games": "judge.cli.games:games",
    "players": "judge.cli.players:players",
    "quarantine": "judge.cli.quarantine:quarantine",
    "resend": "judge.cli.resend:resend",
    "resume": "judge.cli.resume:resume",
    "adopt": "judge.cli.adopt:adopt",
    "backup": "judge.cli.backup:backup",
    "restored": "judge.cli.restored:restored",
    "purge": "judge.cli.purge:purge",
    "migrate": "judge.cli.migrate:migrate",
    "show": "judge.cli.show:show",
    "board": "judge.cli.board:board",
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
