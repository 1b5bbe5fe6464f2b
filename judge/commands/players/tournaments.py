"""TOURNAMENT: rounds of tables, and their standings."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.letters.values import Said
from judge.play import tournaments
from judge.rules.problems import refusal


def _is_ending(rest: str) -> bool:
    return rest.upper().split()[1:] == ["STOP"]


def _foretell(request: Request, line: Line) -> str:  # noqa: ARG001
    return "No further round would begin." if _is_ending(line.rest) else ""


@Command(
    "TOURNAMENT [name] [STOP]",
    Needs.PLAYER,
    example="TOURNAMENT autumn",
    irrevocable=True,
    harmless_if=lambda rest: not _is_ending(rest),
    foretell=_foretell,
    cost=20,
)
def tournament(request: Request, line: Line) -> Said | str:
    """Lists the tournaments, or shows how one stands. JOIN and its name takes part, and CREATE TOURNAMENT opens one.
    STOP is for who has created it: no further round begins.
    """
    if not line.rest:
        return Said("", (tournaments.list_block(request.session),))
    found = tournaments.find(request.session, line.rest.split()[0])
    if found is None:
        raise refusal("tournament/no-such", "There is no such tournament.", hint="TOURNAMENT alone lists them.")
    if _is_ending(line.rest):
        return tournaments.cancel(request.work, found, request.player)
    return Said("", tournaments.blocks(request.session, found, request.player))
