"""`judge arena`: games among programs, without mail or database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.console import console, printable, table
from judge.cli.errors import Failed
from judge.cli.tools.adjudicate import processors

if TYPE_CHECKING:
    from judge.arena.series import Results, Series

MOST_FAULTS = 5
"""Faults of a contestant that are told; the rest are in the results of --json."""

EPILOG = """\b
Contestants are strengths of the judge's own computer players, or programs:
  judge arena payola --games 200 steady novice ./mine.py
  judge arena diplomacy --games 100 --until S1911M steady novice:6
docs/arena.md tells how a program is written.
"""


@click.command(epilog=EPILOG)
@click.argument("system")
@click.argument("contestants", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=7, show_default=True, help="How many to play.")
@click.option("--seats", type=click.IntRange(1, 100), help="How many seats are played; the others are dummies.")
@click.option("--jobs", type=click.IntRange(min=1), default=processors, show_default="one a processor")
@click.option("--seed", default="1", show_default=True, help="Draws everything. Equal seeds, equal games.")
@click.option("--set", "chosen", multiple=True, metavar="OPTION=VALUE", help="An option of the game, as CREATE has it.")
@click.option("--rounds", type=click.IntRange(1, 50), default=1, show_default=True, help="Turns of writing a phase.")
@click.option("--phases", type=click.IntRange(1, 10_000), default=200, show_default=True, help="Break off after these.")
@click.option("--until", default="", metavar="PHASE", help="Break off where this phase would begin: S1911M.")
@click.option("--seconds", type=click.FloatRange(0.05, 3600), default=5.0, show_default=True, help="A program's turn.")
@click.option("--archives", type=click.Path(file_okay=False, path_type=Path), help="Put each game's archive here.")
@click.option("--json", "as_json", is_flag=True, help="Tell the results as JSON.")
def arena(
    system: str,
    contestants: tuple[str, ...],
    games: int,  # from here on the options of the command line, by name
    seats: int | None,
    jobs: int,
    seed: str,
    chosen: tuple[str, ...],
    rounds: int,
    phases: int,
    until: str,
    seconds: float,
    archives: Path | None,
    as_json: bool,
) -> None:
    """Play games of SYSTEM among CONTESTANTS, and tell who is how strong.

    The contestants take the seats in turn, and move on by one seat each game. `novice:6` stands for six of them.
    Exit code 0, even if a contestant is at fault: that costs it its turn, and is told.
    """
    from judge.arena.series import Series, contestant_of, lineup_of, options_of, seats_of
    from judge.rules.registry import find_system, playing

    try:
        named = find_system(system)
        options = options_of(named, _options(chosen), seats)
        rules = playing(named.name, options)
        lineup = tuple(lineup_of(contestants))
        for word in dict.fromkeys(lineup):
            contestant_of(rules, word, seconds)
        if len(lineup) > (many := len(seats_of(rules, options))):
            raise ValueError(f"{len(lineup)} contestants for {many} seats")
    except (ValueError, KeyError) as wrong:
        raise click.UsageError(str(wrong.args[0])) from None
    series = Series(named.name, options, lineup, games, seed, rounds, phases, until, seconds, archives is not None)
    _tell(_played(series, jobs, archives), series, as_json)


def _options(chosen: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for each in chosen:
        name, equals, value = each.partition("=")
        if not equals:
            raise ValueError(f"{each[:40]!r} sets nothing: write --set map=standard")
        found[name.strip().lower()] = value
    return found


def _played(series: Series, jobs: int, archives: Path | None) -> tuple[Results, float]:
    """The results, and the seconds that the games took."""
    import time

    from judge.arena.series import Results, play_series
    from judge.rules.problems import Refused

    results = Results()
    begun = time.monotonic()
    try:
        if archives is not None:
            archives.mkdir(parents=True, exist_ok=True)
        for finished in play_series(series, jobs):
            results.add(finished.played)
            if archives is not None:
                (archives / f"{finished.played.name}.json").write_text(finished.archive, encoding="utf-8")
    except Refused as refused:
        raise Failed(f"These games cannot be played: {refused.problem.message}") from None
    except OSError as error:
        raise Failed(f"{archives}: {error.strerror}") from None
    return results, time.monotonic() - begun


def _tell(found: tuple[Results, float], series: Series, as_json: bool) -> None:
    import json

    from judge.arena.series import rows

    results, seconds = found
    for name, line in sorted(results.lines.items()):
        for what, faults in (("lost a turn", line.lost), ("wrote what was not read", line.unread)):
            # Who has died loses all turns that are left, for one reason.
            first = {(game, seat, why): phase for game, seat, phase, why in reversed(faults)}
            for (game, seat, why), phase in list(reversed(first.items()))[:MOST_FAULTS]:
                click.echo(printable(f"{game} {phase}: {name} ({seat}) {what}: {why}"), err=True)
    if as_json:
        about = {"system": series.system, "options": dict(series.options), "seed": series.seed, "rounds": series.rounds}
        click.echo(json.dumps({**about, **results.data()}, indent=1))
        return
    heading, *lines = rows(results)
    console().print(table(heading, lines))
    pace = results.phases / seconds if seconds else 0
    click.echo(f"{len(results.games)} games, {results.phases} phases in {seconds:.1f} s: {pace:.0f} phases a second.")
