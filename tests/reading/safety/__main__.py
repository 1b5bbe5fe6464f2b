"""The unsafe lines, and how many of each game and kind there are:

python -m tests.reading.safety [--write] [game ...]
"""

from __future__ import annotations

import sys

import click

from tests.reading.safety.floors import ONE_OF, unsafe, write
from tests.reading.safety.lines import KINDS, cases, desks


def main(arguments: list[str]) -> None:
    games = [each for each in arguments if each in desks()] or list(desks())
    counted: dict[str, dict[str, tuple[int, int]]] = {}
    for game in games:
        for kind in KINDS:
            found = list(unsafe(game, kind))
            for _, case in found:
                click.echo(f"{game} {kind}: {case.line}")
            counted.setdefault(game, {})[kind] = len(found), sum(number % ONE_OF == 0 for number, _ in found)
    click.echo("".join((" " * 12, *(f"{kind:>14}" for kind in KINDS))))
    for game, kinds in counted.items():
        row = (f"{f'{whole}/{len(cases(game, kind))}':>14}" for kind, (whole, _) in kinds.items())
        click.echo("".join((f"{game:12}", *row)))
    if "--write" in arguments:
        write(counted)


if __name__ == "__main__":
    main(sys.argv[1:])
