"""A board for the tests of campaigns, set up in a line: `field("MILAN A PAR - MOD; PAPACY A BOL - MOD")`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as of

from judge.rules.machiavelli.campaign import Campaign, fight
from judge.rules.machiavelli.canonical import parse_order
from judge.rules.machiavelli.orders import Excommunication, Order, Permit
from judge.rules.machiavelli.position import INDEPENDENT, Position, Unit, city_place

NOBODY = "NOBODY"
SIEGED = {"LAG": "VEN"}


@dataclass
class Field:
    position: Position
    orders: dict[str, Order]
    written: dict[str, str] = of(default_factory=dict)


def field(
    text: str,
    *,
    markers: Mapping[str, str] | None = None,
    rebellions: Mapping[str, str] | None = None,
    sieges: Iterable[str] = (),
    **more: object,
) -> Field:
    """Units with their orders: `OWNER KIND AREA [rest of the order]`, apart by `;`. NOBODY owns independent units."""
    units: dict[str, Unit] = {}
    orders: dict[str, Order] = {}
    written: dict[str, str] = {}
    for entry in text.replace("\n", ";").split(";"):
        words = entry.split()
        if not words:
            continue
        owner, kind, area = words[:3]
        unit = Unit(INDEPENDENT if owner == NOBODY else owner, kind, area)
        assert unit.place not in units, entry
        units[unit.place] = unit
        if words[3:]:
            order = parse_order(" ".join(words[1:]))
            assert not isinstance(order, Permit | Excommunication)
            orders[unit.place] = order
            written[unit.place] = str(order)
    marks = {unit.area: unit.owner for unit in units.values() if unit.owner} | dict(markers or {})
    # Unless a test says otherwise, what a unit besieges now is what it has besieged.
    more.setdefault("of_rebels", frozenset(area for area in sieges if city_place(SIEGED.get(area, area)) not in units))
    position = Position(units, marks, dict(rebellions or {}), frozenset(sieges), **more)  # type: ignore[arg-type]
    return Field(position, orders, written)


def played(
    text: str, *, allowed: Iterable[tuple[str, str]] = (), stunned: Iterable[str] = (), **more: object
) -> Campaign:
    """Phase F on that board."""
    made = field(text, **more)  # type: ignore[arg-type]
    return fight(made.position, made.orders, tuple(allowed), tuple(stunned))


def standing(campaign: Campaign) -> set[str]:
    """`MILAN A MOD` for every unit afterwards."""
    return {f"{unit.owner or NOBODY} {unit}" for unit in campaign.position.units.values()}


def outcomes(campaign: Campaign) -> dict[str, str]:
    """Unit before -> what became of its order."""
    return {line.unit: line.outcome for line in campaign.lines}
