"""What reading a sheet of Payola costs: CPU time, and as many steps of the calibration loop in the same run.

`python -m bench reading`. A machine of 80 ns a step may take 6 ms, so a sheet may take as long as 75,000 steps.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.__main__ import calibrate
from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import Reading, Sheet, only, sheet_of
from tests.support.hostile_mails import SEATS

ROUNDS = 30
MOST_STEPS = 75_000
MOST_STEPS_OF_HOSTILE = 6_250_000
"""Half a second."""
HOSTILE = "words that are nearly orders"
CANONICAL = """{n} : A MUN - RUH
{n} : F KIE - DEN
{n} : A PAR S A MAR - BUR
{n} : F BRE - ENG | - MAO"""
PROSE = """{n} for army Munich to go to Ruhr
I offer {n} AgP for the German fleet in Kiel to move to Denmark
{n} for army Paris to support army Marseilles to Burgundy
{n} : Fleet Brest to the English Channel | to the Mid-Atlantic"""
TALK = """Hello judge, hope you had a nice weekend, with {n} hours of sun.
I am sorry that this comes {n} days late, as the kids were ill.
By the way, that was a wonderful letter from our friend in the south, {n} lines of it.
Many thanks for your work and {n} best wishes from all of us here!"""


def _seconds(read: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """Return the CPU seconds of the quickest of some rounds."""
    spent = []
    for _ in range(rounds):
        begun = time.process_time()
        read()
        spent.append(time.process_time() - begun)
    return min(spent)


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    found, read_offers = [], _reading("payola")
    for what, text in (("canonical offers", CANONICAL), ("offers in prose", PROSE), ("lines of talk", TALK)):
        sheet = sheet_of("\n".join(text.format(n=number) for number in range(1, 6)))
        found.append(
            (f"a sheet of {len(sheet.lines)} {what}", _measured(partial(read_offers, sheet)), f"{MOST_STEPS:,}")
        )
    for game in ("payola", "exchange"):
        read = partial(_reading(game), sheet_of(SEATS[HOSTILE](20_000).text))
        found.append((f"20 kB of {HOSTILE}, {game}", _measured(read, rounds=3), f"{MOST_STEPS_OF_HOSTILE:,}"))
    return found


def _reading(game: str) -> Callable[[Sheet], Reading]:
    """Return what reads a sheet of a game's first seat."""
    system = systems()[game]
    role, *_ = names = system.seating({}).names
    view = system.view(system.start({}, names, Rng(b"bench", "0")).state, only(role))
    return partial(system.read, view, role)


def _measured(read: Callable[[], Any], rounds: int = ROUNDS) -> str:
    spent = _seconds(read, rounds)
    return f"{spent * 1000:.1f} ms, {spent * 1e9 / calibrate(time.process_time):,.0f} steps"
