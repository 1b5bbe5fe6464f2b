"""Orders of the movement phase as values, and whether they are legal on the board as it stands.

Orders are normalized: two are equal exactly if the adjudicator cannot tell them apart (ruling P5).
"""

from __future__ import annotations

from typing import NamedTuple

from judge.rules.diplomacy.adjudication.convoys import fleets_at_sea, has_chain, on_chain
from judge.rules.diplomacy.board import ARMY, FLEET, Board, Position, Unit

HOLD = "H"
MOVE = "-"
SUPPORT = "S"
CONVOY = "C"


class BadOrder(ValueError):
    """An order that cannot be taken as written. `code` is stable, `message` says why, `hint` what would be right.

    piece: the squeezed letters that name no place on the board, where that is the fault; examples: what orders of the
    phase look like, where they are not those of a movement; begins: the words that may begin one of them.
    """

    piece = ""
    examples = ""
    begins: frozenset[str] = frozenset()
    board: Board | None = None

    def __init__(self, code: str, message: str, hint: str = "", readings: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.readings = readings


class Order(NamedTuple):
    """What one unit is told.

    province: of the ordered unit; verb: HOLD, MOVE, SUPPORT or CONVOY;
    other: province of the supported or convoyed unit;
    target: place moved to, or supported or convoyed to (none: support to hold);
    via: by convoy although there is a land route.
    """

    province: str
    verb: str
    other: str = ""
    target: str = ""
    via: bool = False


def provinces_reached(board: Board, unit: Unit) -> frozenset[str]:
    """Return the provinces that a unit reaches. A fleet whose coast is not known reaches those of each coast."""
    if unit.kind == ARMY:
        return board.army[unit.place]
    return frozenset().union(*(board.fleet_provinces[spot] for spot in board.places(unit.place)))


def support_target(board: Board, helped: Unit, province: str) -> str:
    """Return the place in a support of a move: the only coast that the helped fleet reaches, else the province."""
    if helped.kind == ARMY:
        return province
    reached = [place for place in board.coasts.get(province, ()) if place in board.borders(FLEET, helped.place)]
    return reached[0] if len(reached) == 1 else province


def check_legal(board: Board, position: Position, unit: Unit, order: Order) -> None:
    """BadOrder unless the order is a valid, legal order on the board as it stands (ruling P4)."""
    if order.verb == HOLD or order in position.memo:
        return
    if order.verb == MOVE:
        _check_move(board, position, unit, order)
    elif order.verb == SUPPORT:
        _check_support(board, position, unit, order)
    else:
        _check_convoy(board, position, unit, order)
    position.memo[order] = True


def _check_move(board: Board, position: Position, unit: Unit, order: Order) -> None:
    target = board.province_of[order.target]
    if target == unit.province:
        raise BadOrder("diplomacy/own-place", f"{unit} is already in {target}", f"to stay there write {unit} H")
    if order.target in board.borders(unit.kind, unit.place) and not order.via:
        return
    if unit.kind == FLEET:
        if target not in board.seas and target not in board.coastal:
            raise BadOrder(
                "diplomacy/no-fleet-there", f"{target} ({board.names[target]}) is inland: no fleet can go there"
            )
        raise BadOrder("diplomacy/out-of-reach", f"{unit} cannot reach {order.target}", _reached(board, unit))
    if target in board.seas:
        raise BadOrder("diplomacy/no-army-there", f"{target} ({board.names[target]}) is a sea: no army can go there")
    if not has_chain(board, fleets_at_sea(board, position), unit.province, target):
        if order.via:
            raise needless_via(unit, target)
        how = "no chain of fleets at sea leads there"
        raise BadOrder("diplomacy/out-of-reach", f"{unit} cannot reach {target}: {how}", _reached(board, unit))


def needless_via(unit: Unit, target: str) -> BadOrder:
    """What is wrong where no convoy can take an army to a place that it borders on."""
    message = f"no chain of fleets at sea takes {unit} to {target}, but it borders on {target}"
    return BadOrder("diplomacy/out-of-reach", message, f"leave VIA out: write `{unit} - {target}`")


def _reached(board: Board, unit: Unit) -> str:
    return f"it borders on {', '.join(sorted(board.borders(unit.kind, unit.place)))}"


def _check_support(board: Board, position: Position, unit: Unit, order: Order) -> None:
    helped = position.units.get(order.other)
    if helped is None:
        raise BadOrder("diplomacy/no-such-unit", f"there is no unit in {order.other} to support")
    if helped.province == unit.province:
        raise BadOrder("diplomacy/own-place", f"{unit} cannot support itself")
    target = board.province_of[order.target] if order.target else order.other
    if target not in provinces_reached(board, unit):
        message = f"{unit} cannot support in {target}, because it could not move there itself"
        raise BadOrder("diplomacy/out-of-reach", message, _reached(board, unit))
    if order.target:
        aim = order.target
        if helped.kind == FLEET and aim in board.coasts:
            aim = next((place for place in board.coasts[aim] if place in board.borders(FLEET, helped.place)), aim)
        _check_move(board, position, helped, Order(helped.province, MOVE, "", aim))


def _check_convoy(board: Board, position: Position, unit: Unit, order: Order) -> None:
    helped = position.units.get(order.other)
    if helped is None:
        raise BadOrder("diplomacy/no-such-unit", f"there is no army in {order.other} to convoy")
    if unit.kind != FLEET or unit.province not in board.seas:
        raise BadOrder("diplomacy/not-at-sea", f"{unit} cannot convoy: only a fleet at sea can")
    if helped.kind != ARMY:
        raise BadOrder("diplomacy/wrong-kind", f"{helped} cannot be convoyed: only an army can")
    if not on_chain(board, fleets_at_sea(board, position), unit.province, order.other, order.target):
        message = f"{unit} is on no chain of fleets from {order.other} to {order.target}"
        raise BadOrder(
            "diplomacy/no-route",
            message,
            "a convoy runs from coast to coast through seas that touch, each with a fleet",
        )
