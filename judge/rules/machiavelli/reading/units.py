"""Which units of the board a letter names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from judge.reading.grammar import Node
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.expenses import BUY, OPERATE
from judge.rules.machiavelli.orders import Order
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.reading.names import Place

KINDS = {"ARMY": ARMY, "FLEET": FLEET, "GARRISON": GARRISON}
_ONE = {ARMY: "army", FLEET: "fleet", GARRISON: "garrison"}
MANY = {ARMY: "armies", FLEET: "fleets", GARRISON: "garrisons"}
LORDS = {
    "DOGE": ("VENICE", "GENOA"),
    "DUKE": ("MILAN", "SAVOY", "FERRARA"),
    "KING": ("FRANCE", "NAPLES", "SICILY", "DALMATIA"),
}


class Unclear(Exception):
    """A statement that cannot be taken; `hint` says what would be right, `readings` what it could mean. `kind`: the
    code of the problem within the family, as `no-order`.
    """

    def __init__(self, kind: str, message: str, hint: str = "", readings: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.code = f"machiavelli/{kind}"
        self.message = message
        self.hint = hint
        self.readings = tuple(readings)


@dataclass
class Context:
    """What the reading of a statement rests on.

    kind: the kind of unit that a heading named; hoped: units of others that this letter would bribe; defecting: those
    of them that it would buy; bought: provinces that it would buy; filed: those that a letter on file would buy, with
    how; ordered: places that already have an order in it; it: the unit that was bribed last; last: the orders of the
    last statement.
    """

    position: Position
    role: str
    kind: str = ""
    hoped: frozenset[str] = frozenset()
    defecting: frozenset[str] = frozenset()
    bought: Collection[str] = ()
    filed: Mapping[str, str] = field(default_factory=dict)
    ordered: set[str] = field(default_factory=set)
    it: str = ""
    last: tuple[Order, ...] = ()

    @property
    def traded(self) -> Position:
        """The board as A.6 and A.7 find it if the writer gets what they buy (rulings 8 and 9)."""
        return replace(self.position, markers={**self.position.markers, **dict.fromkeys(self.bought, self.role)})

    def mine(self, kind: str = "") -> list[Unit]:
        """Return own units, and those hoped for; only of this kind, if one is given."""
        return [each for each in self.position.units.values() if self.is_mine(each) and kind in ("", each.kind)]

    def is_mine(self, unit: Unit) -> bool:
        """Tell whether the writer has a unit, or hopes for it."""
        return unit.owner == self.role or str(unit) in self.hoped

    @property
    def whose(self) -> str:
        """`your units: A PER, G ROM; you bribe: G SIE`, for a writer who names none of these."""
        own = ", ".join(str(unit) for unit in self.position.units_of(self.role))
        hoped = ", ".join(str(unit) for unit in self.mine() if unit.owner != self.role)
        return (f"your units: {own}" if own else "you have no unit") + (f"; you bribe: {hoped}" if hoped else "")

    def at(self, kind: str, areas: Iterable[str]) -> list[Unit]:
        """Return the units that a kind (or the heading's, or any) and areas can mean: own ones, else those hoped for,
        else others.
        """
        here = [unit for area in areas for unit in self.position.units_in(area) if kind in ("", unit.kind)]
        if kind:
            return here
        here = [unit for unit in here if self.kind in ("", unit.kind)]
        for some in ([u for u in here if u.owner == self.role], [u for u in here if str(u) in self.hoped]):
            if some:
                return some
        return here


def hoped_for(lines: Iterable[str], verbs: Collection[str] = (BUY, OPERATE)) -> frozenset[str]:
    """Return the units that expenditures would put at the writer's command."""
    words = [line.split() for line in lines]
    return frozenset(" ".join(each[1:3]) for each in words if each and each[0] in verbs)


def codes_of(node: Node) -> tuple[str, ...]:
    """Return the areas that the first place below a node can mean."""
    place: Place = next(each.value for each in node.walk() if each.name == "PLACE")
    return place.codes


def kind_of(node: Node) -> str:
    """Return the letter of the kind that a node names itself; empty if none."""
    found = next((each for each in node.walk() if each.name in KINDS or each.name == "LETTER"), None)
    return "" if found is None else KINDS.get(found.name, found.value)


def party_of(context: Context, node: Node, *, other: bool = False, own: bool = False) -> str:
    """Return the country of a party. `other`: it is none of the writer's; `own`: a lord may be theirs."""
    powers = {str(each.value) for each in node.walk() if each.name == "POWER"}
    if len(powers) > 1:
        raise Unclear("which-country", "which country is that?", f"write one of them: {', '.join(sorted(powers))}")
    if powers:
        return powers.pop()
    title = next((each.value for each in node.walk() if each.name == "LORD"), "")
    lords = [code for code in LORDS.get(title, ()) if context.position.alive(code)]
    if own and context.role in lords:
        return context.role
    if other:
        lords = [code for code in lords if code != context.role]
    if len(lords) != 1:
        said = [BOARD.countries[code].name for code in lords]
        named = f"{', '.join(said[:-1])} or {said[-1]}" if said[1:] else "the country"
        raise Unclear("which-country", f"which {title.lower()}?", f"write the name: {named}")
    return lords[0]


def units_named(context: Context, node: Node) -> list[Unit]:
    """Return the units that a `unit` can mean, at least one. Raises Unclear if there are none."""
    kind = kind_of(node)
    people = node.get("people")
    place = node.get("place")
    found: list[Unit] = []
    if people is not None:
        owners = {each.value for each in people.walk() if each.name == "POWER"}
        if people.get("INDEPENDENT"):
            owners.add("")
        areas = {code for each in people.walk() if each.name == "PEOPLE" for code in each.value.codes}
        if people.get("POWER") is None and people.get("LORD") is not None:
            owners.add(party_of(context, people, other=True))
        if place is not None:
            found = [unit for unit in context.at(kind, codes_of(place)) if not owners or unit.owner in owners]
        else:
            found = [
                unit
                for unit in context.position.units.values()
                if unit.kind == kind and (unit.owner in owners or unit.area in areas or _is_called(people, unit))
            ]
    elif place is not None:
        found = context.at(kind, codes_of(place))
        if node.get("INDEPENDENT"):
            found = [unit for unit in found if not unit.owner] or found
    if found:
        return found
    where = "/".join(codes_of(place)) if place is not None else "such unit"
    what = f"{kind} {where}" if kind and place is not None else f"unit in {where}" if place is not None else where
    raise Unclear("not-there", f"there is no {what}", context.whose)


def _is_called(people: Node, unit: Unit) -> bool:
    """Tell whether a country's adjective is that of the unit's area: `Florentine army`."""
    power = people.get("POWER")
    return power is not None and BOARD.areas[unit.area].home == power.value and unit.area == _CAPITALS.get(power.value)


_CAPITALS = {
    country: code
    for code, area in BOARD.areas.items()
    for country, each in BOARD.countries.items()
    if set(area.adjectives) & set(each.adjectives)
}
"""Country -> the area of the same adjective."""


def check_several(node: Node, number: int) -> None:
    """Raise Unclear if `both` or `each` stands beside anything but two, or but several."""
    said = {each.name for each in node.children} & {"BOTH", "ALL", "EACH"}
    if said and (number < 2 or ("BOTH" in said and number != 2)):
        raise Unclear("not-both", f"`both` or `each` needs several, and you name {number}", "name each of them")


def unit_named(context: Context, node: Node) -> Unit:
    """Return the one unit that a node names, whoever owns it. Raises Unclear."""
    found = list(dict.fromkeys(units_named(context, node)))
    if len(found) > 1:
        raise Unclear(
            "ambiguous", "I can read this in more than one way", "write one of these", [str(each) for each in found]
        )
    return found[0]


def group_of(context: Context, node: Node) -> list[Unit]:
    """Return the units of `both`, `all armies`, `all others`. Raises Unclear."""
    kind = kind_of(node) or context.kind
    rest = node.get("REST") is not None
    units = [unit for unit in context.mine(kind) if not rest or unit.place not in context.ordered]
    if node.get("BOTH") and len(units) != 2:
        listed = ", ".join(str(unit) for unit in units) or "none"
        raise Unclear("not-both", f"`both` needs two units, and there are {len(units)}", f"they are: {listed}")
    if not units:
        raise Unclear("no-unit", "there is no such unit of yours")
    return units


def only_of(context: Context, node: Node) -> Unit:
    """Return the writer's only unit of a kind. Raises Unclear."""
    kind = kind_of(node)
    units = context.mine(kind)
    if not units:
        raise Unclear("not-there", f"you have no {_ONE[kind]}", context.whose)
    if len(units) > 1:
        listed = ", ".join(str(unit) for unit in units)
        raise Unclear("which-unit", "which of them?", f"say where it stands: {listed}")
    return units[0]
