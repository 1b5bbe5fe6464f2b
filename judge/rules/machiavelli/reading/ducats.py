"""What ducats are for, and what others may do: gifts, expenditures, permissions, bans (8.1, 9.3, 10 to 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.reading.grammar import Node
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
from judge.rules.machiavelli.orders import BRIBES, STRAITS, Excommunication, Order, Permit
from judge.rules.machiavelli.play import no_excommunication
from judge.rules.machiavelli.position import Unit
from judge.rules.machiavelli.reading.names import CITY_OF
from judge.rules.machiavelli.reading.operations import orders_of_act
from judge.rules.machiavelli.reading.units import (
    Context,
    Unclear,
    check_several,
    codes_of,
    group_of,
    party_of,
    unit_named,
)
from judge.rules.machiavelli.victory import PAPACY

_VERBS = {
    "COUNTER": COUNTER,
    "PROTECT": COUNTER,
    "BUY": BUY,
    "DISBAND": DISBAND,
    "OPERATE": OPERATE,
    "INDEPENDENT": INDEPENDENCE,
}
CRUSADE = "TURKEY"
_KEEPERS = ("MES", "PIO")
_ONE_SUM = "write one of these, or each of them by itself"


class Spent(NamedTuple):
    """An expenditure, what is odd about it, and the orders that the same statement gives to its unit."""

    expense: Expense
    odd: str = ""
    orders: tuple[Order, ...] = ()


def amount_of(node: Node | None) -> int | None:
    """Return the number of the first `amount` below a node."""
    amount = next((each for each in node.walk() if each.name == "amount"), None) if node is not None else None
    if amount is None:
        return None
    numbers = [int(each.value or 0) for each in amount.children if each.name in ("NUMBER", "NUMBERED")]
    if len(numbers) > 1 and not (numbers[0] % 10 == 0 and 0 < numbers[1] < 10):
        raise Unclear("two-amounts", "it has two numbers", "write the number in digits")
    return sum(numbers)  # `thirty-three`


def _wanted(amount: int | None, least_price: int) -> int:
    if amount is None:
        hint = f"it costs {least_price} ducats, or 3, 6, ... more" if least_price else "write the number of ducats"
        raise Unclear("no-amount", "how many ducats?", hint)
    return amount


# gifts


def gifts_of(context: Context, node: Node) -> Iterator[tuple[Gift, bool]]:
    """Yield (gift, whether it comes on top of the same on file) of a `gift`. Raises Unclear."""
    for grant in node.all("grant") or [node]:
        named = [party_of(context, each, other=True) for each in grant.walk() if each.name == "party"]
        ducats = _wanted(amount_of(grant), 0)
        if ducats < 1:
            raise Unclear("no-amount", "a gift is at least 1 ducat")
        gifts = [Gift(each, ducats) for each in named]
        check_several(grant, len(gifts))
        if len(gifts) > 1 and not grant.get("EACH"):
            each = "; ".join(map(str, gifts))
            raise Unclear("gift-to-several", "to each of them?", "write one of these, or each gift by itself", [each])
        for gift in gifts:
            if why := no_gift(context.position, context.role, gift.to):
                raise Unclear("illegal", why)
            yield gift, grant.get("MORE") is not None


# leaders


def guards_of(context: Context, node: Node) -> Iterator[Spent]:
    """Yield the bodyguards of a `guard`. Raises Unclear."""
    found: list[tuple[list[str], int | None]] = []
    for each in node.all("guarded") or [node]:
        wards = [ward for who in each.all("who") for ward in who.children if ward.name in ("SELF", "party")]
        lords = [context.role if ward.name == "SELF" else party_of(context, ward, own=True) for ward in wards]
        found.append((lords or [context.role], amount_of(each)))
    yield from (_leader(context, BODYGUARD, lord, sum_) for lord, sum_ in _shared(BODYGUARD, found, node))


def murders_of(context: Context, node: Node) -> Iterator[Spent]:
    """Yield the assassinations of a `murder`. Raises Unclear."""
    for each in node.all("killed") or [node]:
        yield _leader(context, ASSASSINATE, party_of(context, each, other=True), amount_of(each))


def _leader(context: Context, verb: str, lord: str, amount: int | None) -> Spent:
    expense = Expense(verb, lord, _wanted(amount, least(context.position, Expense(verb, lord))))
    return _legal(context, expense)


def _shared(verb: str, entries: Sequence[tuple[Sequence[str], int | None]], node: Node) -> list[tuple[str, int | None]]:
    """Return each target with its sum. A sum at the end of a list stands for each of them only with `each`."""
    sums = [amount for _, amount in entries]
    targets = [target for names, _ in entries for target in names]
    if len(targets) == 1:
        check_several(node, 1)
    is_one = len(targets) > 1 and sums[-1] is not None and not any(sums[:-1])
    if is_one and not any(each.name == "EACH" for each in node.walk()):
        half = (sums[-1] or 0) // len(targets)
        ways = [sums[-1], *([half] if half and half * len(targets) == sums[-1] else [])]
        readings = ["; ".join(str(Expense(verb, target, way or 0)) for target in targets) for way in ways]
        raise Unclear("one-sum", "is that sum for each of them, or for all together?", _ONE_SUM, readings)
    if is_one:
        return [(target, sums[-1]) for target in targets]
    return [(target, amount) for names, amount in entries for target in names]


# rebellions


def rebellions_of(context: Context, node: Node) -> Iterator[Spent]:
    """Yield what a `rebel` or `pacify` pays. What is said about the victim is ignored (11.1). Raises Unclear."""
    verb = REBEL if node.name == "rebel" else PACIFY
    places = [place for each in node.all("risen") for place in each.all("place")] or node.all("place")
    if not places:
        raise Unclear("no-such-name", "I cannot tell which province is meant")
    if len(places) > 1 and node.name == "rebel" and node.get("several") is None:
        _check_victims(places)
    for place in places:
        codes = codes_of(place)
        good = [code for code in codes if not forbidden(context.position, context.role, Expense(verb, code))] or codes
        if len(good) > 1:
            raise Unclear("ambiguous", "I can read this in more than one way", "write one of these", good)
        expense = Expense(verb, good[0])
        price, amount = least(context.position, expense), amount_of(node)
        odd = f"it costs {price} ducats, neither more nor less"
        spent = _legal(context, expense)
        yield spent._replace(odd=odd) if amount not in (None, price) else spent


def _check_victims(places: Sequence[Node]) -> None:
    """Raise Unclear if a place behind the first could be the victim: `Rebellion in Pisa, Genoa`."""
    codes = [codes_of(place)[0] for place in places]
    if any(code in CITY_OF.values() for code in codes[1:]):
        readings = ["; ".join(f"{REBEL} {code}" for code in codes), f"{REBEL} {codes[0]}"]
        raise Unclear("ambiguous", "a rebellion in each of them, or against that country?", _ONE_SUM, readings)


# bribes


def bribes_of(context: Context, node: Node, text: str) -> Iterator[Spent]:
    """Yield the bribes of a `bribe`, with the orders beside them. Raises Unclear."""
    verbs = [*node.all("bribing"), *node.all("hiring")]
    verb = _VERBS.get(verbs[0].children[0].name, "") if verbs else INDEPENDENCE
    deals = node.all("deal") or node.all("freed")
    entries: list[tuple[list[Unit], int | None]] = []
    for deal in deals:
        named = [_bribed(context, unit) for unit in deal.all("unit")]
        entries.append(
            ([*named, *(u for group in deal.all("group") for u in group_of(context, group))], amount_of(deal))
        )
    joins, tells = any(deal.get("JOIN") for deal in deals), any(deal.get("act") for deal in deals) or node.get("joined")
    verb = verb or (BUY if joins else OPERATE if tells else "")
    if not verb:
        raise _which_bribe(context, entries[0][0][0], entries[0][1])
    by_text = {str(unit): unit for units, _ in entries for unit in units}
    for target, amount in _shared(verb, [([str(unit) for unit in units], amount) for units, amount in entries], node):
        bribed = by_text[target]
        if amount is None and verb != COUNTER and bribed.owner == context.role:
            hint = f"in Spring write Disband {bribed}, and it is not paid" if verb == DISBAND else ""
            raise Unclear("illegal", "It is a unit of your own: there is nothing to buy", hint)
        expense = Expense(verb, target, _wanted(amount, least(context.position, Expense(verb, target))))
        spent = _legal(context, expense)
        act = next((each for deal in deals for each in deal.all("act")), None)
        joined = node.get("joined")
        act = joined.get("act") if joined is not None else act
        yield spent if act is None else spent._replace(orders=tuple(_beside(context, expense, bribed, act, text)))


def _bribed(context: Context, node: Node) -> Unit:
    """Return the unit that is bribed, never by the kind of a heading."""
    return unit_named(Context(context.position, context.role), node)


def _beside(context: Context, expense: Expense, unit: Unit, act: Node, text: str) -> list[Order]:
    """Return the orders of a bribed unit."""
    if expense.verb not in (BUY, OPERATE):
        raise Unclear("two-acts", "only a unit that you buy or operate obeys you", "write each on a line of its own")
    defecting = context.defecting | ({expense.target} if expense.verb == BUY else frozenset())
    hoped = replace(context, hoped=context.hoped | {expense.target}, defecting=defecting, kind="", last=())
    try:
        return orders_of_act(hoped, unit, act, text)
    except Unclear as unclear:
        hint = unclear.hint or f"write the bribe and the order of {expense.target} apart"
        raise Unclear(unclear.kind, unclear.message, hint, unclear.readings) from None


def _which_bribe(context: Context, unit: Unit, amount: int | None) -> Unclear:
    ways = (BUY, DISBAND, INDEPENDENCE, OPERATE)
    priced = [(way, least(context.position, Expense(way, str(unit)))) for way in ways]
    good = {way: amount if amount and amount >= price and not (amount - price) % 3 else price for way, price in priced}
    readings = [f"{way} {unit} {good[way]}" for way, price in priced if price]
    return Unclear("which-bribe", "a bribe to do what?", "write one of these", readings)


def _legal(context: Context, expense: Expense) -> Spent:
    """Raise Unclear if an expenditure is illegal as the board stands."""
    position, role = context.position, context.role
    why = forbidden(position, role, expense)
    if why == OUT_OF_REACH:
        return Spent(expense, why)  # a rebellion of this very season may still open the way
    if why:
        raise Unclear("illegal", why[0].upper() + why[1:])
    bribed = expense.verb in _VERBS.values() and expense.verb != COUNTER and position.units.get(expense.place)
    return Spent(expense, leave_wanted(position, role, bribed) if bribed else "")


# permissions and excommunications


def permits_of(context: Context, node: Node) -> Iterator[Permit]:
    """Yield the permissions of a `permit`, one for each country, right and unit. Raises Unclear."""
    giver = node.get("party")
    if giver is not None and (theirs := party_of(context, giver, own=True)) != context.role:
        message = f"that is not your permission: {theirs.title()} has to write it"
        raise Unclear("others-leave", message, "write your own orders without it")
    rights = node.get("rights")
    for party in (each for parties in node.all("parties") for each in parties.all("party")):
        player = party_of(context, party, other=True)
        if player == context.role:
            hint = "name the country that you let bribe, or pass"
            raise Unclear("illegal", "you need no permission of your own", hint)
        if not context.position.alive(player):
            raise Unclear("illegal", f"{player.title()} is out of the game")
        if rights is None:
            yield from _bribes(context, player, node)
            continue
        for right in rights.all("right"):
            if right.get("BRIBE"):
                yield from _bribes(context, player, right)
            else:
                yield Permit(player, STRAITS, _only_straits(right))


def _bribes(context: Context, player: str, node: Node) -> Iterator[Permit]:
    units = node.get("units")
    if units is None:
        yield Permit(player, BRIBES)
        return
    for each in units.all("unit"):
        unit = _bribed(context, each)
        if node.get("past") is not None and unit.owner == context.role:
            why = f"{unit} is yours. Permit all that they bribe past your units, or one unit of others"
            name = player.title()
            hint = f"write: Allow {name} bribes. Or, for one unit of somebody else: Allow {name} bribes A PIS"
            raise Unclear("illegal", why, hint)
        yield Permit(player, BRIBES, str(unit))


def _only_straits(node: Node) -> str:
    """Return the province whose straits they may pass; empty for all that the writer keeps (9.3)."""
    strait = node.get("strait")
    if strait is None:
        return ""
    named = [keeper for place in strait.all("place") for keeper in _KEEPERS if keeper in codes_of(place)]
    if len(named) < len(strait.all("place")):
        raise Unclear("illegal", "nobody needs your permission there", "yours are the straits of Messina and Piombino")
    return named[0] if len(named) == 1 else ""


def ban_of(context: Context, node: Node) -> Excommunication:
    """Return the excommunication of a `ban`. Raises Unclear for anybody but the Pope."""
    party = node.get("party")
    target = CRUSADE if party is None else party_of(context, party, other=True)
    if context.role != PAPACY:
        raise Unclear("not-the-pope", "only the Papacy can excommunicate")
    if why := no_excommunication(context.position, target):
        raise Unclear("illegal", why)
    return Excommunication(target)
