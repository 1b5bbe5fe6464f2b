"""PREVIEW, HOLD, PUBLISH: results before the players have them."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.play import publication
from judge.play.publication import preview


@Command("PREVIEW", Needs.MASTER, cost=20, irrevocable=True)
def preview_command(request: Request, line: Line) -> str:
    """Mails you the results that an adjudication would have now. Nothing changes. It works only if you do not play
    yourself. Where it would tell who has written, it is refused until the phase is due.
    """
    nothing_behind(line, "PREVIEW")
    return preview(request.work, request.mastered_here(), request.player)


@Command("HOLD", Needs.MASTER, irrevocable=True)
def hold(request: Request, line: Line) -> str:  # noqa: ARG001
    """Holds the results of the open phase until you write PUBLISH. When the phase is due, you are mailed a preview (if
    you do not play). The players are told that the results are delayed. `SET results held` does this for every phase.
    """
    return publication.hold(request.work, request.mastered_here(), request.player)


@Command("PUBLISH", Needs.MASTER, irrevocable=True)
def publish(request: Request, line: Line) -> str:  # noqa: ARG001
    """Mails the held results to everybody, and the next phase begins. Before the phase is due, it takes HOLD back."""
    return publication.publish(request.work, request.mastered_here(), request.player)
