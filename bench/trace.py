"""The two ways through the judge, traced: `python -m bench.trace [--list]`.

One order mail of a player of Payola, from the clerk's finding it to the reply in the outbox; and one due phase of the
same game, from its deadline to eight letters in the outbox. SQLite, seven players and a GameMaster, no pictures, and
everything has run once before, so that nothing is imported or made for the first time. Neither accepting the mail nor
sending the letters is in it.

A way begins where the clerk looks for something to do and finds it (BEGINS), and ends where that is done (ENDS). The
*round* is the same with what stands around it, whatever there is to do: how a clerk begins and ends its work, takes
the lease, checks tables and clock, and sees at last that there is nothing more.

Counted are calls of functions that are written in judge/: a lambda, a comprehension or a generator's expression is part
of the function that it stands in, and a generator is called once, however often it goes on.

- files: in which a function was called;
- functions: that were called at least once;
- changes of room: in the list of those functions in order of their first call, the steps from one file to another;
- moves: the same in the list of all calls, whatever returned in between, repetitions and all.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from inspect import CO_GENERATOR
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console
from rich.table import Table

import judge

# How a table is laid and played by mail is the tests' affair: all that is named of them, or of judge/, stands here.
from judge.store.migrate import migrate
from tests.support.bots import holds
from tests.support.house import open_house
from tests.support.table_of_seven import seven

HOME = Path(judge.__file__).parent
APART = ("rules/", "mail/")  # what games and mails are, not the way through the judge
BEGINS, ENDS = ("workers/scheduler.py", "Scheduler.take"), ("workers/clerk.py", "Clerk._do")
SHEET = "4 : A VIE - GAL\n6#3 : A BUD - SER\n5 : F TRI H\n2 : A VEN H"


@dataclass(frozen=True)
class Way:
    """The calls of one way, in order: (file from judge/ on, the function's name in it)."""

    name: str
    calls: tuple[tuple[str, str], ...]

    def apart(self) -> Way:
        """Without the rules and the reading of mails."""
        return Way(self.name, tuple(call for call in self.calls if not call[0].startswith(APART)))

    def files(self) -> int:
        return len({file for file, _ in self.calls})

    def functions(self) -> int:
        return len(set(self.calls))

    def changes(self) -> int:
        return sum(one[0] != other[0] for one, other in pairwise(dict.fromkeys(self.calls)))

    def moves(self) -> int:
        return sum(one[0] != other[0] for one, other in pairwise(self.calls))


def traced(name: str, work: Callable[[], object]) -> tuple[Way, Way]:
    """What the work, a round of the clerk, calls in this thread: from BEGINS to ENDS, and in all."""
    calls: list[tuple[str, str]] = []
    ended = 0
    inside = f"{HOME}/"

    def profile(frame: FrameType, event: str, _: Any) -> None:
        nonlocal ended
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(inside):
            return
        file, function = code.co_filename.removeprefix(inside), code.co_qualname
        if event == "return":
            ended = len(calls) if (file, function) == ENDS else ended
            return
        if code.co_flags & CO_GENERATOR and code.co_code[frame.f_lasti + 1] & 3:
            return  # it goes on behind a yield: RESUME says so
        while function.endswith(">"):
            function = function.rpartition(".")[0].removesuffix(".<locals>")
        if function:
            calls.append((file, function))

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return Way(name, tuple(calls[calls.index(BEGINS) : ended])), Way(f"its round ({name})", tuple(calls))


def ways() -> tuple[Way, ...]:
    """The order mail and the due phase, each with its round behind it."""
    logging.getLogger("judge").setLevel(50)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder)) as house:
            table = seven(house)
            table.play_phase(dict.fromkeys(table.players, holds))
            for role, player in table.players.items():
                if role != "AUSTRIA":
                    player.reply(table.results(role), holds(table.view(role)))
            house.settle()
            table.players["AUSTRIA"].reply(table.results("AUSTRIA"), SHEET)
            mail = traced("order mail", house.clerk.work_off)
            house.settle()
            house.pass_time(hours=71, minutes=55)  # so that the reminders are behind it
            house.clock.advance(timedelta(minutes=10))
            phase = traced("due phase", house.clerk.work_off)
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return *mail, *phase


def figures(way: Way) -> dict[str, int]:
    return {
        "files": way.files(),
        "functions": way.functions(),
        "changes of room": way.changes(),
        "calls": len(way.calls),
        "moves": way.moves(),
    }


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.trace", description="The two ways through the judge.")
    parser.add_argument("--list", action="store_true", help="the functions too, in order of their first call")
    parser.add_argument("--json", action="store_true", help="the figures as JSON instead of a table")
    chosen = parser.parse_args(arguments)
    found = ways()
    if chosen.json:
        print(json.dumps({way.name: {"all": figures(way), "apart": figures(way.apart())} for way in found}, indent=1))
        return 0
    if chosen.list:
        for way in found:
            print(f"{way.name}:")
            for number, (file, function) in enumerate(dict.fromkeys(way.calls), 1):
                print(f"{number:5} {file:40} {function}")
    table = Table("In all / outside rules and mail", *(way.name for way in found))
    for name in figures(found[0]):
        table.add_row(name, *(f"{figures(way)[name]} / {figures(way.apart())[name]}" for way in found))
    Console(highlight=False).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
