"""Lists that carry their verb on: `Counter-bribe A FIR 3, A PIS 3`, `Pacify Pisa, Prato`, `Bodyguards: 3 for me, 6 for
Genoa`, `Sell Prato to Genoa for 5, Pistoia for 3`.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.reading.sheet import SheetLine
from judge.rules.machiavelli.adjustment import Tax, no_tax
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.canonical import DEALINGS, parse_expense
from judge.rules.machiavelli.expenses import BODYGUARD, BRIBE_PRICES, COUNTER, LEADERS, REBEL, REBELLIONS
from judge.rules.machiavelli.position import INDEPENDENT
from judge.rules.machiavelli.reading.commas import by_and
from judge.rules.machiavelli.reading.dealings import TAX_WORDS, read_tax, read_trade
from judge.rules.machiavelli.reading.ducats import (
    AGAINST,
    BRIBE,
    GIFT_WORDS,
    SELF_WORDS,
    TOPICS,
    read_expense_clause,
    topic_of,
    whole_area,
    whole_country,
)
from judge.rules.machiavelli.reading.gathered import Gathered, all_of, each_of
from judge.rules.machiavelli.reading.giving import is_gift
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, Context, Unclear, skip, unit_mentions
from judge.rules.machiavelli.reading.names import areas_at, countries_at, is_number
from judge.rules.machiavelli.reading.payments import except_for, verb_of
from judge.rules.machiavelli.reading.permissions import is_permission
from judge.rules.machiavelli.reading.together import warn_of_ban
from judge.rules.words.numbers import NUMBERS

LISTED = frozenset((*LEADERS, *REBELLIONS, *BRIBE_PRICES, COUNTER, BRIBE))
"""What a list can be of."""

_EACH = frozenset(("each", "apiece"))
_ALL = frozenset(("all", "both"))
_NOISE = frozenset(("the", "for", "of", "in", "at", "a", "an", "with", "my", "our", "on", "province", "city"))
_COINS = frozenset(("d", "duc", "ducat", "ducats"))
_PLURAL = frozenset(("rebellions", "revolts", "uprisings"))
_NO_ITEM = GIFT_WORDS | AGAINST | {"to", "victim"}


def with_lists_whole(context: Context, clauses: Sequence[Sequence[str]]) -> list[list[str]]:
    """What goes on with the list of the clause before becomes part of that clause."""
    found: list[list[str]] = []
    for clause in clauses:
        if found and _goes_on(context, found[-1], clause):
            found[-1] += [",", *clause]
        else:
            found.append(list(clause))
    return found


def expenses_in(context: Context, topic: str, words: Sequence[str]) -> list[list[str]]:
    """The clause of each expenditure of a list; most are of one. Unclear where one sum stands for several."""
    words = _own_units_named(context, words) if topic == COUNTER else words
    first, *more = by_and(words)
    said = set(words)
    if not more or (topic in REBELLIONS and said & AGAINST):
        return [list(words)]
    if not all(_is_price(part) or _is_item(context, topic, first, part) for part in more):
        return [list(words)]
    verb = next((word for word in first if word in dict(TOPICS)[topic]), "")
    if not verb:
        return [list(words)]  # `A PER holds and INDEPENDENT A ARE for 9`: no list
    if topic in REBELLIONS:
        parts = [first, *([verb, *part] for part in more)]
        if topic == REBEL and not said & _PLURAL:
            _ask_of_victims(words, parts)
        return parts
    if topic not in LEADERS and said.isdisjoint(_EACH):
        _ask_of_owners(context, topic, first, words)
    found: list[list[str]] = []
    group: list[list[str]] = []
    for part in (first, *more):
        sums = [word for word in part if is_number(word)]
        if not _is_price(part):
            group.append([verb, *(word for word in part if word not in _EACH | {verb})])
        if sums:
            found += _priced(context, topic, group, sums, each=not _EACH.isdisjoint(part))
            group = []
    return found + group


def _own_units_named(context: Context, words: Sequence[str]) -> Sequence[str]:
    """`counterbribe all my armies for 3 each`, with each of the writer's armies."""
    begin = next((at for at, word in enumerate(words) if word in _ALL), len(words))
    end = skip(words, begin, _ALL | _NOISE - {"for", "a"} | {"units", "own", *KIND_WORDS} - {"a", "f", "g"})
    kinds = {KIND_WORDS[word] for word in words[begin:end] if word in KIND_WORDS}
    own = [unit for unit in context.position.units_of(context.role) if not kinds or unit.kind in kinds]
    if begin == end or not own or ("both" in words and len(own) != 2):
        return words
    named = [word for unit in own for word in ("and", *str(unit).lower().split())][1:]
    return [*words[:begin], *named, *words[end:]]


def _goes_on(context: Context, before: Sequence[str], clause: Sequence[str]) -> bool:
    topic = topic_of(before)
    if topic not in LISTED or is_permission(before) or not _EACH.isdisjoint(before):
        return False
    parts = by_and(before)
    if any(part != parts[0] and not _is_item(context, topic, parts[0], part) for part in parts):
        return False
    priced = any(is_number(word) for word in parts[-1]) and topic not in REBELLIONS
    if _is_price(clause):
        return not priced
    items = by_and(clause)
    listed = all(_is_item(context, topic, parts[0], part) for part in items)
    return listed and (not priced or any(is_number(word) for word in clause))


def _is_item(context: Context, topic: str, first: Sequence[str], part: Sequence[str]) -> bool:
    """Is this what a list can go on with: another country, province or unit, perhaps with its price?"""
    bare = _without_price(part)
    if not bare or not _NO_ITEM.isdisjoint(bare):
        return False
    names = [word for word in bare if word not in _NOISE]
    if topic in REBELLIONS:
        return bool(names) and bool(whole_area(bare)) and whole_country(bare) != [context.role]
    if topic in LEADERS and not (topic == BODYGUARD and {"protect", "guard"} & set(first)):
        me = topic == BODYGUARD and bool(names) and SELF_WORDS.issuperset(names)
        return me or bool(whole_country(bare))
    plainly = Context(context.position, context.role)
    begin = next((at for at, word in enumerate(bare) if word not in _NOISE - {"a"}), len(bare))
    named = [(kind, area) for kind, area, end in unit_mentions(plainly, bare, begin) if end == len(bare)]
    if bare[begin : begin + 1] == ["independent"]:  # `INDEPENDENT A ARE for 9` is a bribe, if it is a player's
        here = [unit for kind, area in named for unit in context.position.units_in(area) if kind in ("", unit.kind)]
        return any(unit.owner == INDEPENDENT for unit in here)
    return bool(named)


def _without_price(part: Sequence[str]) -> list[str]:
    """`a pis` of `a pis for 3 ducats each`; the `for` of `a for 3` is Fornova."""
    bare = [word for word in part if word not in _COINS | _EACH]
    at = next((at for at, word in enumerate(bare) if is_number(word)), len(bare))
    before = at - (at > 1 and bare[at - 1] in ("for", "at", "with") and bare[at - 2] not in ("a", "f", "g"))
    return [*bare[:before], *bare[at + 1 :]]


def _is_price(part: Sequence[str]) -> bool:
    """`3 each`, `for 3 ducats each`: what all that stands before it costs."""
    rest = [word for word in part if word not in _COINS | _EACH | {"for", "at", "with"}]
    return not _EACH.isdisjoint(part) and len(rest) == 1 and is_number(rest[0])


def _priced(
    context: Context, topic: str, group: Sequence[Sequence[str]], sums: Sequence[str], *, each: bool
) -> list[list[str]]:
    """The expenditures of a list that share one sum. Unclear if it can be for each of them and for all together."""
    bare = [_without_price(one) for one in group]
    if len(group) == 1 and not each and len(sums) > 1:
        return [list(group[0])]
    if len(group) == 1:
        return [[*bare[0], sums[0]]]
    amount = NUMBERS.get(sums[0]) or int(sums[0][:6])
    dear = [[*one, str(amount)] for one in bare]
    if each:
        return dear
    ways = [_texts(context, topic, dear)]
    if amount % len(bare) == 0:
        ways.append(_texts(context, topic, [[*one, str(amount // len(bare))] for one in bare]))
    readings = tuple(way for way in ways if way)
    if len(readings) > 1:
        raise Unclear("shared-price", "for each of them, or for all together?", "write one of these", readings)
    return dear


def _texts(context: Context, topic: str, clauses: Sequence[Sequence[str]]) -> str:
    """What such expenditures would be; empty if one of them cannot be."""
    try:
        return "; ".join(str(read_expense_clause(context, topic, clause)[0]) for clause in clauses)
    except Unclear:
        return ""


def _ask_of_owners(context: Context, topic: str, first: Sequence[str], words: Sequence[str]) -> None:
    """`Buy the army in Arezzo, Florence, 18 ducats`: that of Firenze too, or whose it is?"""
    behind = words.index(",") if "," in words else len(words)
    bare = _without_price(words[behind + 1 :])
    price = [word for word in words if is_number(word)][-1:]
    if not bare or not whole_country(bare) or not KIND_WORDS.keys().isdisjoint(bare) or len(price) != 1:
        return
    alone = _texts(context, topic, [[*_without_price(first), *price]])
    unit = context.position.units.get(parse_expense(alone).place) if alone else None
    if unit is not None and unit.owner in whole_country(bare):
        hint = "write one of these, or each unit with its kind"
        raise Unclear("ambiguous", "that of this place, too, or whose unit it is?", hint, (alone,))


def _ask_of_victims(words: Sequence[str], parts: Sequence[Sequence[str]]) -> None:
    """`Rebellion in Pisa, Genoa`: in Genova too, or against Genoa, which would count for nothing (11.1)?"""
    behind = [at for at, word in enumerate(words) if word == ","]
    ends = [min(end for end in (*behind, len(words)) if end > at) for at in behind]
    named = [_without_price(words[at + 1 : end]) for at, end in zip(behind, ends, strict=True)]
    if not any(whole_country(part) and part[0] not in ("in", "at") for part in named):
        return
    bare = [[word for word in _without_price(part) if word not in dict(TOPICS)[REBEL]] for part in parts]
    areas = [whole_area(part)[:1] for part in bare]
    both = tuple(f"{REBEL} {area[0]}" for area in areas if area)
    raise Unclear("ambiguous", "there too, or against them?", "write one of these", ("; ".join(both), both[0]))


# ---- both, and all of


def without_both(context: Context, words: Sequence[str]) -> list[str]:
    """`both A FIR and A ARE hold` as `A FIR and A ARE hold`: what is named stands there. `both armies` stays."""
    plainly = Context(context.position, context.role, hoped=context.hoped)
    found: list[str] = []
    at = 0
    while at < len(words):
        behind = at + 1 + (words[at + 1 : at + 2] == ["of"])
        of_all = words[at] == "both" or (words[at] == "all" and behind == at + 2)
        if of_all and _begins_a_list(plainly, words, behind):
            at = behind
        else:
            found.append(words[at])
            at += 1
    return found


def _begins_a_list(context: Context, words: Sequence[str], at: int) -> bool:
    """Does a name stand here, and another behind it?"""
    begin = skip(words, at, frozenset(("the", "my", "our")))
    ends = {end for _, _, end in unit_mentions(context, words, begin)}
    ends |= {end for _, end in (*areas_at(words, begin), *countries_at(words, begin))}
    ends |= {begin + 1} if begin < len(words) and words[begin] in SELF_WORDS else set()
    return any(end + 1 < len(words) and words[end] in ("and", ",") for end in ends)


# ---- Spring


def taxes_in(context: Context, words: Sequence[str]) -> list[str] | None:
    """The provinces of `tax all my provinces by force`; None where each is named. Unclear if there is none."""
    said = set(words)
    if said & _EVERY and except_for(words)[1]:
        raise Unclear("exception", "I read no exceptions here", "name each province that you tax")
    whole = said & _EVERY or {"my", "provinces"} <= said
    if not whole or not said <= _EVERY | _PROVINCES | TAX_WORDS:
        return None
    found = [area for area in BOARD.provinces if not no_tax(context.traded, context.role, area)]
    if not found:
        raise Unclear("illegal", "there is no province that you could tax")
    return found


_EVERY = frozenset(("all", "every", "each", "everything", "everywhere"))
_PROVINCES = frozenset(("the", "of", "my", "our", "own", "province", "provinces", "in", "i", "we", "control", "that"))


def with_trades_whole(clauses: Sequence[Sequence[str]]) -> list[list[str]]:
    """`Sell Prato to Genoa for 5, Pistoia for 3`: the second is a sale to Genoa, too. `Pay A FIR, 3 ducats each` says
    nothing new of the price.
    """
    found: list[list[str]] = []
    for clause in (part for each in clauses for part in _apart(each)):
        before = found[-1] if found else []
        if before and before[0] in _TRADES and _is_trade(clause):
            partner = [] if _partner_at(clause) < len(clause) else _partner(before)
            found.append([before[0], *clause, *partner])
        elif before and before[0] in _TRADES and _is_half(before) and _names_partner(clause):
            found[-1] += clause  # `Selling: Spoleto, Florence, 3 ducats`
        elif not (_is_price(clause) and any(verb_of(each) for each in found) and not is_gift(before)):
            found.append(list(clause))
    return found


def _apart(clause: Sequence[str]) -> list[list[str]]:
    """`sell prato to genoa for 5 and pistoia to milan for 3`, `pay all and give 3 to milan`: two clauses."""
    for at in range(1, len(clause) - 1):
        before, behind = clause[:at], list(clause[at + 1 :])
        gives = clause[at + 1] in GIFT_WORDS and is_gift(behind)
        pays = clause[0] in GIFT_WORDS and is_gift(before) and verb_of(behind)
        if clause[at] == "and" and (gives or pays):
            return [*_apart(before), behind]
    parts = by_and(clause)
    several = clause[0] in _TRADES and all(any(is_number(word) for word in part) for part in parts)
    return parts if several else [list(clause)]


def trades_in(context: Context, words: Sequence[str]) -> list[list[str]]:
    """The clause of each trade: `sell prato and pistoia to genoa for 5 each` are two. Unclear without the `each`."""
    to = _partner_at(words)
    areas = by_and(words[1:to])
    if words[0] not in _TRADES or len(areas) < 2 or to == len(words):
        return [list(words)]
    tail = [word for word in words[to:] if word not in _EACH]
    trades = [[words[0], *area, *tail] for area in areas]
    if _EACH.isdisjoint(words):
        reading = "; ".join(str(read_trade(context, trade)) for trade in trades)
        raise Unclear("shared-price", "for each of them, or for all together?", "write the price of each", (reading,))
    return trades


_TRADES = frozenset(("sell", "selling", "buy", "buying", "purchase"))


def _is_trade(clause: Sequence[str]) -> bool:
    """`pistoia for 3`, `pistoia to milan for 3`."""
    ends = [end for _, end in areas_at(clause, 0)]
    priced = any(is_number(word) for word in clause)
    return priced and any(clause[end : end + 1] and clause[end] in ("for", "at", "to", "from") for end in ends)


def _is_half(trade: Sequence[str]) -> bool:
    """`sell spoleto`: it says neither to whom nor for how much."""
    return any(end == len(trade) for _, end in areas_at(trade, 1))


def _names_partner(clause: Sequence[str]) -> bool:
    """`florence 3 ducats`, `to florence`."""
    ends = [end for _, end in countries_at(clause, skip(clause, 0, frozenset(("to", "from", "the"))))]
    rest = [clause[end:] for end in ends]
    return any(all(word in _COINS | {"for", "at"} or is_number(word) for word in words) for words in rest)


def _partner_at(words: Sequence[str]) -> int:
    return next((at for at, word in enumerate(words) if at and word in ("to", "from")), len(words))


def _partner(words: Sequence[str]) -> list[str]:
    """`to genoa` of `sell prato to genoa for 5`."""
    at = _partner_at(words)
    end = next((end for _, end in countries_at(words, at + 1)), at)
    return list(words[at:end])


def read_taxes(found: Gathered, line: SheetLine, words: Sequence[str], context: Context) -> None:
    every = taxes_in(context, words)
    if every is None:
        each_of(found, line, words, lambda part: found.add(DEALINGS, str(read_tax(context, part)), line))
        return
    for area in every:
        found.add(DEALINGS, str(Tax(area)), line)
    what = "This province rises" if len(every) == 1 else f"These {len(every)} provinces all rise"
    found.warn("all-taxed", f"{what} against you once taxed (5.3).", line)


def read_trades(found: Gathered, line: SheetLine, words: Sequence[str], context: Context) -> None:
    def read(part: Sequence[str]) -> None:
        trade = read_trade(context, part)
        found.add(DEALINGS, str(trade), line)
        warn_of_ban(context.position, (context.role, trade.partner), found, line)

    all_of(found, line, trades_in(context, words), read)
