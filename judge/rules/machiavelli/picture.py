"""What a map shows of Absence of Plague. All of it lies open on the board: the letter's picture is the same for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from judge.rules.drawing import UNIT_KINDS, Mark, Picture, Piece, Side, Sign, SignShape, Space
from judge.rules.ground import CITY, load_ground
from judge.rules.machiavelli.board import BOARD, GARRISON
from judge.rules.machiavelli.canonical import parse_order
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, CONVERT, SUPPORT, TRANSPORT, Order
from judge.rules.machiavelli.position import INDEPENDENTS, Position, Unit, city_place
from judge.rules.machiavelli.view import PlagueView
from judge.rules.values import Event, Json

GROUND = Path(__file__).parent / "drawings" / "plague.json"
SIDES: Mapping[str, Side] = {
    **{code: Side(each.name, each.letter, each.adjectives[0]) for code, each in BOARD.countries.items()},
    INDEPENDENTS: Side("Independent", "*", "Independent"),
}
DONE = frozenset({"moved", "held", "supported", "transported", "idle", "besieging", "taken", "converted"})
Row = Mapping[str, Json]

EXPLAINED: tuple[tuple[SignShape, str], ...] = (("flag", "rebellion"),)


def position_picture(view: PlagueView) -> Picture:
    """The board as it stands: units, who controls what, rebellions, and sieges that have lasted a season."""
    position = view.position
    sieges = (
        Mark(
            "besiege",
            area,
            city_place(position.siege_target(area)),
            text="a siege, one season old",
            name=f"siege-{area}",
        )
        for area in sorted(position.sieges)
        if position.siege_goes_on(area)
    )
    return Picture(
        ground=load_ground(GROUND),
        title=view.phase.title,
        about=" ".join(f"{owner.title()}: {', '.join(units)}." for owner, units in view.units),
        sides=SIDES,
        spaces={code: _space(position, code) for code in BOARD.areas},
        pieces=tuple(_piece(unit) for unit in position.units.values()),
        marks=tuple(sieges),
        signs=tuple(_rebellion(each["province"], each["victim"]) for each in view.rebellions),
        signs_explained=EXPLAINED,
        frames={"disc": "city", "square": "fortified city"},
    )


def phase_picture(before: PlagueView, events: Sequence[Event]) -> Picture:
    """A phase that is over: the position before it, with what its public events tell (chapter 12: not who paid)."""
    shown = position_picture(before)
    told = [event.data for event in events if event.kind in ("campaign", "adjustment")]
    data = next((each for each in told if each["phase"] == str(before.label)), None)
    if data is None:
        return shown
    if "orders" not in data:
        built = [
            Mark("build", _unit(row).place, other=_unit(row).kind, power=row["power"], text=f"raised: {row['unit']}")
            for row in data["raised"]
        ]
        gone = [Mark("disband", _unit(row).place, text=f"disbanded: {row['unit']}") for row in data["disbanded"]]
        return replace(shown, marks=(*gone, *built))
    lost = {_unit(row).place for row in data["orders"] if row["dislodged"]}
    pieces = tuple(replace(piece, dislodged=piece.place in lost) for piece in shown.pieces)
    marks = [mark for row in data["orders"] for mark in _marks(row, data["orders"]) if not _only_stays(mark)]
    risen = [_rebellion(each["province"], each["victim"]) for each in data["risen"]]
    return replace(shown, pieces=pieces, marks=tuple(marks), signs=(*shown.signs, *risen))


def _space(position: Position, code: str) -> Space:
    area = BOARD.areas[code]
    owner = "" if area.sea else position.control(code)
    said = [area.name]
    if owner:
        said.append(f"({SIDES[owner].name})")
    if area.city:
        kind = "fortified city" if area.fortified else "city"
        said.append(f"– {kind}{' with a port' if area.port else ''}, income {area.magnitude}")
    return Space(
        title=" ".join(said),
        sea=area.sea,
        owner=owner,
        frame="square" if area.fortified else "disc" if area.city else "",
        strength=area.magnitude or 1,
    )


def _piece(unit: Unit) -> Piece:
    owner = unit.owner or INDEPENDENTS
    title = f"{SIDES[owner].whose} {UNIT_KINDS[unit.kind]}, {BOARD.areas[unit.area].name}"
    return Piece(owner, unit.kind, unit.place, title=title)


def _rebellion(province: str, victim: str) -> Sign:
    return Sign(
        "rebellion", "flag", province, SIDES[victim].letter, f"rebellion against {SIDES[victim].name}", alarm=True
    )


def _only_stays(mark: Mark) -> bool:
    """A garrison that holds, as most do always: rings around them all would hide the rest."""
    return mark.verb == "hold" and mark.place.endswith(CITY)


def _unit(row: Row) -> Unit:
    kind, area = str(row["unit"]).split()
    return Unit(row["power"], kind, area)


def _order(row: Row) -> Order:
    order = parse_order(row["order"])
    if not isinstance(order, Order):
        raise TypeError(f"{row['order']!r} is no unit's order")
    return order


def _supported(order: Order, row: Row, rows: Sequence[Row]) -> tuple[str, str]:
    """Return (unit, target) that a support helps; the target is empty unless somebody moves."""
    favored = order.player or row["power"]
    others = [(_unit(each), _order(each)) for each in rows if each is not row and each["power"] == favored]
    for unit, other in others:
        if other.verb == ADVANCE and other.target == order.target:
            return unit.place, order.target
    for unit, _ in others:
        if unit.area == order.target:
            return unit.place, ""
    return order.target, ""


def _marks(row: Row, rows: Sequence[Row]) -> list[Mark]:
    """One unit's order, and its retreat where it was forced out."""
    order = _order(row)
    place, failed = _unit(row).place, row["outcome"] not in DONE
    text = f"{row['order']}: {row['outcome']}" + (", forced out" if row["dislodged"] else "")
    if order.verb == ADVANCE:
        found = [Mark("move", place, order.target, failed=failed, text=text, via=order.route)]
    elif order.verb == SUPPORT:
        other, target = _supported(order, row, rows)
        found = [Mark("support", place, target, other, failed, text)]
    elif order.verb == TRANSPORT:
        found = [Mark("convoy", place, failed=failed, text=text)]
    elif order.verb == BESIEGE:
        found = [Mark("besiege", place, city_place(order.target), failed=failed, text=text)]
    elif order.verb == CONVERT:
        to = city_place(order.area) if order.becomes == GARRISON else order.area
        found = [Mark("convert", place, to, failed=failed, text=text)]
    else:
        found = [Mark("hold", place, failed=failed, text=text)]
    if row["retreat"] in BOARD.areas:
        way = f"{row['unit']} retreated to {row['retreat']}"
        found.append(Mark("retreat", place, row["retreat"], text=way, name=f"{order.area}-retreat"))
    return found
