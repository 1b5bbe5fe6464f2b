"""Reading orders in a blind game: by the map and one's own units alone, whatever else may stand there (ruling P20).

An order read so names units as they were written: its `other` is `A EDI` instead of a province. Whether such a unit
exists is found out when its canonical text is parsed on the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.diplomacy.board import ARMY, FLEET, Board, Unit
from judge.rules.diplomacy.canonical import NOBODY
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, BadOrder, Order, needless_via
from judge.rules.diplomacy.reading.orders import Place, Words, check_route, named_coast, one_of, one_place


class BlindReader:
    """Reads units and orders for one power; `own` are its units, by province."""

    def __init__(self, board: Board, own: Mapping[str, Unit]) -> None:
        self.board = board
        self.own = own

    def unit_at(self, place: Place, kind: str) -> Unit:
        """Return the unit at a place, own or supposed. Raises BadOrder."""
        board = self.board
        province = one_place(board, place)
        if place.coast:
            named_coast(board, province, place.coast)
        own = self.own.get(province)
        if own is not None:
            if kind and kind != own.kind:
                raise BadOrder("diplomacy/wrong-kind", f"your unit in {province} is {own}", f"write {own}")
            return own
        kinds = [each for each in (ARMY, FLEET) if any(board.fits(each, spot) for spot in self._spots(province, each))]
        if kind not in ("", *kinds):
            what = "army" if kind == ARMY else "fleet"
            raise BadOrder("diplomacy/wrong-kind", f"no {what} can stand in {province} ({board.names[province]})")
        if not kind and len(kinds) > 1:
            readings = tuple(f"{each} {province}" for each in kinds)
            message = f"write A or F for the unit in {province}: a blind game needs the letter"
            raise BadOrder("diplomacy/kind-needed", message, f"write {' or '.join(readings)}", readings)
        return Unit(NOBODY, kind or kinds[0], province)

    def order_of(self, unit: Unit, words: Words) -> Order:
        """Return what these words tell a unit. Raises BadOrder where the map alone does not allow it."""
        province = unit.province
        if words.other is None:
            if words.target is None:
                return Order(province, HOLD)
            check_route(self.board, words.chain, unit, words.target.provinces[0])
            return self._move(unit, words.target, via=words.via)
        helped = self.unit_at(words.other, words.kind)
        if words.target is not None:
            check_route(self.board, words.chain, helped, words.target.provinces[0])
        if helped.province == province:
            raise BadOrder("diplomacy/own-place", f"{unit} cannot help itself")
        if words.verb == CONVOY and words.target is not None:
            return self._convoy(unit, helped, words.target)
        return self._support(unit, helped, words.target)

    def _move(self, unit: Unit, target: Place, *, via: bool) -> Order:
        near = self._near(unit)
        province = one_of(self.board, target, near.__contains__)
        if province == unit.province:
            raise BadOrder("diplomacy/own-place", f"{unit} is already in {province}", f"to stay there write {unit} H")
        by_convoy = unit.kind == ARMY and self._by_convoy(unit.province, province)
        if via and province in near and not by_convoy:
            raise needless_via(unit, province)
        if province not in near and not by_convoy:
            raise self._out_of_reach(unit, province)
        place = self._aim(unit, province, target.coast, one=True)
        if unit.kind == FLEET and place not in self._reached(unit):
            raise self._out_of_reach(unit, place)
        return Order(unit.province, MOVE, "", place, via and province in near)

    def _support(self, unit: Unit, helped: Unit, target: Place | None) -> Order:
        if target is None:
            self._check_reach(unit, helped.province)
            return Order(unit.province, SUPPORT, str(helped))
        near = self._near(helped)
        province = one_of(self.board, target, near.__contains__)
        self._check_reach(unit, province)
        by_convoy = helped.kind == ARMY and self._by_convoy(helped.province, province)
        place = self._aim(helped, province, target.coast, one=False)
        if (province not in near and not by_convoy) or province == helped.province:
            raise self._out_of_reach(helped, province)
        return Order(unit.province, SUPPORT, str(helped), place)

    def _convoy(self, unit: Unit, helped: Unit, target: Place) -> Order:
        if unit.kind != FLEET or unit.province not in self.board.seas:
            raise BadOrder("diplomacy/not-at-sea", f"{unit} cannot convoy: only a fleet at sea can")
        if helped.kind != ARMY:
            raise BadOrder("diplomacy/wrong-kind", f"{helped} cannot be convoyed: only an army can")
        province = one_of(self.board, target, self.board.coastal.__contains__)
        if not self._by_convoy(helped.province, province):
            hint = "a convoy runs from coast to coast"
            raise BadOrder("diplomacy/no-route", f"no convoy leads from {helped.province} to {province}", hint)
        return Order(unit.province, CONVOY, str(helped), province)

    def _check_reach(self, unit: Unit, province: str) -> None:
        if province not in self._near(unit):
            message = f"{unit} cannot support in {province}, because it could not move there itself"
            raise BadOrder("diplomacy/out-of-reach", message, self._borders(unit))

    def _out_of_reach(self, unit: Unit, place: str) -> BadOrder:
        return BadOrder("diplomacy/out-of-reach", f"{unit} cannot reach {place}", self._borders(unit))

    def _borders(self, unit: Unit) -> str:
        return f"it borders on {', '.join(sorted(self._reached(unit)))}"

    def _by_convoy(self, source: str, target: str) -> bool:
        coastal = self.board.coastal
        return source != target and source in coastal and target in coastal

    def _spots(self, province: str, kind: str) -> tuple[str, ...]:
        return (province,) if kind == ARMY else self.board.places(province)

    def _reached(self, unit: Unit) -> frozenset[str]:
        """The places it reaches; a supposed fleet from any coast of its province."""
        spots = (unit.place,) if unit.power else self._spots(unit.province, unit.kind)
        return frozenset().union(*(self.board.borders(unit.kind, spot) for spot in spots))

    def _near(self, unit: Unit) -> frozenset[str]:
        return frozenset(self.board.province_of[place] for place in self._reached(unit))

    def _aim(self, unit: Unit, province: str, coast: str, *, one: bool) -> str:
        """The place aimed at: for a fleet the coast, which must be named if `one` of several has to be chosen."""
        if unit.kind == ARMY:
            return province
        if coast:
            return named_coast(self.board, province, coast)
        reached = [place for place in self.board.coasts.get(province, ()) if place in self._reached(unit)]
        if len(reached) > 1 and one:
            readings = tuple(f"{unit} - {place}" for place in reached)
            message = f"{province} has several coasts that {unit} can reach"
            raise BadOrder("diplomacy/coast-needed", message, f"write {' or '.join(readings)}", readings)
        return reached[0] if len(reached) == 1 else province
