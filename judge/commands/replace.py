"""REPLACE: another player takes a seat."""

from __future__ import annotations

import re

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said
from judge.commands.words import one_address
from judge.rules.problems import Problem, Refused


def _run(desk: Desk, line: Line) -> Said:
    usage = "REPLACE ITALY WITH new.player@example.org"
    seat, _, rest = " ".join(line.rest.split()).partition(" ")
    if not rest:
        raise Refused(Problem("replace/usage", "Which seat, and who takes it?", hint=usage))
    return desk.replace(seat.upper(), one_address(re.sub(r"^(?:WITH|BY) ", "", rest, flags=re.IGNORECASE), usage))


COMMAND = Command(
    "REPLACE",
    "REPLACE seat WITH address",
    "Gives a seat to another registered player: its account and all that it has on file go with it.",
    Needs.MASTER,
    _run,
    example="REPLACE ITALY WITH new.player@example.org",
    irrevocable=True,
)
