"""`judge`: finds the command and hands over to it."""

from __future__ import annotations

import atexit
import gc
from importlib import import_module

import click

from judge import __version__

COMMANDS = {
    "init": ("judge.cli.hosting.init:init", "Ask a few questions and write the file of settings."),
    "doctor": ("judge.cli.hosting.doctor:doctor", "Look at everything that a judge needs, and say what is wrong."),
    "serve": ("judge.cli.daemon:serve", "Run the daemon until SIGTERM or Ctrl-C."),
    "tick": ("judge.cli.daemon:tick", "Read mail, adjudicate and send once, for cron."),
    "deliver": ("judge.cli.daemon:deliver", "Send the mails that are due, once."),
    "receive": ("judge.cli.daemon:receive", "Keep one mail, read from standard input."),
    "demo": ("judge.cli.tools.demo:demo", "Play Payola by mail on this machine."),
    "manual": ("judge.cli.tools.manual:manual", "Print the manual of all mail commands, as Markdown."),
    "docs": ("judge.cli.tools.manual:docs", "Print a manual or a recipe for hosts."),
    "adjudicate": ("judge.cli.tools.adjudicate:adjudicate", "Adjudicate positions without mail."),
    "export": ("judge.cli.games.files:export", "Write the public pages to a folder."),
    "archive": ("judge.cli.games.files:archive", "Write the archive of a finished game."),
    "verify": ("judge.cli.games.files:verify", "Replay an archive and check its seed."),
    "import": ("judge.cli.games.files:import_", "Take in a finished game, or one that another judge gave away."),
    "move": ("judge.cli.games.files:move", "Send a running game to another judge, or take it back."),
    "games": ("judge.cli.games.games:games", "List the games, with the phase and the deadline of each."),
    "players": ("judge.cli.hosting.players:players", "List, ban or merge players; give or delete a person's data."),
    "quarantine": ("judge.cli.hosting.mails:quarantine", "List the mails that could not be read, or read one again."),
    "queue": ("judge.cli.hosting.mails:queue", "List the mails that wait to be sent."),
    "resend": ("judge.cli.hosting.mails:resend", "Queue mails again, by their numbers or for a game."),
    "resume": ("judge.cli.daemon:resume", "Go on after the clock has jumped, or with a backup."),
    "adopt": ("judge.cli.games.games:adopt", "Give a game whose GameMaster is gone to another player."),
    "backup": ("judge.cli.hosting.database:backup", "Copy the SQLite database to a file while the judge runs."),
    "restored": ("judge.cli.hosting.database:restored", "Say that the database is a backup put back."),
    "purge": ("judge.cli.hosting.database:purge", "Delete old mails and old rows."),
    "secret": ("judge.cli.hosting.database:secret", "Make a new secret of this installation."),
    "migrate": ("judge.cli.hosting.database:migrate", "Make the database's tables, or bring them to a revision."),
    "show": ("judge.cli.games.games:show", "Show one game: its options, its players and its phases."),
    "board": ("judge.cli.tools.checks:board", "Add boards, and check their files."),
    "check-game": ("judge.cli.tools.checks:check_game", "Name everything wrong with the rules of a game."),
    "arena": ("judge.cli.tools.arena:arena", "Play games among programs, and tell who is how strong."),
}
"""Command -> where it is, and what the help says of it. In the order of the help."""

HELP = """A judge that runs negotiation games by e-mail.

Settings are environment variables JUDGE_*, or a TOML file that JUDGE_CONFIG names.
"""

EXIT_CODES = "Exit codes: 0 done, 1 failed, 2 used wrongly, 75 not possible just now: try again."


class Commands(click.Group):
    """A group that imports only the command that is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        gc.set_threshold(300_000)  # more than is imported, which is no garbage
        atexit.register(gc.freeze)  # nor at the end, when Python would look through all of it again
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.command(cls=Commands, help=HELP, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="judge")
def main() -> None:
    pass
