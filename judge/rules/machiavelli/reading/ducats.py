"""The clauses of a letter that are about ducats, leaders, permissions and provinces: their readings."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from judge.rules.machiavelli.expenses import (
    ASSASSINATE,
    BODYGUARD,
    BUY,
    COUNTER,
    DISBAND,
    INDEPENDENCE,
    LEADERS,
    OPERATE,
    OUT_OF_REACH,
    PACIFY,
    REBEL,
    REBELLIONS,
    Expense,
    Gift,
    forbidden,
    least,
    leave_wanted,
)
from judge.rules.machiavelli.reading.mentions import Context, Unclear, orders_a_unit, skip, unit_mentions
from judge.rules.machiavelli.reading.names import AREA_ADJECTIVES, areas_at, countries_at, is_number
from judge.rules.words.numbers import NUMBERS

GIVE = "GIVE"
BRIBE = "BRIBE"

# What a clause is about, by the words in it; the first that fits.
TOPICS: tuple[tuple[str, frozenset[str]], ...] = (
    (COUNTER, frozenset(("counterbribe", "counter", "counterbribing"))),
    (
        ASSASSINATE,
        frozenset(("assassinate", "assassination", "assassinations", "assassinating", "murder", "kill", "assassin")),
    ),
    (BODYGUARD, frozenset(("bodyguard", "bodyguards", "guard", "protect", "protection"))),
    (PACIFY, frozenset(("pacify", "pacifying", "pacification", "suppress", "suppressing", "quell", "quelling"))),
    (REBEL, frozenset(("rebel", "rebellion", "rebellions", "revolt", "revolts", "uprising", "uprisings", "incite"))),
    (OPERATE, frozenset(("operate", "operating"))),
    (BUY, frozenset(("buy", "buying", "purchase", "purchasing", "defect", "join"))),
    (DISBAND, frozenset(("disband", "disbanding"))),
    (INDEPENDENCE, frozenset(("independent", "independence"))),
    (BRIBE, frozenset(("bribe", "bribing"))),
)
GIFT_WORDS = frozenset(
    [
        *(
            "give",
            "giving",
            "gift",
            "send",
            "sending",
            "transfer",
            "transferring",
            "donate",
            "lend",
            "loan",
            "grant",
            "pay",
            "paying",
        ),
        *("repay", "repaying"),
        *("get", "gets", "receive", "receives"),
    ]
)
NOISE = GIFT_WORDS | {
    *("the", "a", "an", "to", "of", "for", "in", "at", "with", "by", "against", "on", "and", "into", "it", "out"),
    *(
        "ducats",
        "ducat",
        "d",
        "duc",
        "price",
        "worth",
        "back",
        "more",
        "another",
        "extra",
        "order",
        "attempt",
        "attempting",
        "directed",
    ),
    *("player", "leader", "leaders", "duke", "king", "doge", "prince", "lord", "republic", "kingdom", "duchy"),
    *(
        "hire",
        "hiring",
        "start",
        "starting",
        "raise",
        "raising",
        "rise",
        "rising",
        "cause",
        "make",
        "making",
        "turn",
        "turning",
        "convert",
        "converting",
    ),
    *("convert", "unit", "bribe", "bribing", "become", "becomes", "go", "ask", "us", "my", "our", "new", "off"),
}
AGAINST = frozenset(("against", "vs", "versus", "contra"))
_VICTIM_NOISE = AGAINST | {"victim", "ruler", "rulers", "rule", "player", "garrison", "army", "fleet", "there", "held"}
_ACTS = GIFT_WORDS.union(*(keys for _, keys in TOPICS))
SELF_WORDS = frozenset(("me", "myself", "ourselves", "us", "own", "self"))
SELLING = frozenset(("sell", "sells", "selling"))


def topic_of(words: Sequence[str]) -> str:
    """What a clause of a campaign's letter spends on; empty if it does not look like an expenditure."""
    there = set(words)
    amount = any(is_number(word) for word in words)
    for topic, keys in TOPICS:
        if there & keys and (topic != INDEPENDENCE or amount or "bribe" in there):
            return topic
    gives = there & GIFT_WORDS or (there & {"ducats", "ducat", "d"} and not there & SELLING)
    return GIVE if (gives and amount) or _again(words) or _without_a_sum(words) else ""


def _again(words: Sequence[str]) -> bool:
    """`5 more to Florence`, which the judge says to write where a gift is repeated."""
    return list(words[1:3]) == ["more", "to"] and is_number(words[0]) and bool(whole_country(words[3:]))


_GIVES = frozenset(("give", "giving", "send", "sending", "transfer", "transferring", "donate", "lend", "loan"))
_SOME = frozenset(
    (
        "all",
        "everything",
        "nothing",
        "no",
        "any",
        "some",
        "half",
        "whole",
        "entire",
        "rest",
        "remaining",
        "left",
        "have",
    )
) | {"my", "our", "i", "we", "what", "money", "treasury"}


def _without_a_sum(words: Sequence[str]) -> bool:
    """`give all my ducats to Florence`: a gift, but of how many?"""
    said = [word for word in words if word not in _SOME]
    return words[:1] != [] and words[0] in _GIVES and bool(whole_country(said))


def amount_of(words: Sequence[str]) -> tuple[int | None, list[str]]:
    """The one number of a clause and the other words. Unclear if there are several."""
    rest: list[str] = []
    amounts: list[int] = []
    for before, word in zip(("", *words), words, strict=False):
        if word == "one" and before == "independent":
            continue  # `into an independent one for 9`
        if is_number(word):
            amounts.append(NUMBERS[word] if word in NUMBERS else int((word.lstrip("0") or "0")[:6]))
        else:
            rest.append(word)
    if len(amounts) > 1:
        raise Unclear("two-amounts", "it has two numbers", "write the expenditures one after the other")
    return (amounts[0] if amounts else None), rest


def amount_or_ask(amount: int | None, least_price: int) -> int:
    if amount is None:
        hint = f"it costs {least_price} ducats, or 3, 6, ... more" if least_price else "write the number of ducats"
        raise Unclear("no-amount", "how many ducats?", hint)
    return amount


def whole_country(words: Sequence[str]) -> list[str]:
    at = skip(words, 0, NOISE)
    return [code for codes, end in countries_at(words, at) if skip(words, end, NOISE) == len(words) for code in codes]


def whole_area(words: Sequence[str]) -> list[str]:
    at = skip(words, 0, NOISE)
    # `for` is noise, and Fornova: every word from which only noise lies ahead may begin the name.
    found = [
        code
        for start in range(at + 1)
        for codes, end in areas_at(words, start)
        if skip(words, end, NOISE) == len(words)
        for code in codes
    ]
    if not found and at < len(words) and skip(words, at + 1, NOISE) == len(words):
        found = sorted(AREA_ADJECTIVES.get(words[at], ()))
    return found


def _beside_a_victim(words: Sequence[str]) -> list[str]:
    """The province of a rebellion where something is said about its victim, which the judge ignores (11.1):
    `pisa against genoa`, `against the genoese in pisa`, `pis genoa`, `genoese pisa`.
    """
    at = next((at for at, word in enumerate(words) if word in AGAINST), len(words))
    if at < len(words):
        before, after = words[:at], words[at + 1 :]
        if found := whole_area(before):
            return found
        places = [start for start, word in enumerate(after) if word in ("in", "at", "on")]
        return next((found for start in (*places, *_victims(after, 0)) if (found := whole_area(after[start:]))), [])
    begin = skip(words, 0, NOISE)
    first = [
        code for codes, end in areas_at(words, begin) if len(words) in _victims(words[end:], end) for code in codes
    ]
    behind = [end for end in _victims(words, 0) if end < len(words)]
    return first or [code for end in behind for code in whole_area(words[end:])]


def _victims(words: Sequence[str], offset: int) -> list[int]:
    """Where a mention of whom a rebellion is against can end, counted from `offset`."""
    begin = skip(words, 0, NOISE | _VICTIM_NOISE)
    ends = [end for _, end in countries_at(words, begin)]
    if begin < len(words) and words[begin] in ("independent", "independents", "nobody"):
        ends.append(begin + 1)
    return [offset + skip(words, end, _VICTIM_NOISE) for end in ends]


def only_one(found: Sequence[str], what: str, example: str = "") -> str:
    each = list(dict.fromkeys(found))
    if not each:
        raise Unclear("no-such-name", f"I cannot tell which {what} is meant", example)
    if len(each) > 1:
        raise Unclear("ambiguous", "I can read this in more than one way", "write one of these", tuple(each))
    return each[0]


def read_gift_clause(words: Sequence[str]) -> Gift:
    """`give 5 ducats to Florence`. Unclear otherwise."""
    amount, rest = amount_of(words)
    rest = [word for word in rest if word not in _SOME] if amount is None else rest
    to = only_one(whole_country(rest), "country", "for example: Give 2 ducats to Venice")
    ducats = amount_or_ask(amount, 0)
    if ducats < 1:
        raise Unclear("no-amount", "a gift is at least 1 ducat")
    return Gift(to, ducats)


def read_expense_clause(context: Context, topic: str, words: Sequence[str]) -> tuple[Expense, str]:
    """The expenditure, and what is odd about it (a warning) or empty. Unclear if it is none or illegal."""
    position, role = context.position, context.role
    keys = dict(TOPICS)[topic]
    if topic == BODYGUARD and not keys.isdisjoint(words) and _names_a_unit(context, words, keys):
        topic = COUNTER  # `Protect A FIR with 3 ducats`
    amount, rest = amount_of(words)
    words = [word for word in rest if word not in keys or (word == "independent" and topic != INDEPENDENCE)]
    if topic == BODYGUARD and not AGAINST.isdisjoint(words):
        raise Unclear("ambiguous", "a bodyguard for whom?", "say for whom, and not against whom: Bodyguard for 3")
    if topic in LEADERS:
        kept = [word for word in words if word not in SELF_WORDS]
        myself = topic == BODYGUARD and skip(kept, 0, NOISE) == len(kept)
        target = role if myself else only_one(whole_country(kept), "country")
        expense = Expense(topic, target, amount_or_ask(amount, least(position, Expense(topic, target))))
    elif topic in REBELLIONS:
        _check_against_whom(words, rest)
        _check_how_to_end_it(context, rest)
        behind = next((at for at, word in enumerate(words) if word in AGAINST), len(words))
        another = {after for before, after in itertools.pairwise(words) if before in ("and", "then")} & _ACTS
        begun = next((at for at, word in enumerate(rest) if word in keys), 0)
        gives = (GIFT_WORDS - {"pay", "paying"}) & set(rest[begun:])  # `Rebellion in Pisa (give 5 to Milan)`
        if another or gives or (_ACTS - {"independent"}) & set(words[behind:]) or orders_a_unit(context, words):
            raise Unclear("two-acts", "a rebellion and something else in one", "write each on a line of its own")
        words = [word for word in words if word not in ("rebellion", "rebellions", "revolt", "revolts", "province")]
        plain = [] if AGAINST.intersection(words) else whole_area(words)
        expense = Expense(topic, only_one(plain or _beside_a_victim(words), "province"))
        price = least(position, expense)
        if amount not in (None, price) and not forbidden(position, role, expense):
            return expense, f"it costs {price} ducats, neither more nor less"
    else:
        unit = unit_named(context, [word for word in words if word not in ("me", "offer", "offering")])
        if topic == BRIBE:
            raise _which_bribe(context, unit, amount)
        if amount is None and topic != COUNTER and position.units[Expense(topic, unit).place].owner == role:
            hint = f"in Spring write Disband {unit}, and it is not paid" if topic == DISBAND else ""
            raise Unclear("illegal", "It is a unit of your own: there is nothing to buy", hint)
        expense = Expense(topic, unit, amount_or_ask(amount, least(position, Expense(topic, unit))))
    why = forbidden(position, role, expense)
    unit_there = topic not in LEADERS and topic not in REBELLIONS and position.units.get(expense.place)
    if not why:
        bribed = unit_there if topic != COUNTER else None
        return expense, leave_wanted(position, role, bribed) if bribed else ""
    if why == OUT_OF_REACH:
        return expense, why  # a rebellion of this very season may still open the way
    raise Unclear("illegal", why[0].upper() + why[1:] if why else "")


def _check_against_whom(words: Sequence[str], said: Sequence[str]) -> None:
    """Unclear of `12 ducats against the rebellion in Pisa`: it is not to start one."""
    keys = dict(TOPICS)[REBEL]
    against = next((at for at, word in enumerate(said) if word in AGAINST), len(said))
    behind = skip(said, against + 1, frozenset(("the", "a", "any")))
    if behind < len(said) and said[behind] in keys:
        areas = whole_area([word for word in words if word not in AGAINST | keys])[:1]
        readings = tuple(f"{verb} {area}" for verb in (PACIFY, REBEL) for area in areas)
        raise Unclear("ambiguous", "to end a rebellion, or to start one?", "write one of these", readings)


def _check_how_to_end_it(context: Context, said: Sequence[str]) -> None:
    """Unclear of `put down the rebellion in Pisa`: units do that by a Hold, and ducats pacify (11.3)."""
    if "down" not in said or "put" not in said:
        return
    rest = [word for word in said if word not in {"put", "down", *dict(TOPICS)[REBEL]}]
    areas = whole_area(rest)[:1]
    units = (unit for area in areas for unit in context.position.units_in(area) if unit.owner == context.role)
    ways = (*(f"{PACIFY} {area}" for area in areas), *(f"{unit} H" for unit in units if unit.kind != "G"))
    raise Unclear("ambiguous", "by ducats, or by a unit that holds there?", "write one of these", ways)


def _names_a_unit(context: Context, words: Sequence[str], keys: frozenset[str]) -> bool:
    """`protect A FIR`, and no leader: a kind of unit stands right behind the verb."""
    if not {"protect", "guard"} & set(words):
        return False
    rest = [word for word in words if word not in keys and not word.isdigit()]
    return any(kind and skip(rest, end, NOISE) == len(rest) for kind, _, end in unit_mentions(context, rest, 0))


def unit_named(context: Context, words: Sequence[str]) -> str:
    """The unit that a bribe is about, as `G SIE`."""
    found: dict[str, None] = {}
    absent: dict[str, None] = {}
    plainly = Context(context.position, context.role)
    mentions = [
        (kind, area)
        for start in range(skip(words, 0, NOISE) + 1)  # `for` is noise, and Fornova; `a` is, and an army
        for kind, area, end in unit_mentions(plainly, words, start)
        if skip(words, end, NOISE) == len(words)
    ]
    for kind, area in [each for each in mentions if each[0]] or mentions:
        here = [unit for unit in context.position.units_in(area) if kind in ("", unit.kind)]
        found.update((str(unit), None) for unit in here)
        if not here:
            absent[f"{kind} {area}".strip()] = None
    if not found and absent:
        raise Unclear("no-such-unit", f"there is no {next(iter(absent))} on the board")
    return only_one(list(found), "unit")


def ask_of_bribe(context: Context, words: Sequence[str]) -> None:
    """Unclear of `pay 9 ducats for G SIE`, where another's unit stands: to whom would it be a gift?"""
    amount, rest = amount_of(words)
    try:
        unit = unit_named(context, rest)
    except Unclear:
        return
    if context.position.units[Expense(BUY, unit).place].owner != context.role:
        raise _which_bribe(context, unit, amount)


def _which_bribe(context: Context, unit: str, amount: int | None) -> Unclear:
    ways = (BUY, DISBAND, INDEPENDENCE, OPERATE)
    priced = [(way, least(context.position, Expense(way, unit))) for way in ways]
    good = {way: amount if amount and amount >= price and not (amount - price) % 3 else price for way, price in priced}
    readings = tuple(f"{way} {unit} {good[way]}" for way, price in priced if price)
    return Unclear("which-bribe", "a bribe to do what?", "write one of these", readings)
