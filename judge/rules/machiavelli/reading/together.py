"""What the lines of a letter say together: two orders or bribes for one unit, two excommunications, too many units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.reading.sheet import SheetLine
from judge.rules.machiavelli.canonical import DEALINGS, EXPENDITURES, ORDERS, PAYMENTS, parse_expense, parse_order
from judge.rules.machiavelli.expenses import BRIBE_PRICES, BUY, OPERATE, Expense, contradict
from judge.rules.machiavelli.orders import ADVANCE, SUPPORT, Order, Permit, forbidden, friends_in_the_way, impossible
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.reading.gathered import Gathered
from judge.rules.machiavelli.reading.payments import legal
from judge.rules.machiavelli.reading.units import Unclear
from judge.rules.machiavelli.state import Label, read_label


def check_orders(
    position: Position, role: str, found: Gathered, hoped: frozenset[str], texts: Mapping[int, SheetLine]
) -> None:
    """Orders that are odd: for units of others, two for one unit, or in favor of a unit where it will not be."""
    seen: dict[str, str] = {}
    bribes = [parse_expense(text) for text, _ in found.parts.get(EXPENDITURES, ())]
    operated = {each.target for each in bribes if each.verb == OPERATE} - {
        each.target for each in bribes if each.verb == BUY
    }
    _check_supports(position, role, found, texts)
    held = _check_friends(position, role, found, texts)
    for text, number in found.parts.get(ORDERS, ()):
        unit = " ".join(text.split()[:2])
        if unit.startswith(("ALLOW", "EXCOMMUNICATE")):
            _check_leave(position, role, text, found, texts[number])
            continue
        if seen.setdefault(unit, text) != text:
            found.warn("ordered-twice", f"{unit} has two orders, so it holds.", texts[number])
        own = [each for each in position.units.values() if str(each) == unit and each.owner == role]
        if not own and unit not in hoped:
            found.warn(
                "not-yours", f"{unit} is not yours, and you do not bribe it, so it will not obey.", texts[number]
            )
        order = parse_order(text)
        if not own and isinstance(order, Order) and order.verb == ADVANCE and unit in operated:
            why = f"{unit} will hold: what you only operate cannot leave its area. It obeys any other order."
            found.warn("holds-instead", why, texts[number])
        for each in own:
            if each.place not in held and isinstance(order, Order) and (why := forbidden(position, each, order)):
                found.warn("holds-instead", f"As the board stands {unit} holds: {why}.", texts[number])


def _check_friends(position: Position, role: str, found: Gathered, texts: Mapping[int, SheetLine]) -> Mapping[str, str]:
    """Own units that stand in each other's way hold (13.4); place -> why."""
    mine = {unit.place for unit in position.units_of(role)}
    numbers: dict[str, int] = {}
    orders: dict[str, Order] = {}
    for text, number in found.parts.get(ORDERS, ()):
        order = parse_order(text)
        if isinstance(order, Order) and order.place in mine:
            orders[order.place], numbers[order.place] = order, number
    bribed = {parse_expense(text).place for text, _ in found.parts.get(EXPENDITURES, ()) if text.startswith(f"{BUY} ")}
    held = {
        place: why
        for place, why in friends_in_the_way(position, orders).items()
        if place in numbers and orders[place].target not in bribed
    }
    for place, why in held.items():
        found.warn(
            "friends", f"As the board stands {orders[place].unit_text} holds: {why} (13.4).", texts[numbers[place]]
        )
    return held


def _check_leave(position: Position, role: str, text: str, found: Gathered, line: SheetLine) -> None:
    """Leave is for bribes of others' units past one's own (12): nobody needs it for a unit of who gives it."""
    permit = parse_order(text)
    only = permit.unit if isinstance(permit, Permit) else ""
    if only and any(str(each) == only and each.owner == role for each in position.units.values()):
        found.warn("own-leave", f"{only} is yours, and nobody needs your permission to bribe it.", line)


def _check_supports(position: Position, role: str, found: Gathered, texts: Mapping[int, SheetLine]) -> None:
    """A support goes to an area, and not with a unit (9.5): `Urbino supports Perugia`, where Perugia advances."""
    listed = [(parse_order(text), number) for text, number in found.parts.get(ORDERS, ())]
    orders = [(order, number) for order, number in listed if isinstance(order, Order)]
    going = {order.area: order for order, _ in orders if order.verb == ADVANCE}
    for order, number in orders:
        goes = going.get(order.target) if order.verb == SUPPORT and order.player in ("", role) else None
        if goes is not None:
            better = order._replace(target=goes.target)
            how = "" if impossible(position, better) else f" To help it where it goes, write {better}."
            found.warn("support-behind", f"{goes.unit_text} leaves {order.target}.{how}", texts[number])


def check_bribes(found: Gathered, texts: Mapping[int, SheetLine]) -> None:
    """Two bribes of one player for one unit contradict each other, or only the larger one can work (3.9). So it is with
    two attempts on one life, two bodyguards and two counter-bribes (10, 12).
    """
    seen: dict[tuple[str, str], Expense] = {}
    for text, number in found.parts.get(EXPENDITURES, ()):
        each = parse_expense(text)
        first = seen.setdefault((BUY if each.verb in BRIBE_PRICES else each.verb, each.target), each)
        if contradict(first, each):
            why = f"This contradicts your {first}. Only the first of the two that you can pay for is carried out."
            found.warn("contradicts", why, texts[number])
        elif first != each:
            found.warn("paid-twice", f"You pay for this and for your {first}; only the larger counts.", texts[number])


def one_excommunication(found: Gathered, texts: Mapping[int, SheetLine]) -> None:
    """The Pope directs one order in a phase (chapter 15)."""
    for part in (ORDERS, DEALINGS):
        banned = [entry for entry in found.parts.get(part, ()) if entry[0].startswith("EXCOMMUNICATE ")]
        for entry in banned[1:]:
            if entry[0] != banned[0][0]:
                why = f"one excommunication in each phase; {banned[0][0]} comes first"
                found.refuse(part, entry, Unclear("two-bans", why), texts)


def warn_of_ban(position: Position, courts: Iterable[str], found: Gathered, line: SheetLine) -> None:
    """No ducats pass to or from the excommunicated, which everybody knows they are (chapter 15)."""
    for court in courts:
        if until := position.banned.get(court):
            end = read_label(until).title
            why = f"{court.title()} is excommunicated until the end of the {end}: it can neither give nor receive."
            found.warn("excommunicated", why, line)


def check_payments(label: Label, found: Gathered, texts: Mapping[int, SheetLine]) -> None:
    """One new unit a province (7.2), three in the first Spring (ruling 10.3)."""
    _, refused = legal(label, found.parts.get(PAYMENTS, ()))
    for entry, why in refused:
        found.refuse(PAYMENTS, entry, Unclear("two-raised", why), texts)
