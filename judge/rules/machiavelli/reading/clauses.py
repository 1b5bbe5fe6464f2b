"""One clause of a letter: every way to read it as orders, expenditures or dealings, in canonical words.

A clause is tried in all ways; what the board rules out falls away. One reading left is the order; several are asked
back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.rules.machiavelli.board import ARMY, FLEET, GARRISON
from judge.rules.machiavelli.orders import (
    ADVANCE,
    BESIEGE,
    CONVERT,
    HOLD,
    SUPPORT,
    TRANSPORT,
    Order,
    conversions,
    impossible,
    instead_of,
)
from judge.rules.machiavelli.position import Unit
from judge.rules.machiavelli.reading.mentions import (
    ALL_WORDS,
    FILLERS,
    FOR_WORDS,
    KIND_WORDS,
    REST_WORDS,
    VERB_WORDS,
    Context,
    Unclear,
    UnclearOfSome,
    named_units,
    skip,
    unit_mentions,
)
from judge.rules.machiavelli.reading.names import areas_at, countries_at
from judge.rules.machiavelli.reading.supports import in_favor, is_for_somebody, supports

_ONE_OF_A_KIND = frozenset(("army", "armata", "fleet", "flotta", "garrison", "gar", "garr", "guarnigione"))
_ONLY = frozenset(("the", "my", "our", "own", "only", "single", "one", "and"))
_AUXILIARY = frozenset(("is", "will", "shall", "should", "tries"))
_BEFORE_THE_VERB = frozenset((",", "is", "are", "will", "shall", "should", "gives", "give", "lay", "lays", "tries"))
_TOGETHER = frozenset(("both", "all", "each"))
"""`A FIR and A ARE both hold`."""
_SIEGE = frozenset(("siege", "the", "in", "of", "at"))
_WAY_WORDS = frozenset(("via", "through", "over", "by"))
_BEFORE_A_LINK = frozenset((",", "and", ">", "the", "through", "over", "f", "fleet", "fleets", "in"))
"""`via F LIG, the fleet in WTS`: what leads, or stands before, an area of a way."""


# ---- operation orders


def read_operation(context: Context, words: Sequence[str]) -> list[Order]:
    """The orders that a clause gives, one for each of its units. Unclear if it is none, impossible, or ambiguous."""
    words = _unit_first(context, words)
    best: dict[tuple[Order, ...], None] = {}
    refused: dict[str, str] = {}  # why -> what could be done instead
    for units, at in _subjects(context, words):
        for orders in _predicates(context, units, words, at):
            flaws = [(why, instead_of(order)) for order in orders if (why := impossible(context.position, order))]
            if flaws:
                refused.setdefault(*flaws[0])
            else:
                best[tuple(orders)] = None
    if not best:
        if refused:
            why, hint = next(iter(refused.items()))
            raise Unclear("impossible", f"that cannot be done: {why}", hint)
        raise _which(context, words) or _absent(context, words) or Unclear("no-order", "this is not an order")
    if len(best) > 1:
        # The judge's own words always mean what it means by them.
        literal = " ".join(words).upper().replace(">", "-")
        for reading in best:
            if [str(order) for order in reading] in ([literal], [literal.removesuffix(f" {context.role}")]):
                return list(reading)
        readings = tuple("; ".join(str(order) for order in orders) for orders in best)
        raise Unclear("ambiguous", "I can read this in more than one way", "write one of these", readings)
    return list(next(iter(best)))


def _unit_first(context: Context, words: Sequence[str]) -> Sequence[str]:
    """`the army in trento besiege trento` of `besiege trento with the army in trento`."""
    at = next((at for at, word in enumerate(words) if word == "with"), len(words))
    begin = skip(words, 0, frozenset(("lay",)))
    ordered = begin + 1 < at and words[begin] in VERB_WORDS and words[begin] not in KIND_WORDS
    if not ordered or not {">", "to"}.isdisjoint(words[begin + 2 : at]):
        return words  # `Advance Urbino to Arezzo with A PER` has a unit already
    unit = words[at + 1 :]
    named = any(end == len(unit) for _, end in _lists(context, unit, 0, []))
    alone = unit[-1:] != [] and unit[-1] in _ONE_OF_A_KIND and skip(unit, 0, _ONLY) == len(unit) - 1
    return [*unit, *words[begin:at]] if named or alone else words


def _absent(context: Context, words: Sequence[str]) -> Unclear | None:
    """What is told of an order for a unit that is nowhere: `A SIE B SIE`, where no army stands in Siena."""
    for kind, area, end in unit_mentions(context, words, 0):
        ordered = end < len(words) and words[end] in VERB_WORDS and words[end] not in ("a", "to")
        if ordered and not any(kind in ("", unit.kind) for unit in context.position.units_in(area)):
            what = f"{kind} {area}" if kind else f"unit in {area}"
            return Unclear("not-there", f"there is no {what}", context.whose)
    return None


def _only(context: Context, words: Sequence[str], at: int) -> tuple[str, list[Unit], int]:
    """Of `the fleet moves`, `my army holds`: the kind, the units of it that the writer has, and where the verb stands;
    an empty kind if it is nothing like that.
    """
    begin = skip(words, at, _ONLY)
    kind = KIND_WORDS.get(words[begin], "") if begin + 1 < len(words) and words[begin] in _ONE_OF_A_KIND else ""
    if not kind or words[begin + 1] not in VERB_WORDS.keys() | _AUXILIARY:
        return "", [], at
    return kind, context.mine(kind), begin + 1


def _which(context: Context, words: Sequence[str]) -> Unclear | None:
    """What is told of `the fleet moves` where the writer has none, or several."""
    kind, units, _ = _only(context, words, 0)
    if not kind or len(units) == 1:
        return None
    if not units:
        what = {ARMY: "army", FLEET: "fleet"}.get(kind, "garrison")
        return Unclear("not-there", f"you have no {what}", context.whose)
    return Unclear("which-unit", "which of them?", f"say where it stands: {', '.join(str(unit) for unit in units)}")


def _subjects(context: Context, words: Sequence[str]) -> Iterator[tuple[list[Unit], int]]:
    """The units that an order is for, and where the words about them end."""
    at = skip(words, 0, frozenset(("my", "the", "our", "and", "use")))
    _, alone, verb_at = _only(context, words, at)
    if len(alone) == 1:
        yield alone, verb_at
    if at < len(words) and words[at] in (ALL_WORDS | REST_WORDS):
        yield from _many(context, words, at)
        return
    if at < len(words) and VERB_WORDS.get(words[at]) and words[at] not in (">", "to", "a", "into", "onto"):
        if at + 1 < len(words) and words[at + 1] in (ALL_WORDS | REST_WORDS):
            # `Hold all`, `Hold all others`.
            yield from ((units, -(at * 1000 + end) - 1) for units, end in _many(context, words, at + 1))
        # `Hold Perugia`, `Convert the Roman garrison`, `Lift the siege in Siena`: the verb first.
        behind = skip(words, at + 1, _SIEGE) if words[at] == "lift" else at + 1
        several = VERB_WORDS[words[at]] == HOLD
        for units, end in _lists(context, words, behind, []):
            if several or len(units) == 1:
                yield units, -(at * 1000 + end) - 1
    yield from _lists(context, words, at, [])


def _lists(context: Context, words: Sequence[str], at: int, before: list[Unit]) -> Iterator[tuple[list[Unit], int]]:
    for unit, end in named_units(context, words, at):
        units = [*before, unit]
        yield units, end
        after = skip(words, end, frozenset((",", "and")))
        if after > end and len(units) < 8:
            yield from _lists(context, words, after, units)


def _many(context: Context, words: Sequence[str], at: int) -> Iterator[tuple[list[Unit], int]]:
    both = words[at] == "both"
    rest = False
    kind = context.kind
    while at < len(words) and (
        words[at] in ALL_WORDS | REST_WORDS | {"the", "my", "of", "units"} or words[at] in KIND_WORDS
    ):
        if words[at] in ("a", "f", "g", "t", "c"):
            break
        rest = rest or words[at] in REST_WORDS
        kind = KIND_WORDS.get(words[at], kind)
        at += 1
    units = [unit for unit in context.mine(kind) if not rest or unit.place not in context.ordered]
    if both and len(units) != 2:
        names = ", ".join(str(unit) for unit in units) or "none"
        raise Unclear("not-both", f"`both` needs two units, and there are {len(units)}", f"they are: {names}")
    if not units:
        raise Unclear("no-unit", "there is no such unit of yours")
    yield units, at


def _predicates(context: Context, units: list[Unit], words: Sequence[str], at: int) -> Iterator[list[Order]]:
    if at < 0:  # the verb stood first
        verb_at, at = divmod(-at - 1, 1000)
        verb, rest = VERB_WORDS[words[verb_at]], list(words[at:])
    else:
        at = skip(words, at, _BEFORE_THE_VERB | _TOGETHER if len(units) > 1 else _BEFORE_THE_VERB)
        if at >= len(words) or words[at] not in VERB_WORDS:
            return
        verb, rest = VERB_WORDS[words[at]], list(words[at + 1 :])
        if verb == ADVANCE and rest and rest[0] in ("advance", "support", "convert", "hold", "besiege", "transport"):
            verb, rest = VERB_WORDS[rest[0]], rest[1:]  # `is to advance`
        if verb == SUPPORT and words[at] != "s" and is_for_somebody(rest):
            readings = tuple(str(order) for unit in units for order in _orders(context, unit, verb, rest))
            hint = "name the area; or, if you mean Fornova, write"
            raise Unclear("which-area", "it does not say where to support them", hint, tuple(dict.fromkeys(readings)))
    choices = [list(dict.fromkeys(_orders(context, unit, verb, rest))) for unit in units]
    if not all(choices):
        return
    if len(units) == 1:
        yield from ([order] for order in choices[0])
        return
    # What several units are told together must be clear for each by itself.
    clear = []
    for each in choices:
        possible = [order for order in each if not impossible(context.position, order)]
        if len(possible) > 1:
            readings = tuple(str(order) for order in possible)
            deed = ">" if verb == ADVANCE else verb.lower()
            fault = Unclear(
                "ambiguous", "I can read this in more than one way", "write it once for each unit", readings
            )
            raise UnclearOfSome(fault, [[*str(unit).lower().split(), deed, *rest] for unit in units])
        clear.append(possible[0] if possible else each[0])
    yield clear


def _orders(context: Context, unit: Unit, verb: str, rest: Sequence[str]) -> Iterator[Order]:
    kind, area = unit.kind, unit.area
    end = len(rest)
    if verb == HOLD:
        if skip(rest, 0, FILLERS | {"position", "there", "place", "siege", "its"}) == end or any(
            code == area for codes, at in areas_at(rest, skip(rest, 0)) if at == end for code in codes
        ):
            yield Order(kind, area, HOLD)
    elif verb == ADVANCE:
        ways = _ways(_without_start(area, rest))
        yield from (Order(kind, area, ADVANCE, target, route=route) for target, route in ways)
        if rest and rest[-1] in KIND_WORDS and len(rest) <= 2:
            yield from _converts(unit, rest)  # `G PST -> A`
    elif verb == SUPPORT:
        yield from supports(context, unit, rest)
    elif verb == BESIEGE:
        target = context.position.siege_target(area)
        at = skip(rest, 0, FILLERS | {"siege", "garrison"})
        if at == end:
            yield Order(kind, area, BESIEGE, target)
        for codes, stop in areas_at(rest, at):
            if stop == end or skip(rest, stop, frozenset(("garrison", "city"))) == end:
                yield from (Order(kind, area, BESIEGE, code) for code in codes)
    elif verb == TRANSPORT:
        yield from _transports(context, unit, rest)
    elif verb == CONVERT:
        yield from _converts(unit, rest)


def _without_start(area: str, rest: Sequence[str]) -> Sequence[str]:
    """`to pisa` of `from napoli to pisa`, where the unit stands in Napoli."""
    ends = [end for codes, end in areas_at(rest, 1) if rest[0] == "from" and area in codes and end < len(rest)]
    return rest[ends[0] + 1 :] if ends and rest[ends[0]] in (">", "to", "into", "onto") else rest


def with_ways_whole(context: Context, clauses: Sequence[Sequence[str]]) -> list[list[str]]:
    """`A VNT - PIS via LIG, WTS`: every area of the way belongs to it (9.3), also where the first would do."""
    found: list[list[str]] = []
    at = 0
    while at < len(clauses):
        end = at + 1
        while not _WAY_WORDS.isdisjoint(clauses[at]) and end < len(clauses) and _is_area(clauses[end]):
            end += 1
        after = clauses[end : end + 1]
        bare = end > at + 1 and after and after[0][0] not in KIND_WORDS and areas_at(after[0], 0)
        if bare and _reads(context, [clauses[end - 1], *after]):
            end = at + 1  # `via LIG, WTS, ETS T`: WTS transports, too
        while end > at + 1 and not _reads(context, clauses[at:end]):
            end -= 1
        found.append(_joined(clauses[at:end]))
        at = end
    return found


def _is_area(clause: Sequence[str]) -> bool:
    """An area of a way, and nothing else: `WTS`, `F WTS`."""
    return any(end == len(clause) for _, end in areas_at(clause, skip(clause, 0, _BEFORE_A_LINK)))


def _joined(clauses: Sequence[Sequence[str]]) -> list[str]:
    return [word for clause in clauses for word in (*clause, ",")][:-1]


def _reads(context: Context, clauses: Sequence[Sequence[str]]) -> bool:
    """Do these clauses give orders together that can be carried out?"""
    try:
        return bool(read_operation(context, _joined(clauses)))
    except Unclear:
        return False


def _ways(rest: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(target, route) of `ARE`, `BON > ETS > PIS`, `PIS via BON, ETS`."""

    def chain(at: int, found: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
        for codes, end in areas_at(rest, skip(rest, at)):
            for code in codes:
                more = (*found, code)
                yield more, end
                if end < len(rest) and rest[end] in (">", "to"):
                    yield from chain(end + 1, more)

    def links(at: int, found: tuple[str, ...]) -> list[tuple[str, ...]]:
        for codes, end in areas_at(rest, skip(rest, at, _BEFORE_A_LINK)):
            more = [(*found, code) for code in codes]
            ways = more if end == len(rest) else [way for each in more for way in links(end, each)]
            if ways:
                return ways  # the longest name: the `Sea` of `Ligurian Sea` is not that of Toulon
        return []

    for areas, end in chain(0, ()):
        if end == len(rest):
            yield areas[-1], areas[:-1]
        elif rest[end] in _WAY_WORDS and len(areas) == 1:
            yield from ((areas[0], route) for route in links(end + 1, ()))


def _transports(context: Context, unit: Unit, rest: Sequence[str]) -> Iterator[Order]:
    end = len(rest)
    if skip(rest, 0, frozenset(("an", "army", "armies", "a", "my", "own", "the"))) == end:
        yield Order(unit.kind, unit.area, TRANSPORT, player=in_favor(context, unit, ""))
    named = skip(rest, 0, FOR_WORDS | {"the"})
    if rest[:3] in (["an", "army", "of"], ["the", "army", "of"]):
        named = skip(rest, 3, frozenset(("the",)))  # `transports an army of Sicily`
    article = rest[named : named + 1] in (["a"], ["an"])  # `a Venetian army`; `A VEN` is one in Venezia
    for players, at in countries_at(rest, named + article):
        if skip(rest, at, frozenset(("army", "armies", "units"))) == end and (not article or at < end):
            for player in players:
                yield Order(unit.kind, unit.area, TRANSPORT, player=in_favor(context, unit, player))
    for carried, at in named_units(Context(context.position, context.role, ARMY), rest, 0):
        way = set(rest[at:]) - {">", "to", "into", "onto"}  # `T FLORENCE - PER holds` is two orders
        if at == end or (rest[at] in (">", "to") and way.isdisjoint(VERB_WORDS)):
            yield Order(unit.kind, unit.area, TRANSPORT, player=in_favor(context, unit, carried.owner))


def _converts(unit: Unit, rest: Sequence[str]) -> Iterator[Order]:
    at = skip(rest, 0, frozenset(("to", "into", "in", "an", "as", "the", "it", "itself", "out")))
    if at == len(rest) or rest[at:] == (["province"] if unit.kind == GARRISON else ["city"]):
        # It goes without saying where only one kind is possible (Example 5).
        yield from (Order(unit.kind, unit.area, CONVERT, becomes=kind) for kind in conversions(unit.kind, unit.area))
        return
    at = skip(rest, at, frozenset(("a",))) if at + 1 < len(rest) else at
    for begin in dict.fromkeys((at, at - 1)):  # `to a PST` is to an army there, and the `a` no filler
        kind = KIND_WORDS.get(rest[begin], "") if 0 <= begin < len(rest) else ""
        place = skip(rest, begin + 1, frozenset(("in", "at", "of")))
        here = any(stop == len(rest) and unit.area in codes for codes, stop in areas_at(rest, place))
        if kind and (begin == len(rest) - 1 or here):
            yield Order(unit.kind, unit.area, CONVERT, becomes=kind)
