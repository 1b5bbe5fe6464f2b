"""TOURNAMENT: rounds of tables, and their standings."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.letters.values import Said
from judge.play import tournaments
from judge.rules.problems import refusal


@Command("TOURNAMENT [name]", Needs.PLAYER, example="TOURNAMENT autumn", looks=True, changes_nothing=True, cost=20)
def tournament(request: Request, line: Line) -> Said:
    """Lists the tournaments, or shows how one stands. JOIN and its name takes part, and CREATE TOURNAMENT opens one."""
    if not line.rest:
        return Said("", (tournaments.list_block(request.session),))
    found = tournaments.find(request.session, line.rest.split()[0])
    if found is None:
        raise refusal("tournament/no-such", "There is no such tournament.", hint="TOURNAMENT alone lists them.")
    return Said("", tournaments.blocks(request.session, found, request.player))
