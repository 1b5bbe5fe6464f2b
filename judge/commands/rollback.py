"""ROLLBACK: undo adjudications."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.desk import Desk, Said


def _run(desk: Desk, line: Line) -> Said:
    label, _, why = line.rest.strip().partition(" ")
    return desk.roll_back(label.upper(), why.strip())


def _foretell(desk: Desk, line: Line) -> str:  # noqa: ARG001
    label = line.rest.strip().partition(" ")[0].upper()
    return f"All would go back to the moment before {label} was adjudicated; ROLLFORWARD could undo that."


COMMAND = Command(
    "ROLLBACK",
    "ROLLBACK phase [why]",
    "Goes back to the moment before this phase was adjudicated: position, accounts and orders on file "
    "together, with a new deadline. What is undone is kept.",
    Needs.MASTER,
    _run,
    example="ROLLBACK S1901M The map was wrong.",
    irrevocable=True,
    foretell=_foretell,
)
