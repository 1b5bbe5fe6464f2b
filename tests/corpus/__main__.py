"""How much of the corpus is understood, by part:

python -m tests.corpus [frozen|second|open] [-v] [words of an id]
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

import click

from judge.store.migrate import migrate
from tests.corpus.against import AGAINST
from tests.corpus.meant import mails, send
from tests.corpus.tables import Kept, kept, laid

PARTS = ("frozen", "second", "open")
FROZEN = PARTS[:2]


def main(arguments: list[str]) -> None:
    parts = [part for part in PARTS if part in arguments] or list(PARTS)
    told = "-v" in arguments
    words = [word for word in arguments if word not in (*PARTS, "-v")]
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        migrate(f"sqlite:///{top / 'template.db'}")
        tables: dict[str, Kept] = {}
        frozen: Counter[str] = Counter()
        for part in parts:
            count: Counter[str] = Counter()
            for mail in mails(part):
                if words and not any(word in mail.id for word in words):
                    continue
                if mail.table not in tables:
                    tables[mail.table] = kept(top / mail.table, top / "template.db", mail.table)
                with laid(tables[mail.table], top / mail.id, mail.table) as table:
                    verdict = send(table, mail)
                count["all"] += 1
                against = AGAINST.get(mail.id)
                count["understood"] += not verdict.missed
                count["wanted"] += not verdict.missed or bool(against and against.wanted)
                count["misfiled"] += bool(verdict.misfiled)
                for missed in verdict.missed:
                    click.echo(f"{mail.id}: {'MISFILED ' * (missed in verdict.misfiled)}{missed}")
                if verdict.missed and against:
                    click.echo(f"    It {against.why}.")
                if told and verdict.missed:
                    click.echo("".join((mail.given["body"], "\n----\n", verdict.reply)))
            click.echo(_figure(part, count))
            if part in FROZEN:
                frozen += count
        if set(FROZEN) <= set(parts):
            click.echo(_figure("both frozen parts", frozen))


def _figure(part: str, count: Counter[str]) -> str:
    """By the letter of what was noted down, and by what the writers want."""
    letter = f"{count['understood']} of {count['all']} understood to the letter, {count['misfiled']} misfiled"
    return f"{part}: {letter}; what the writer wants is done of {count['wanted']}"


main(sys.argv[1:])
