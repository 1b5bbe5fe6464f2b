"""What ducats are for, and what others may do: gifts, expenditures, permissions, bans (8.1, 9.3, 10 to 15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.reading.grammar import Node
from judge.rules.machiavelli.canonical import DEALINGS, EXPENDITURES, GIFTS, ORDERS
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
    STEP,
    Expense,
    Gift,
    forbidden,
    least,
    leave_wanted,
    no_gift,
)
from judge.rules.machiavelli.orders import BRIBES, STRAITS, Excommunication, Permit
from judge.rules.machiavelli.play import no_excommunication
from judge.rules.machiavelli.position import Unit
from judge.rules.machiavelli.reading.names import CITY_OF
from judge.rules.machiavelli.reading.operations import order_of
from judge.rules.machiavelli.reading.units import (
    WRITE_ONE,
    Context,
    Said,
    Unclear,
    amount_of,
    choose,
    codes_of,
    group_of,
    party_of,
    shared,
    unit_named,
)
from judge.rules.machiavelli.victory import PAPACY

_VERBS = {verb: verb for verb in (BUY, COUNTER, DISBAND, INDEPENDENCE, OPERATE)}
_VERBS |= {"PROTECT": COUNTER, "MAKE": INDEPENDENCE, "CONVERT": INDEPENDENCE}
"""Word before a bribe -> its verb."""
CRUSADE = "TURKEY"
_KEEPERS = ("MES", "PIO")


def gifts_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the gifts of a `gift`. Raises Unclear."""
    for grant in node.all("grant") or [node]:
        parties = [party_of(each) for each in grant.below("party")]
        for to, ducats in shared(grant, [(parties, amount_of(grant))], Gift):
            if not ducats:
                raise Unclear("no-amount", "how many ducats?", "a gift is at least 1 ducat")
            if why := no_gift(context.position, context.role, to):
                raise Unclear("illegal", why)
            yield Said(GIFTS, Gift(to, ducats), more=grant.get("MORE") is not None)


# expenditures


def leaders_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the bodyguards of a `guard`, or the assassinations of a `murder`. Raises Unclear."""
    verb = BODYGUARD if node.name == "guard" else ASSASSINATE
    entries: list[tuple[list[str], int | None]] = []
    for each in node.all("guarded") or node.all("killed") or [node]:
        named = each.below("SELF", "party")
        lords = [context.role if lord.name == "SELF" else party_of(lord) for lord in named] or [context.role]
        entries.append((lords, amount_of(each)))
    for lord, amount in shared(node, entries, lambda lord, amount: Expense(verb, lord, amount)):
        yield _paid(context, Expense(verb, lord), amount)


def rebellions_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield what a `rebel` or `pacify` pays. What is said about the victim is ignored (11.1). Raises Unclear."""
    verb = REBEL if node.name == "rebel" else PACIFY
    places = [place for each in node.all("risen") for place in each.all("place")] or node.all("place")
    expenses = [
        choose([Expense(verb, code) for code in codes_of(place)], lambda each: _reason(context, each))
        for place in places
    ]
    if verb == REBEL and not node.get("several") and {each.target for each in expenses[1:]} & set(CITY_OF.values()):
        readings = ["; ".join(map(str, expenses)), expenses[0]]
        raise Unclear("ambiguous", "a rebellion in each of them, or against that country?", WRITE_ONE, readings)
    for each in expenses:
        price, amount = least(context.position, each), amount_of(node)
        odd = ("fixed-price", f"As the board stands: it costs {price} ducats, neither more nor less.")
        yield Said(EXPENDITURES, each, odd if amount not in (None, price) else ("", ""))


def bribes_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the bribes of a `bribe`, each with the order beside it. Raises Unclear."""
    deals = node.all("deal") or node.all("freed")
    entries: list[tuple[list[Unit], int | None]] = []
    for deal in deals:
        units = [_bribed(context, each) for each in deal.all("unit")]
        units += [unit for group in deal.all("group") for unit in group_of(context, group)]
        entries.append((units, amount_of(deal)))
    acts = [act for each in (*deals, *node.all("joined")) for act in each.all("act")]
    named = next((each.name for each in node.below(*_VERBS, "BRIBE")), "")
    verb = _VERBS.get(named) or (BUY if any(deal.get("JOIN") for deal in deals) else OPERATE if acts else "")
    if not verb:
        raise _which_bribe(context, entries[0][0][0], entries[0][1])
    for unit, amount in shared(node, entries, lambda unit, amount: Expense(verb, str(unit), amount)):
        if amount is None and verb != COUNTER and unit.owner == context.role:
            hint = f"in Spring write Disband {unit}, and it is not paid" if verb == DISBAND else ""
            raise Unclear("illegal", "It is a unit of your own: there is nothing to buy", hint)
        yield _paid(context, Expense(verb, str(unit)), amount)
        yield from (_beside(context, verb, unit, act) for act in acts[:1])


def _bribed(context: Context, node: Node) -> Unit:
    """Return the unit that is bribed, never by the kind of a heading."""
    return unit_named(Context(context.position, context.role), node)


def _beside(context: Context, verb: str, unit: Unit, act: Node) -> Said:
    """Return the order of a bribed unit."""
    if verb not in (BUY, OPERATE):
        raise Unclear("two-acts", "only a unit that you buy or operate obeys you", "write each on a line of its own")
    obeyed = replace(context, bribed={**context.bribed, str(unit): verb}, kind="", last=())
    return Said(ORDERS, order_of(obeyed, [unit], act))


def _which_bribe(context: Context, unit: Unit, amount: int | None) -> Unclear:
    readings: list[Expense] = []
    for way in (BUY, DISBAND, INDEPENDENCE, OPERATE):
        price = least(context.position, Expense(way, str(unit)))
        fits = amount is not None and amount >= price and (amount - price) % STEP == 0
        if price:
            readings.append(Expense(way, str(unit), amount if amount and fits else price))
    return Unclear("which-bribe", "a bribe to do what?", WRITE_ONE, readings)


def _paid(context: Context, expense: Expense, amount: int | None) -> Said:
    """Return an expenditure with its sum. Raises Unclear if it is illegal as the board stands."""
    if amount is None:
        price = least(context.position, expense)
        hint = f"it costs {price} ducats, or 3, 6, ... more" if price else "write the number of ducats"
        raise Unclear("no-amount", "how many ducats?", hint)
    expense = expense._replace(amount=amount)
    if why := _reason(context, expense):
        raise Unclear("illegal", why)
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
    """Yield the permissions of a `permit`, one for each country, right and unit. Raises Unclear."""
    giver = node.get("party")
    if giver is not None and (theirs := party_of(giver)) != context.role:
        message = f"that is not your permission: {theirs.title()} has to write it"
        raise Unclear("others-leave", message, "write your own orders without it")
    for party in (each for parties in node.all("parties") for each in parties.all("party")):
        player = party_of(party)
        if player == context.role:
            hint = "name the country that you let bribe, or pass"
            raise Unclear("illegal", "you need no permission of your own", hint)
        if not context.position.alive(player):
            raise Unclear("illegal", f"{player.title()} is out of the game")
        for right in node.below("right") or [node]:
            units = [_bribed(context, each) for each in right.below("unit")]
            own = next((str(unit) for unit in units if unit.owner == context.role), "")
            odd = ("own-leave", f"{own} is yours, and nobody needs your permission to bribe it.") if own else ("", "")
            if own and right.get("past"):
                hint = f"write: Allow {player.title()} bribes. Or name one unit of somebody else"
                raise Unclear("illegal", odd[1], hint)
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
        raise Unclear("illegal", "nobody needs your permission there", "yours are the straits of Messina and Piombino")
    return named[0] if len(named) == 1 else ""


def ban_of(context: Context, node: Node) -> Iterator[Said]:
    """Yield the excommunication of a `ban`. Raises Unclear for anybody but the Pope."""
    party = node.get("party")
    target = CRUSADE if party is None else party_of(party)
    if context.role != PAPACY:
        raise Unclear("not-the-pope", "only the Papacy can excommunicate")
    if why := no_excommunication(context.position, target):
        raise Unclear("illegal", why)
    yield Said(DEALINGS if context.is_spring else ORDERS, Excommunication(target))
