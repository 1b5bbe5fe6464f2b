"""What the words of an order mean on the board as it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from judge.rules.diplomacy.board import ARMY, FLEET, Board, Position, Unit
from judge.rules.diplomacy.canonical import NOBODY
from judge.rules.diplomacy.orders import (
    CONVOY,
    HOLD,
    MOVE,
    SUPPORT,
    BadOrder,
    Order,
    check_legal,
    provinces_reached,
    support_target,
)


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


class Sight:
    """What orders are read by: the board as it stands or, `blind`, the map and the reader's own units, which are then
    all that the position holds (ruling P20). Orders read blindly name other units as written: `A EDI`.
    """

    def __init__(self, board: Board, position: Position, *, blind: bool = False) -> None:
        self.board = board
        self.position = position
        self.blind = blind

    def unit_at(self, place: Place, kind: str) -> Unit:
        """Return the unit at a place, which a blind reader may suppose there; `kind`: the letter written for it, or
        empty. Raises BadOrder.
        """
        return self._supposed(place, kind) if self.blind else unit_at(self.board, self.position, place, kind)

    def order_of(self, unit: Unit, words: Words) -> Order:
        """Return the legal order that these words tell a unit. Raises BadOrder."""
        board, position = self.board, self.position
        if self.blind:  # any unit named, and any fleets that a convoy needs, may be there
            others = [] if words.other is None else [self._supposed(words.other, words.kind)]
            units = {**{each.province: each for each in others}, **position.units, unit.province: unit}
            position = Position(units, memo={"fleets": sum(board.sea_bit.values())})
        order = order_of(board, position, unit, words)
        check_legal(board, position, unit, order)
        return order._replace(other=str(position.units[order.other])) if self.blind and order.other else order

    def _supposed(self, place: Place, kind: str) -> Unit:
        board = self.board
        province = one_place(board, place)
        if place.coast:
            named_coast(board, province, place.coast)
        own = self.position.units.get(province)
        if own is not None:
            if kind and kind != own.kind:
                raise BadOrder("diplomacy/wrong-kind", f"your unit in {province} is {own}", f"write {own}")
            return own
        spots = (province, *board.coasts.get(province, ()))
        kinds = [each for each in (ARMY, FLEET) if any(board.fits(each, spot) for spot in spots)]
        if kind not in ("", *kinds):
            what = "army" if kind == ARMY else "fleet"
            raise BadOrder("diplomacy/wrong-kind", f"no {what} can stand in {province} ({board.names[province]})")
        if not kind and len(kinds) > 1:
            readings = tuple(f"{each} {province}" for each in kinds)
            message = f"write A or F for the unit in {province}: a blind game needs the letter"
            raise BadOrder("diplomacy/kind-needed", message, f"write {' or '.join(readings)}", readings)
        return Unit(NOBODY, kind or kinds[0], province)


def order_of(board: Board, position: Position, unit: Unit, words: Words) -> Order:
    """Return what these words tell a unit. Raises BadOrder. Whether it is possible, `check_legal` judges."""
    province = unit.province
    helped = unit if words.other is None else unit_at(board, position, words.other, words.kind)
    if words.target is None:
        return Order(province, HOLD) if words.other is None else Order(province, SUPPORT, helped.province)
    target = one_of(board, words.target, provinces_reached(board, helped).__contains__)
    check_route(board, words.chain, helped, target)
    if words.verb == CONVOY:
        return Order(province, CONVOY, helped.province, target)
    coast = words.target.coast if helped.kind == FLEET else ""
    if words.other is not None:
        aim = named_coast(board, target, coast) if coast else support_target(board, helped, target)
        return Order(province, SUPPORT, helped.province, aim)
    place = named_coast(board, target, coast) if coast else _move_target(board, unit, target)
    return Order(province, MOVE, "", place, words.via and unit.kind == ARMY and target in board.army[province])


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


def _move_target(board: Board, unit: Unit, province: str) -> str:
    """Return the place that a unit moves to: for a fleet the coast that it reaches. Raises BadOrder if it reaches
    several.
    """
    place = support_target(board, unit, province)
    reached = [each for each in board.coasts.get(province, ()) if each in board.borders(unit.kind, unit.place)]
    if unit.kind == FLEET and len(reached) > 1:
        readings = tuple(f"{unit} - {each}" for each in reached)
        message = f"{province} has several coasts that {unit} can reach"
        raise BadOrder("diplomacy/coast-needed", message, f"write {' or '.join(readings)}", readings)
    return place


def named_coast(board: Board, province: str, coast: str) -> str:
    """Return a coast of a province. Raises BadOrder if the province has none of that name."""
    if province + coast in board.fleet:
        return province + coast
    coasts = board.coasts.get(province)
    hint = f"its coasts are {' and '.join(coasts)}" if coasts else f"write {province}"
    raise BadOrder("diplomacy/no-such-coast", f"{province} has no coast {coast.removeprefix('/')}", hint)


def one_place(board: Board, place: Place) -> str:
    """Return the one province that a spelling means. Raises BadOrder where it can mean several."""
    if len(place.provinces) != 1:
        raise _ambiguous(board, place)
    return place.provinces[0]
