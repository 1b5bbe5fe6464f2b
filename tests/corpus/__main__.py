"""How much of the corpus is understood, by part and by game, and line by line what became of it:

python -m tests.corpus [PART] [-v] [--game GAME] [--only PART] [--save FILE] [--against FILE] [words]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

import click

from tests.corpus.against import AGAINST
from tests.corpus.compared import differences, loaded, saved
from tests.corpus.meant import Verdict, Written, mails
from tests.corpus.shares import sent
from tests.corpus.tables import SETTINGS

PARTS = ("frozen", "second", "open", "novices", "fresh")
FROZEN = PARTS[:2]


def main(arguments: list[str]) -> None:
    asked = _asked(arguments)
    parts = [part for part in PARTS if part in (*asked.words, asked.only)] or list(PARTS)
    words = [word for word in asked.words if word not in PARTS]
    chosen = [
        mail
        for part in parts
        for mail in mails(part)
        if (not words or any(word in mail.id for word in words)) and asked.game in ("", _game(mail))
    ]
    with tempfile.TemporaryDirectory() as name:
        verdicts = sent(Path(name), chosen)
    counts: dict[str, Counter[str]] = {}
    for mail in chosen:
        _told(mail, verdicts[mail.id], at_length=asked.v)
        for group in (mail.part, *(("both frozen parts",) if mail.part in FROZEN else ()), f"game {_game(mail)}"):
            counts.setdefault(group, Counter()).update(_count(mail, verdicts[mail.id]))
    for group in sorted(counts, key=lambda group: group.startswith("game ")):
        click.echo(_figure(group, counts[group]))
    if asked.save:
        Path(asked.save).write_text(saved(verdicts), encoding="utf-8")
    if asked.against:
        click.echo(differences(loaded(Path(asked.against).read_text(encoding="utf-8")), verdicts))


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.corpus")
    parser.add_argument("words", nargs="*")
    parser.add_argument("-v", action="store_true", help="each reply that was missed")
    parser.add_argument("--game", default="", choices=sorted({each.system for each in SETTINGS.values()}))
    parser.add_argument("--only", default="", choices=PARTS)
    parser.add_argument("--save", default="", metavar="FILE")
    parser.add_argument("--against", default="", metavar="FILE")
    return parser.parse_args(arguments)


def _game(mail: Written) -> str:
    return SETTINGS[mail.table].system


def _count(mail: Written, verdict: Verdict) -> Counter[str]:
    against = AGAINST.get(mail.id)
    return Counter(
        all=1,
        understood=not verdict.missed,
        wanted=not verdict.missed or bool(against and against.wanted),
        misfiled=bool(verdict.misfiled),
    )


def _told(mail: Written, verdict: Verdict, *, at_length: bool) -> None:
    for missed in verdict.missed:
        click.echo(f"{mail.id}: {'MISFILED ' * (missed in verdict.misfiled)}{missed}")
    if verdict.missed and mail.id in AGAINST:
        click.echo(f"    It {AGAINST[mail.id].why}.")
    if at_length and verdict.missed:
        click.echo("".join((mail.given["body"], "\n----\n", verdict.reply)))


def _figure(group: str, count: Counter[str]) -> str:
    """By the letter of what was noted down, and by what the writers want."""
    letter = f"{count['understood']} of {count['all']} understood to the letter, {count['misfiled']} misfiled"
    return f"{group}: {letter}; what the writer wants is done of {count['wanted']}"


if __name__ == "__main__":
    main(sys.argv[1:])
