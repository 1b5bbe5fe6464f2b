"""RESIGN: leave a game for good."""

from __future__ import annotations

from judge.commands.command import Command, Line, Needs
from judge.commands.request import Request
from judge.letters.tree import named
from judge.play import practice, seats
from judge.rules.values import only


def _foretell(request: Request, line: Line) -> str:  # noqa: ARG001
    here, seat = request.here(), request.my_seat()
    if here.game.practice:
        return "This practice game would end, and everybody's sheets would be opened to you."
    if here.system.is_eliminated(here.state, seat.name):
        return (
            f"You would leave your seat. {named(seat.name)} is out of the game, so nobody takes it. You may then take "
            "another seat whose player has left: TAKEOVER."
        )
    lost = [here.system.forfeits(here.view(only(role))) for role in here.roles_of(seat.name)]
    if any(lost):
        return " ".join(("You would leave the game for good.", *filter(None, lost)))
    return "You would leave the game for good. Your seat would wait for a successor, who would get what is yours."


@Command("RESIGN", Needs.SEAT, irrevocable=True, asks_always=True, foretell=_foretell)
def resign(request: Request, line: Line) -> str:  # noqa: ARG001
    """Leaves the game. Your seat waits for a successor. You cannot come back by yourself, so you are asked
    for a code.
    """
    seat, here = request.my_seat(), request.here()
    if here.game.practice:
        return practice.stop(request.work, here.game)
    seats.vacate(request.work, here, seat, "resigned", request.row.id)
    return f"You have left {request.settle_game().name}. Thank you for playing!"
