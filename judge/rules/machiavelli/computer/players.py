"""The computer players of Absence of Plague: `random` draws lots, `novice` goes for what is near, `steady` plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer
from judge.rules.machiavelli.board import BOARD, GARRISON
from judge.rules.machiavelli.computer.country import Country
from judge.rules.machiavelli.computer.steady import Steady
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, CONVERT, SUPPORT, Order, conversions, hold, impossible
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.view import PlagueView
from judge.rules.rng import Stream


def possible(position: Position, unit: Unit) -> list[Order]:
    """What it can be ordered without money or the help of others."""
    kind, area = unit.kind, unit.area
    ways = sorted(BOARD.reach(kind, area))
    found = [hold(unit)]
    found += [Order(kind, area, ADVANCE, target) for target in ways]
    found += [Order(kind, area, SUPPORT, target) for target in ways]
    found += [Order(kind, area, CONVERT, becomes=each) for each in conversions(kind, area)]
    siege = Order(kind, area, BESIEGE, position.siege_target(area))
    if kind != GARRISON and besieged_owner(position, unit) not in ("", unit.owner):
        found.append(siege)
    return [order for order in found if not impossible(position, order)]


def besieged_owner(position: Position, unit: Unit) -> str:
    """Whose garrison it could besiege where it stands, by name; empty where there is none."""
    garrison = position.garrison(position.siege_target(unit.area))
    return (garrison.owner or "independent") if garrison is not None else ""


class Random(Country):
    """Any orders that the board allows."""

    def campaign(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        position = view.position
        return [str(stream.choice(possible(position, unit))) for unit in position.units_of(player)], "I draw lots."


class Novice(Country):
    """Each unit by itself goes for a city near by that is not its country's, and besieges what holds it up there."""

    def kind(self, kinds: Sequence[str], stream: Stream) -> str:
        field = [kind for kind in kinds if kind != GARRISON]
        return stream.choice(field or kinds)

    def campaign(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        position = view.position
        going: set[str] = set()
        lines = []
        for unit in stream.shuffled(position.units_of(player)):
            choices = [each for each in possible(position, unit) if each.verb != ADVANCE or each.target not in going]
            weights = [_liking(position, player, order) for order in choices]
            order = stream.drawn(choices, weights)
            going.add(order.target if order.verb == ADVANCE else unit.area)
            lines.append(str(order))
        return lines, "Each of my units goes for a city near by."


def _liking(position: Position, player: str, order: Order) -> int:
    """How readily a novice orders that; every order has a chance."""
    if order.verb == BESIEGE:
        return 60
    if order.verb == ADVANCE:
        city = order.target in BOARD.cities and position.city_of(order.target) != player
        return 12 if city else 2
    return 1


COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Random(), NOVICE: Novice(), STEADY: Steady()}
