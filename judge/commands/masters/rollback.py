"""ROLLBACK and ROLLFORWARD: undo adjudications, and undo that."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.play.rollback import rollback, rollforward


def _label_and_reason(line: Line) -> tuple[str, str]:
    """`to S1901M: why` -> (`S1901M`, `why`)."""
    label, _, why = line.rest.strip().partition(" ")
    if label.upper() in ("TO", "BEFORE"):
        label, _, why = why.strip().partition(" ")
    return label.upper().rstrip(":,."), why.strip()


def _foretell(request: Request, line: Line) -> str:  # noqa: ARG001
    label, _ = _label_and_reason(line)
    return f"The game would go back to the moment before {label} was adjudicated. ROLLFORWARD could undo that."


@Command(
    "ROLLBACK phase [why]",
    Needs.MASTER,
    example="ROLLBACK S1901M The map was wrong.",
    free=True,
    irrevocable=True,
    foretell=_foretell,
)
def roll_back(request: Request, line: Line) -> str:
    """Goes back to the moment before this phase was adjudicated: position, accounts and orders on file together. There
    is a new deadline. The judge keeps what is undone.
    """
    label, why = _label_and_reason(line)
    return rollback(request.work, request.mastered(), label, request.player, why)


@Command("ROLLFORWARD", Needs.MASTER, irrevocable=True)
def roll_forward(request: Request, line: Line) -> str:
    """Undoes the latest ROLLBACK, if nothing has been adjudicated since."""
    nothing_behind(line, "ROLLFORWARD")
    return rollforward(request.work, request.mastered(), request.player)
