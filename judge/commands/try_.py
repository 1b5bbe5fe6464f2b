"""TRY: a dry run."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk
from judge.commands.words import nothing_behind
from judge.letters.values import Said


def _run(desk: Desk, line: Line) -> Said:
    nothing_behind(line, "TRY")
    return desk.try_out(line.block)


COMMAND = Command(
    "TRY",
    "TRY",
    "Reads the lines below, up to END TRY, as your orders and shows what they would mean and cost at "
    "most. Nothing is kept.",
    Needs.SEAT,
    _run,
    example="TRY\nA PAR - BUR\nEND TRY",
    ends_with="END TRY",
    block_if=lambda rest: not rest.strip(),
)
