"""What ducats are for, and what others may do: gifts, expenditures, permissions, bans (8.1, 9.3, 10 to 15); in Spring
trades, forced taxes and the list of payments (chapters 5.3 to 7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.reading.grammar import Node
from judge.rules.machiavelli.adjustment import (
    BUY as PURCHASE,
)
from judge.rules.machiavelli.adjustment import (
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
from judge.rules.machiavelli.canonical import DEALINGS, EXPENDITURES, GIFTS, ORDERS, PAYMENTS
from judge.rules.machiavelli.expenses import (
    ASSASSINATE,
    BODYGUARD,
    BUY,
    COUNTER,
    DISBAND,
    INDEPENDENCE,
    OPERATE,
    OUT_OF_REACH,
    PACIFY,
    REBEL,
    Expense,
    Gift,
    forbidden,
    least,
    leave_wanted,
    no_gift,
)
from judge.rules.machiavelli.orders import BRIBES, STRAITS, Excommunication, Permit
from judge.rules.machiavelli.play import no_excommunication
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.reading.names import CITY_OF
from judge.rules.machiavelli.reading.units import (
    WRITE_ONE,
    Context,
    Said,
    amount_of,
    choose,
    codes_of,
    group_of,
    kind_of,
    order_of,
    party_of,
    shared,
    unit_named,
)
from judge.rules.machiavelli.victory import PAPACY
from judge.rules.machiavelli.view import raisable
from judge.rules.problems import Refused, refusal

_VERBS = {verb: verb for verb in (BUY, COUNTER, DISBAND, INDEPENDENCE, OPERATE)}
_VERBS |= {"PROTECT": COUNTER, "MAKE": INDEPENDENCE, "CONVERT": INDEPENDENCE}
"""Word before a bribe -> its verb."""
CRUSADE = "TURKEY"
_KEEPERS = ("MES", "PIO")
LEFT = "left"
"""The part of units that are not to be paid."""
_HOW = "pay: A PIS, or: Pay all. New ones: raise A PIS."
TAX_BOUGHT = "to tax what you buy, write both in one letter: BUY ROM FLORENCE 3; TAX ROM"
NO_LIST = (
    "You name no unit to pay, so the judge pays your old units first, as without a list (7.3). "
    "To disband one, list those that you pay, or write `Pay nothing`."
)


def gifts_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the gifts of a `gift`. Raises Refused."""
    for grant in node.all("grant") or [node]:
        parties = [party_of(each) for each in grant.below("party")]
        for to, ducats in shared(grant, [(parties, amount_of(grant))], Gift):
            if not ducats:
                raise refusal("no-amount", "how many ducats?", "a gift is at least 1 ducat")
            if why := no_gift(context.position, context.role, to):
                raise refusal("illegal", why)
            yield Said(GIFTS, Gift(to, ducats), more=grant.get("MORE") is not None)


# expenditures


def leaders_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the bodyguards of a `guard`, or the assassinations of a `murder`. Raises Refused."""
    verb = BODYGUARD if node.name == "guard" else ASSASSINATE
    entries: list[tuple[list[str], int | None]] = []
    for each in node.all("guarded") or node.all("killed") or [node]:
        named = each.below("SELF", "party")
        lords = [context.role if lord.name == "SELF" else party_of(lord) for lord in named] or [context.role]
        entries.append((lords, amount_of(each)))
    for lord, amount in shared(node, entries, lambda lord, amount: Expense(verb, lord, amount)):
        yield _paid(context, Expense(verb, lord), amount)


def rebellions_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield what a `rebel` or `pacify` pays. What is said about the victim is ignored (11.1). Raises Refused."""
    verb = REBEL if node.name == "rebel" else PACIFY
    places = [place for each in node.all("risen") for place in each.all("place")] or node.all("place")
    expenses = [
        choose([Expense(verb, code) for code in codes_of(place)], lambda each: _reason(context, each))
        for place in places
    ]
    if verb == REBEL and not node.get("several") and {each.target for each in expenses[1:]} & set(CITY_OF.values()):
        readings = ["; ".join(map(str, expenses)), expenses[0]]
        raise refusal("ambiguous", "a rebellion in each of them, or against that country?", WRITE_ONE, readings)
    for each in expenses:
        price, amount = least(context.position, each), amount_of(node)
        odd = ("fixed-price", f"As the board stands: it costs {price} ducats, neither more nor less.")
        yield Said(EXPENDITURES, each, odd if amount not in (None, price) else ("", ""))


def bribes_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the bribes of a `bribe`, each with the order beside it. Raises Refused."""
    deals = node.all("deal") or node.all("freed")
    entries: list[tuple[list[Unit], int | None]] = []
    for deal in deals:
        units = [_bribed(context, each) for each in deal.all("unit")]
        units += [unit for group in deal.all("group") for unit in group_of(context, group)]
        entries.append((units, amount_of(deal)))
    acts = [act for each in (*deals, *node.all("joined")) for act in each.all("act")]
    named = next((each.name for each in node.below(*_VERBS, "BRIBE")), "")
    told = {each.name for deal in deals for each in deal.children}
    does = DISBAND if "DISBAND" in told else BUY if "JOIN" in told else OPERATE if acts else ""
    verb = _VERBS.get(named) or does
    if not verb:
        raise refusal("which-bribe", "a bribe to do what?", "write Buy, Disband or Operate before the unit")
    for unit, amount in shared(node, entries, lambda unit, amount: Expense(verb, str(unit), amount)):
        if amount is None and verb != COUNTER and unit.owner == context.role:
            hint = f"in Spring write Disband {unit}, and it is not paid" if verb == DISBAND else ""
            raise refusal("illegal", "It is a unit of your own: there is nothing to buy", hint)
        yield _paid(context, Expense(verb, str(unit)), amount)
        yield from (_beside(context, verb, unit, act) for act in acts[:1])


def _bribed(context: Context, node: Node) -> Unit:
    """Return the unit that is bribed, never by the kind of a heading."""
    return unit_named(Context(context.position, context.role), node)


def _beside(context: Context, verb: str, unit: Unit, act: Node) -> Said:
    """Return the order of a bribed unit."""
    if verb not in (BUY, OPERATE):
        raise refusal("two-acts", "only a unit that you buy or operate obeys you", "write each on a line of its own")
    obeyed = replace(context, bribed={**context.bribed, str(unit): verb}, kind="", last=())
    return Said(ORDERS, order_of(obeyed, [unit], act))


def _paid(context: Context, expense: Expense, amount: int | None) -> Said:
    """Return an expenditure with its sum. Raises Refused if it is illegal as the board stands."""
    if amount is None:
        price = least(context.position, expense)
        hint = f"it costs {price} ducats, or 3, 6, ... more" if price else "write the number of ducats"
        raise refusal("no-amount", "how many ducats?", hint)
    expense = expense._replace(amount=amount)
    if why := _reason(context, expense):
        raise refusal("illegal", why)
    odd = forbidden(context.position, context.role, expense)  # a rebellion of this very season may still open the way
    if not odd and expense.verb in _VERBS.values() and expense.verb != COUNTER:
        unit = context.position.units.get(expense.place)
        odd = leave_wanted(context.position, context.role, unit) if unit is not None else ""
    return Said(EXPENDITURES, expense, ("out-of-reach", f"As the board stands: {odd}.") if odd else ("", ""))


def _reason(context: Context, expense: Expense) -> str:
    """Return why an expenditure is illegal, whatever else happens this season."""
    why = forbidden(context.position, context.role, expense)
    return "" if why == OUT_OF_REACH else why[:1].upper() + why[1:]


# permissions and excommunications


def permits_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the permissions of a `permit`, one for each country, right and unit. Raises Refused."""
    giver = node.get("party")
    if giver is not None and (theirs := party_of(giver)) != context.role:
        message = f"that is not your permission: {theirs.title()} has to write it"
        raise refusal("others-leave", message, "write your own orders without it")
    for party in (each for parties in node.all("parties") for each in parties.all("party")):
        player = party_of(party)
        if player == context.role:
            hint = "name the country that you let bribe, or pass"
            raise refusal("illegal", "you need no permission of your own", hint)
        if not context.position.alive(player):
            raise refusal("illegal", f"{player.title()} is out of the game")
        for right in node.below("right") or [node]:
            units = [_bribed(context, each) for each in right.below("unit")]
            own = next((str(unit) for unit in units if unit.owner == context.role), "")
            odd = ("own-leave", f"{own} is yours, and nobody needs your permission to bribe it.") if own else ("", "")
            if own and right.get("past"):
                hint = f"write: Allow {player.title()} bribes. Or name one unit of somebody else"
                raise refusal("illegal", odd[1], hint)
            if right.get("STRAITS"):
                yield Said(ORDERS, Permit(player, STRAITS, _only_straits(right)))
            else:
                named = [str(unit) for unit in units] or [""]
                yield from (Said(ORDERS, Permit(player, BRIBES, each), odd) for each in named)


def _only_straits(node: Node) -> str:
    """Return the province whose straits they may pass; empty for all that the writer keeps (9.3)."""
    places = [codes_of(each) for each in node.below("place")]
    named = [keeper for codes in places for keeper in _KEEPERS if keeper in codes]
    if len(named) < len(places):
        raise refusal("illegal", "nobody needs your permission there", "yours are the straits of Messina and Piombino")
    return named[0] if len(named) == 1 else ""


def ban_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the excommunication of a `ban`. Raises Refused for anybody but the Pope."""
    party = node.get("party")
    target = CRUSADE if party is None else party_of(party)
    if context.role != PAPACY:
        raise refusal("not-the-pope", "only the Papacy can excommunicate")
    if why := no_excommunication(context.position, target):
        raise refusal("illegal", why)
    yield Said(DEALINGS if context.is_spring else ORDERS, Excommunication(target))


def whole_list(
    position: Position, role: str, said: Sequence[str], filed: str, left: Sequence[str] = ()
) -> tuple[list[str], str]:
    """Return the list that goes on file, and a note about it. Whoever names no unit to pay, and does not say that none
    is, has sent no payment orders (7.3, ruling 10.2): the units that are on file to be paid, or else all, stay before
    the new ones. What is to be disbanded (`left`) is taken out; whoever only disbands pays all others.
    """
    if any(text == NOTHING or text.startswith(f"{PAY} ") for text in said):
        return [text for text in said if text not in left] or [NOTHING], ""
    before = [text for text in filed.splitlines() if text.startswith(f"{PAY} ")]
    old = before or [str(each) for each in default_payments(position, role)]
    whole = [*(text for text in old if text not in left), *said]
    return whole or [NOTHING], "" if before or left or not old else NO_LIST


def once_taxed(position: Position, role: str, dealings: Iterable[str]) -> Position:
    """Return the board of A.7, where what the writer taxes by force is no friendly province any more (ruling 10.1)."""
    taxed = {text.removeprefix("TAX "): role for text in dealings if text.startswith("TAX ")}
    return replace(position, rebellions={**position.rebellions, **taxed})


# the entries of the list


def paid_of(context: Context, node: Node) -> list[Said]:
    """Return the units of a `pay`. Raises Refused."""
    if not context.position.units_of(context.role):
        return [Said("", "you have no unit to pay", is_note=True)]
    paid, but = _listed_twice(context, node)
    return [Said(PAYMENTS, each) for each in paid if each not in but]


def fired_of(context: Context, node: Node) -> list[Said]:
    """Return the units of a `fire`, which are not to be paid. Raises Refused."""
    fired, but = _listed_twice(context, node)
    return [Said(LEFT, f"DISBAND {each.kind} {each.area}") for each in fired if each not in but]


def _listed_twice(context: Context, node: Node) -> tuple[list[Salary], list[Salary]]:
    """Return the units that a statement lists, and those that it excepts."""
    named, *but = node.all("staff_list") or [node]
    return _old_of(context, named), [each for listed in but for each in _old_of(context, listed)]


def raised_of(context: Context, node: Node) -> Iterator[Said | Refused]:
    """Yield each new unit of a `raise`, or what is wrong with it: a bad one loses no good one. Raises Refused."""
    for each in _places(context, node):
        try:
            yield Said(PAYMENTS, _new(context, *each))
        except Refused as fault:
            yield fault


def staff_of(context: Context, node: Node) -> list[Said | Refused]:
    """Return the entries of units without a verb: below a heading as it says, else the writer's are paid and others
    raised. Raises Refused if they are some of both.
    """
    if context.topic == "RAISE":
        return list(raised_of(context, node))
    if context.topic == "PAY":
        return list(paid_of(context, node))
    named = _places(context, node)
    own = [any(unit.owner == context.role for unit in context.at(kind, areas)) for kind, areas in named]
    entries = [(_old if is_own else _new)(context, *each) for is_own, each in zip(own, named, strict=True)]
    if any(own) and not all(own):
        readings = ["; ".join(map(str, sorted(entries, key=lambda each: each.verb)))]
        raise refusal("which-units", "some of these are yours, and some are new", WRITE_ONE, readings)
    return [Said(PAYMENTS, each) for each in entries]


def _old_of(context: Context, node: Node) -> list[Salary]:
    """Return the units of a list that the writer has. Raises Refused."""
    found: list[Salary] = []
    for part in node.below("part") or node.all("units") or [node]:
        if groups := part.below("group", "only"):
            wanted = {(unit.kind, unit.area) for unit in group_of(context, groups[0])}
            listed = default_payments(context.position, context.role)
            found += [each for each in listed if (each.kind, each.area) in wanted]
        elif part.below("PLACE"):
            found += [_old(context, *each) for each in _places(context, part)]
        else:
            unit = unit_named(context, part.below("unit")[0])  # the Florentine army
            found.append(_old(context, unit.kind, (unit.area,)))
    return list(dict.fromkeys(found))


def _places(context: Context, part: Node) -> list[tuple[str, tuple[str, ...]]]:
    """Return (kind, areas that the name can mean) of each unit that is named with its place. Raises Refused."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for node in part.below("troop", "unit") or [part]:
        is_letter = bool(node.below("LETTER"))  # `A FIR, PIS` says nothing of the second
        places, counted = (
            node.all("place"),
            [(kind_of(each), amount_of(each)) for each in node.below("several_of", "counted")],
        )
        kinds = ["" if is_letter and at else kind_of(node) for at in range(len(places))]
        if len(counted) > 1 or any(number is not None for _, number in counted):
            numbers = [1 if number is None else number for _, number in counted]
            if sum(numbers) != len(places):
                why = f"you say {sum(numbers)}, and name {len(places)}"
                raise refusal("which-units", why, "name each of them with its place")
            kinds = [kind for (kind, _), number in zip(counted, numbers, strict=True) for _ in range(number)]
        found += zip(kinds, map(codes_of, places), strict=True)
    if not found or part.below("group", "only"):
        raise refusal("no-such-unit", "which units, and where?", _where(context))
    return found


def _old(context: Context, kind: str, areas: Sequence[str]) -> Salary:
    """Return the writer's unit of this kind in one of these areas. Raises Refused."""
    found = [unit for unit in context.at(kind, areas) if unit.owner == context.role]
    if not found:
        what = " ".join(filter(None, (kind, "/".join(areas))))
        raise refusal("no-such-unit", f"I find no unit of yours in `{what}`", _HOW)
    return choose([Salary(PAY, unit.kind, unit.area) for unit in found], lambda _: "")


def _new(context: Context, kind: str, areas: Sequence[str]) -> Salary:
    """Return the unit of this kind, or the heading's, that can be raised in one of these areas. Raises Refused."""

    def why(unit: Salary) -> str:
        reason = no_raise(context.traded, context.role, unit)
        return reason and f"{unit.kind} {unit.area} cannot be raised: {reason}"

    kinds = kind or context.kind or "AFG"
    choices = [Salary(RAISE, each, area) for area in areas for each in kinds]
    return choose(choices, why, lambda _: _where(context))


def _where(context: Context) -> str:
    """Return the units that can be raised, for instance."""
    found = raisable(context.traded, context.role)
    return f"for example: raise {', '.join(found)}" if found else "you can raise no unit now"


# trades and taxes


def trades_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the trades of a `trade`. Raises Refused."""
    verb = PURCHASE if node.get("BUY") else SELL
    for lot in node.all("lot") or [node]:
        places = [[Trade(verb, code, party_of(lot), 0) for code in codes_of(place)] for place in lot.all("place")]
        for trades, price in shared(lot, [(places, amount_of(lot))], lambda some, price: some[0]._replace(price=price)):
            priced = [trade._replace(price=price or 0) for trade in trades]
            yield Said(DEALINGS, choose(priced, lambda trade: no_trade(context.position, context.role, trade)))


def taxes_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the forced taxes of a `tax`: with `all`, of each province that can be taxed. Raises Refused."""
    listed, board = node.get("places"), context.traded

    def why(tax: Tax) -> str:
        return no_tax(board, context.role, tax.province)

    if listed is not None:
        taxes = [[Tax(code) for code in codes_of(place)] for place in listed.all("place")]
        yield from (Said(DEALINGS, choose(each, why, lambda _: TAX_BOUGHT)) for each in taxes)
        return
    every = [tax for tax in map(Tax, BOARD.provinces) if not why(tax)]
    if not every:
        raise refusal("illegal", "you control no province that you can tax")
    rise = "This province rises" if len(every) == 1 else f"These {len(every)} provinces all rise"
    odd = ("all-taxed", f"{rise} against you once taxed (5.3).")
    yield from (Said(DEALINGS, tax, odd if tax == every[0] else ("", "")) for tax in every)
