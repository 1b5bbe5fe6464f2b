"""BALANCE and STATEMENT: one's own account."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.commands.words import nothing_behind
from judge.letters.values import Said
from judge.play import ledger


@Command("BALANCE", Needs.SEAT, cost=2, looks=True)
def balance(request: Request, line: Line) -> Said:  # noqa: ARG001
    """Shows the balance of your account and its latest entries."""
    here, roles = request.roles()
    return ledger.balance(request.session, here, roles, request.my_seat())


@Command("STATEMENT", Needs.SEAT, cost=2, looks=True)
def statement(request: Request, line: Line) -> Said:
    """Shows every entry of your account, with the balance after each."""
    if line.rest.strip(" .!").lower() != request.settle_game().name.lower():  # as PRICES takes it
        nothing_behind(line, "STATEMENT")
    here, roles = request.roles()
    seat = request.my_seat()
    blocks = (ledger.statement_block(request.session, here, role, seat, request.player) for role in roles)
    return Said("", tuple(blocks))
