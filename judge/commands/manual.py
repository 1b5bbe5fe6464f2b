"""The manual of the commands, made of the commands themselves: `docs/commands.md`, and what `judge manual` prints."""

from __future__ import annotations

from judge.commands.command import Command, Needs, commands
from judge.rules.registry import systems
from judge.rules.values import Word

_WHO = {
    Needs.ANYBODY: "Everybody",
    Needs.PLAYER: "Registered players",
    Needs.GAME: "Everybody in a game",
    Needs.SEAT: "Players at their seats",
    Needs.MASTER: "The GameMaster",
}

_HEAD = """\
# Commands

Write one command on each line. Capitals and small letters are the same. Every mail gets one reply, which repeats
each line and says what became of it. These words are the same in every game. Each game's own words follow, and its
page in `docs/games/` explains them. A line that is not a command belongs to your orders. The judge stops reading at
a line `END` or `--`, so signatures do no harm. `//` begins a comment.

*Code* marks what cannot be undone. It needs two proofs that the mail is yours: you answer a mail of the judge, and
you write your KEY. With both, it is done at once. With one, the judge mails you a code, and the line waits for it.
*Always a code* means that two proofs are not enough. The judge tells you what the line would do, and asks.
"""


def _who(needs: Needs, table: list[Command]) -> list[str]:
    rows = [
        f"| `{command.usage.replace('|', '/')}` | {command.summary}{_code(command)} |"
        for command in table
        if command.needs == needs
    ]
    return [f"\n## {_WHO[needs]}\n", "| Command | What it does |", "| --- | --- |", *rows] if rows else []


def _code(command: Command) -> str:
    """By its example: what is behind its name may make it harmless."""
    if command.asks_always:
        return " *Always a code.*"
    return " *Code.*" if command.is_final(command.example.partition(" ")[2]) else ""


def _games() -> list[str]:
    """The words that are a game's own: orders apart, which its page explains."""
    parts = []
    titles: dict[tuple[Word, ...], list[str]] = {}
    for system in systems().values():
        titles.setdefault(system.words, []).append(system.title)
    for words, found in titles.items():
        rows = [
            f"| `{word.usage.replace('|', '/')}` | {word.help}{' *At once.*' if word.at_once else ''} |"
            for word in words
        ]
        if rows:
            parts += [f"\n## {' and '.join(found)}\n", "| Word | What it does |", "| --- | --- |", *rows]
    return parts


def manual() -> str:
    """The whole page, as Markdown."""
    table = sorted({command.name: command for command in commands().values()}.values(), key=lambda each: each.name)
    parts = [_HEAD.rstrip("\n")]
    for needs in Needs:
        parts += _who(needs, table)
    parts += _games()
    parts.append("\n## Examples\n")
    for command in table:
        parts += [f"`{command.name}`" + (f" (or {', '.join(command.aliases)})" if command.aliases else "") + ":", ""]
        parts += [f"    {line}" for line in command.example.split("\n")]
        parts.append("")
    return "\n".join(parts).rstrip("\n") + "\n"
