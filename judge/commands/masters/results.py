"""PREVIEW, HOLD, PUBLISH: results before the players have them."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.phases import held_results
from judge.phases.preview import preview


def _preview(request: Request, line: Line) -> str:
    nothing_behind(line, "PREVIEW")
    return preview(request.work, request.mastered_here(), request.player)


PREVIEW = Command(
    "PREVIEW",
    "PREVIEW",
    "Mails you the results that an adjudication would have now, if you do not play yourself. Nothing changes.",
    Needs.MASTER,
    _preview,
    example="PREVIEW",
    cost=20,
    irrevocable=True,
)


def _hold(request: Request, line: Line) -> str:  # noqa: ARG001
    return held_results.hold(request.work, request.mastered_here(), request.player)


HOLD = Command(
    "HOLD",
    "HOLD",
    "Holds the results of the open phase: when it is due you are mailed a preview (if you do not play), the players"
    " read that the results are delayed, and nobody has them before you write PUBLISH. `SET results held` does so"
    " always.",
    Needs.MASTER,
    _hold,
    example="HOLD",
    irrevocable=True,
)


def _publish(request: Request, line: Line) -> str:  # noqa: ARG001
    return held_results.publish(request.work, request.mastered_here(), request.player)


PUBLISH = Command(
    "PUBLISH",
    "PUBLISH",
    "Mails the results that are held to all, and the next phase begins; or, before they are due, takes a HOLD back.",
    Needs.MASTER,
    _publish,
    example="PUBLISH",
    irrevocable=True,
)


COMMANDS = (
    PREVIEW,
    HOLD,
    PUBLISH,
)
