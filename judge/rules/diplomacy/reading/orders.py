"""What the words of an order mean on the board as it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from judge.rules.diplomacy.board import ARMY, FLEET, Board, Position, Unit
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, BadOrder, Order, provinces_reached, support_target


class Place(NamedTuple):
    """A spelling and the provinces it can mean; `coast` is `/NC` or empty."""

    provinces: tuple[str, ...]
    coast: str
    text: str


class Words(NamedTuple):
    """The words of an order; `kind` is the letter written for the other unit, or empty."""

    verb: str
    kind: str = ""
    other: Place | None = None
    target: Place | None = None
    chain: tuple[Place, ...] = ()
    via: bool = False


def order_of(board: Board, position: Position, unit: Unit, words: Words) -> Order:
    """Return what these words tell a unit. Raises BadOrder. Whether it is possible, `check_legal` judges."""
    province = unit.province
    if words.other is None:
        if words.target is None:
            return Order(province, HOLD)
        target = one_of(board, words.target, lambda each: each in provinces_reached(board, unit))
        check_route(board, words.chain, unit, target)
        place = _move_target(board, unit, target, words.target.coast)
        return Order(province, MOVE, "", place, words.via and unit.kind == ARMY and target in board.army[province])
    helped = unit_at(board, position, words.other, words.kind)
    if words.target is None:
        return Order(province, SUPPORT, helped.province)
    target = one_of(board, words.target, lambda each: each in provinces_reached(board, helped))
    check_route(board, words.chain, helped, target)
    if words.verb == CONVOY:
        return Order(province, CONVOY, helped.province, target)
    return Order(province, SUPPORT, helped.province, _aim(board, helped, target, words.target.coast))


def one_of(board: Board, place: Place, likely: Callable[[str], bool]) -> str:
    """Return the one province meant: where the spelling fits several, the only likely one. Raises BadOrder."""
    found = place.provinces
    if len(found) > 1:
        found = tuple(each for each in found if likely(each))
    if len(found) != 1:
        raise _ambiguous(board, place)
    return found[0]


def _ambiguous(board: Board, place: Place) -> BadOrder:
    named = [f"{code} ({board.names[code]})" for code in place.provinces]
    message = f"{place.text} could be {' or '.join(named)}"
    return BadOrder("diplomacy/ambiguous-place", message, "write the three-letter code", place.provinces)


def check_route(board: Board, chain: Sequence[Place], unit: Unit, target: str) -> None:
    """Raises BadOrder if what stands before the target is no route over seas by which this unit could be carried."""
    between = [stop.provinces[0] for stop in chain if {unit.province, target}.isdisjoint(stop.provinces)]
    if between and unit.kind == FLEET:
        hint = f"write {unit} - {between[0]}, or {unit} - {target}"
        raise BadOrder(
            "diplomacy/fleet-route", f"{unit} moves one space in a turn, and nobody can convoy a fleet", hint
        )
    for stop in chain:
        if not any(each in board.seas for each in stop.provinces):
            raise BadOrder(
                "diplomacy/not-at-sea",
                f"{stop.text} is not a sea: a convoy route names seas",
                "write `A LON - NTH - NWY`",
            )


def unit_at(board: Board, position: Position, place: Place, kind: str) -> Unit:
    """Return the unit at a place; `kind`: the letter written for it, or empty. Raises BadOrder."""
    units = [position.units[each] for each in place.provinces if each in position.units]
    if len(units) > 1:
        units = [unit for unit in units if unit.kind == kind] or units
    if len(units) > 1:
        raise _ambiguous(board, place)
    if not units:
        if len(place.provinces) > 1:
            raise _ambiguous(board, place)
        code = place.provinces[0]
        near = [str(position.units[each]) for each in board.reach[code] if each in position.units]
        hint = f"units next to it: {', '.join(near)}" if near else ""
        raise BadOrder("diplomacy/no-such-unit", f"there is no unit in {code} ({board.names[code]})", hint)
    unit = units[0]
    if kind and unit.kind != kind:
        wrong, right = ("an army", "a fleet") if kind == ARMY else ("a fleet", "an army")
        raise BadOrder("diplomacy/wrong-kind", f"the unit in {unit.province} is {right}, not {wrong}", f"write {unit}")
    return unit


def _move_target(board: Board, unit: Unit, province: str, coast: str) -> str:
    """The place a unit moves to: an army to the province, a fleet to a coast where there are several."""
    if unit.kind == ARMY:
        return province
    if coast:
        return named_coast(board, province, coast)
    if province not in board.coasts:
        return province
    beside = board.fleet[unit.place]
    reached = [place for place in board.coasts[province] if place in beside]
    if len(reached) > 1:
        readings = tuple(f"{unit} - {place}" for place in reached)
        message = f"{province} has several coasts that {unit} can reach"
        raise BadOrder("diplomacy/coast-needed", message, f"write {' or '.join(readings)}", readings)
    return reached[0] if reached else province


def named_coast(board: Board, province: str, coast: str) -> str:
    """Return a coast of a province. Raises BadOrder if the province has none of that name."""
    if province + coast in board.fleet:
        return province + coast
    coasts = board.coasts.get(province)
    hint = f"its coasts are {' and '.join(coasts)}" if coasts else f"write {province}"
    raise BadOrder("diplomacy/no-such-coast", f"{province} has no coast {coast.removeprefix('/')}", hint)


def _aim(board: Board, helped: Unit, province: str, coast: str) -> str:
    """The place in a support to move. Without a coast it fits every coast, unless there is only one it can be."""
    if helped.kind == FLEET and coast:
        return named_coast(board, province, coast)
    return support_target(board, helped, province)


def one_place(board: Board, place: Place) -> str:
    """Return the one province that a spelling means. Raises BadOrder where it can mean several."""
    if len(place.provinces) != 1:
        raise _ambiguous(board, place)
    return place.provinces[0]
