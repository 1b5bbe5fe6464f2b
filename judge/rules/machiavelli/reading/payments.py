"""The Spring adjustment (chapters 5.3 to 7): trades, forced taxes, and the list of payments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.reading.grammar import Node
from judge.rules.machiavelli.adjustment import (
    BUY,
    FIRST_SPRING,
    NOTHING,
    PAY,
    RAISE,
    SELL,
    Salary,
    Tax,
    Trade,
    default_payments,
    no_raise,
    no_tax,
    no_trade,
)
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.reading.ducats import amount_of
from judge.rules.machiavelli.reading.units import (
    MANY,
    Context,
    Unclear,
    check_several,
    codes_of,
    kind_of,
    party_of,
    unit_named,
)
from judge.rules.machiavelli.state import FIRST_YEAR, Label
from judge.rules.machiavelli.view import raisable

LEFT = "LEFT"
"""What units are that are not to be paid; beside PAY and RAISE."""
_HOW = "pay: A PIS, or: Pay all. New ones: raise A PIS."

Entry = tuple[str, int]
"""A canonical text and the number of its line."""

NO_LIST = (
    "You name no unit to pay, so the judge pays your old units first, as without a list (7.3). "
    "To disband one, list those that you pay, or write `Pay nothing`."
)


# the whole list


def legal(label: Label, entries: Iterable[Entry]) -> tuple[list[Entry], list[tuple[Entry, str]]]:
    """Return the entries that can stand together, in order; and those that cannot, with why (7.2, ruling 10.3)."""
    raised: dict[str, str] = {}
    kept: list[Entry] = []
    refused: list[tuple[Entry, str]] = []
    for text, number in entries:
        verb, _, *area = text.split()
        if verb == RAISE and raised.get(area[0], text) != text:
            refused.append(((text, number), f"only one new unit in each province; {raised[area[0]]} comes first"))
        elif verb == RAISE and area[0] not in raised and label.year == FIRST_YEAR and len(raised) == FIRST_SPRING:
            first = ", ".join(each.removeprefix(f"{RAISE} ") for each in raised.values())
            refused.append(((text, number), f"three new units are all in the first Spring; {first} come first"))
        else:
            if verb == RAISE:
                raised[area[0]] = text
            kept.append((text, number))
    return kept, refused


def whole_list(
    position: Position, role: str, said: Sequence[str], filed: str, left: Sequence[str] = ()
) -> tuple[list[str], str]:
    """Return the list that goes on file, and a note about it. Whoever names no unit to pay, and does not say that none
    is, has sent no payment orders (7.3, ruling 10.2): the units that are on file to be paid, or else all, stay before
    the new ones. What is to be disbanded (`left`) is taken out; whoever only disbands pays all others.
    """
    if any(text == NOTHING or text.startswith(f"{PAY} ") for text in said):
        kept = [text for text in said if text not in left]
        return kept or [NOTHING], ""
    before = [text for text in filed.splitlines() if text.startswith(f"{PAY} ")]
    if before:
        return [*(text for text in before if text not in left), *said] or [NOTHING], ""
    old = [str(each) for each in default_payments(position, role)]
    kept = [text for text in old if text not in left]
    if left:
        return [*kept, *said] if kept or said else [NOTHING], ""
    return ([*old, *said], NO_LIST) if old else (list(said), "")


def once_taxed(position: Position, role: str, dealings: Iterable[str]) -> Position:
    """Return the board of A.7, where what the writer taxes by force is no friendly province any more (ruling 10.1)."""
    taxed = {text.removeprefix("TAX "): role for text in dealings if text.startswith("TAX ")}
    return replace(position, rebellions={**position.rebellions, **taxed})


# its entries


def salaries_of(context: Context, verb: str, node: Node) -> list[Salary]:
    """Return the entries of a `staff_list` or `staff`: of units paid, or left out. Raises Unclear."""
    parts = node.all("part") or node.all("units") or [node]
    check_list(parts)
    found: list[Salary] = []
    for part in parts:
        units = _grouped(context, part)
        found += [_entry(context, verb, *each) for each in _named(context, verb, part)] if units is None else units
    return list(dict.fromkeys(found))


def raised_of(context: Context, node: Node) -> Iterator[Salary | Unclear]:
    """Yield each new unit of a `staff_list` or `staff`, or what is wrong with it. Raises Unclear."""
    parts = node.all("part") or [node]
    check_list(parts)
    for each in (each for part in parts for each in _named(context, RAISE, part)):
        try:
            yield _entry(context, RAISE, *each)
        except Unclear as fault:
            yield fault


def check_list(parts: Sequence[Node]) -> None:
    """Raise Unclear where `first` and `last` do not say the order in which a list stands (7.3), or `both` is of one."""
    for at, part in enumerate(parts):
        if part.get("group") is None and part.get("count") is None:
            check_several(part, len(parts))
        rank = part.get("rank")
        if rank is None:
            continue
        is_all = part.get("group") is not None and not kind_of(part)
        fits = (at == 0 and (len(parts) > 1 or is_all)) if rank.get("FIRST") else (at and at == len(parts) - 1)
        if not fits or (rank.get("LAST") and parts[0].get("group")):
            raise Unclear("which-units", "in what order do you pay them?", "name all that you pay, in that order")


def _grouped(context: Context, part: Node) -> list[Salary] | None:
    """Return the units of `all`, `both armies`, `two armies`, `the fleet`; None of those that are named."""
    group, count = part.get("group"), part.get("count")
    if count is not None and not part.all("place") and not part.all("spot"):
        return [each for one in _kinds(count) for each in _counted(context, one)]
    only = part.get("only")
    if only is not None:
        return _counted(context, only)
    if group is None:
        bare = part.get("unit")
        return None if bare is None or bare.get("place") else [_by_people(context, bare)]
    kind = kind_of(group)
    found = [
        each
        for each in default_payments(context.position, context.role)
        if kind in ("", each.kind) and (not group.get("REST") or str(each) not in context.ordered)
    ]
    if (amount := amount_of(group)) is not None and amount != len(found):
        return _counted(context, group)
    if group.get("BOTH") and len(found) != 2:
        raise Unclear("not-both", f"`both` needs two units, and there are {len(found)}", _HOW)
    return [each for each in found if str(each) not in context.ordered]


def _by_people(context: Context, node: Node) -> Salary:
    """Return the writer's unit that is named by an adjective: `the Florentine army`."""
    unit = unit_named(context, node)
    if unit.owner != context.role:
        raise Unclear("no-such-unit", f"{unit} is not yours", _HOW)
    return Salary(PAY, unit.kind, unit.area)


def _counted(context: Context, node: Node) -> list[Salary]:
    """Return the units of `two armies`, where the writer has so many. Raises Unclear if they have others besides."""
    kind, number = kind_of(node), _number(node)
    own = [each for each in default_payments(context.position, context.role) if kind in ("", each.kind)]
    if len(own) == number:
        return own
    listed = f"your {MANY.get(kind, 'units')}: {', '.join(f'{each.kind} {each.area}' for each in own)}"
    hint = f"{listed}. Name each of them. Or: Pay all." if own else f"you have no {MANY.get(kind, 'units')}"
    raise Unclear("which-units", "which of them?" if number < len(own) else "you have not so many", hint)


def _named(context: Context, verb: str, part: Node) -> list[tuple[str, tuple[str, ...]]]:
    """Return (kind, areas that the name can mean) of each unit that is named with its place. Raises Unclear."""
    count = part.get("count")
    if count is not None:
        return _placed(count, part.all("place") or part.all("spot"))
    found: list[tuple[str, tuple[str, ...]]] = []
    for node in [each for each in part.walk() if each.name in ("troop", "unit")] or [part]:
        is_letter = any(each.name == "LETTER" for each in node.walk())  # `A FIR, PIS` says nothing of the second
        places = enumerate(node.all("place"))
        found += [("" if is_letter and at else kind_of(node), codes_of(place)) for at, place in places]
    if not found:
        hint = _where(context.traded, context.role) if verb == RAISE else _HOW
        raise Unclear("no-such-unit", "which units, and where?", hint)
    return found


def _placed(count: Node, spots: Sequence[Node]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the units of `2 armies and 1 fleet: PST, FIR, PIS`. Raises Unclear if there is no place for each."""
    kinds = [kind_of(one) for one in _kinds(count) for _ in range(min(_number(one), _MOST))]
    own = [kind_of(spot) for spot in spots]
    if not kinds or len(kinds) != len(spots) or (any(own) and sorted(own) != sorted(kinds) and any(kinds)):
        named = "one place" if len(spots) == 1 else f"{len(spots)} places"
        raise Unclear("which-units", f"you name {named} for {len(kinds)} units", "name each of them with its place")
    return [(kind, codes_of(spot)) for kind, spot in zip(own if all(own) else kinds, spots, strict=True)]


_MOST = 99
"""Units that a count can name: no country has so many."""


def _kinds(count: Node) -> list[Node]:
    return [each for each in count.children if each.name in ("one_kind", "one_more")]


def _number(node: Node) -> int:
    amount = amount_of(node)
    return 1 if amount is None else amount


def _entry(context: Context, verb: str, kind: str, areas: Sequence[str]) -> Salary:
    """Return one entry of the list. Raises Unclear if it can be none, or several."""
    kind = kind or context.kind
    if verb != RAISE:
        own = [u for area in areas for u in context.position.units_in(area) if u.owner == context.role]
        found = [Salary(PAY, unit.kind, unit.area) for unit in own if kind in ("", unit.kind)]
        what = f"{kind} {'/'.join(areas)}".strip()
        if not found:
            raise Unclear("no-such-unit", f"I find no unit of yours in `{what}`", _HOW)
        if len(found) > 1:
            raise Unclear("ambiguous", "which of them?", "write one of these", map(str, found))
        return found[0]
    good = [area for area in areas if any(not _no_raise(context, Salary(RAISE, k, area)) for k in kind or "AFG")]
    area, *more = good or areas
    if more:
        readings = [str(Salary(RAISE, kind or "A", each)) for each in good]
        raise Unclear("ambiguous", "I can read this in more than one way", "write one of these", readings)
    if not kind:
        readings = [str(each) for k in "AFG" if not _no_raise(context, each := Salary(RAISE, k, area))]
        raise Unclear("which-unit", "an army, a fleet or a garrison?", "write one of these", readings)
    salary = Salary(RAISE, kind, area)
    if why := _no_raise(context, salary):
        hint = _where(context.traded, context.role)
        raise Unclear("illegal", f"{kind} {area} cannot be raised: {why}", hint)
    return salary


def _no_raise(context: Context, salary: Salary) -> str:
    return no_raise(context.traded, context.role, salary)


def _where(position: Position, role: str) -> str:
    """Return the units that can be raised, for instance."""
    found = raisable(position, role)
    return f"for example: raise {', '.join(found)}" if found else "you can raise no unit now"


def staff_of(context: Context, node: Node) -> list[Salary]:
    """Return the entries of units that stand there without a verb: the writer's are paid, others raised. Raises
    Unclear if they are some of both.
    """
    found: dict[bool, list[Salary]] = {}
    for troop in node.all("troop"):
        for place in troop.all("place"):
            kind = kind_of(troop)
            old = [
                Unit(context.role, kind, code) in context.position.units_of(context.role) for code in codes_of(place)
            ]
            found.setdefault(any(old), []).append(_entry(context, PAY if any(old) else RAISE, kind, codes_of(place)))
    if len(found) > 1:
        readings = ["; ".join(str(each) for each in (*found[True], *found[False]))]
        raise Unclear("which-units", "some of these are yours, and some are new", "write one of these", readings)
    return next(iter(found.values()))


# trades and taxes


def trades_of(context: Context, node: Node) -> Iterator[Trade]:
    """Yield the trades of a `trade`. Raises Unclear."""
    verb = BUY if node.get("BUY") else SELL
    for lot in node.all("lot") or [node]:
        offer = lot.get("offer") or lot
        partner, price, places = party_of(context, offer, other=True), amount_of(offer), lot.all("place")
        if len(places) > 1 and not lot.get("EACH"):
            trades = "; ".join(str(Trade(verb, codes_of(each)[0], partner, price or 0)) for each in places)
            raise Unclear("one-sum", "is that price for each of them?", "write one of these", [trades])
        for place in places:
            choices = [Trade(verb, code, partner, price or 0) for code in codes_of(place)]
            good = [each for each in choices if not no_trade(context.position, context.role, each)]
            if len(good) > 1:
                raise Unclear("ambiguous", "I can read this in more than one way", "", map(str, good))
            if not good:
                raise Unclear("illegal", no_trade(context.position, context.role, choices[0]))
            yield good[0]


def taxes_of(context: Context, node: Node) -> tuple[list[Tax], bool]:
    """Return the forced taxes of a `tax`, and whether they are of all provinces. Raises Unclear."""
    listed = node.get("places")
    if listed is None:
        board = context.traded
        found = [Tax(area) for area in BOARD.provinces if not no_tax(board, context.role, area)]
        if not found:
            raise Unclear("illegal", "you control no province that you can tax")
        return found, True
    taxes: list[Tax] = []
    for place in listed.all("place"):
        why = {code: no_tax(context.traded, context.role, code) for code in codes_of(place)}
        good = [code for code, reason in why.items() if not reason]
        if len(good) > 1:
            raise Unclear("ambiguous", "I can read this in more than one way", "write one of these", good)
        if not good:
            area, reason = next(iter(why.items()))
            bought = context.filed.get(area, "")
            # Alone it would take the place of the purchase, for both are dealings (17.1).
            hint = f"write what you buy and tax in one letter: {bought}; TAX {area}" if bought else ""
            raise Unclear("illegal", reason, hint)
        taxes.append(Tax(good[0]))
    return taxes, False
