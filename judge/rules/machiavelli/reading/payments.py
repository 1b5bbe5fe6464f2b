"""The list of payments of one letter (7.2, 7.3): what it may hold, and what stands for a list that was not written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.rules.machiavelli.adjustment import FIRST_SPRING, NOTHING, PAY, RAISE, Salary, default_payments
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.reading.commas import by_and
from judge.rules.machiavelli.reading.headings import NOTHING_WORDS
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, Context, Unclear, skip, unit_mentions
from judge.rules.machiavelli.reading.names import areas_at, is_number
from judge.rules.machiavelli.reading.salaries import about_pay, is_all, read_salaries
from judge.rules.machiavelli.state import FIRST_YEAR, Label
from judge.rules.words.numbers import NUMBERS

LEFT = "LEFT"
"""What units are that are not to be paid; beside PAY and RAISE."""

_DISBAND = frozenset(("disband", "disbands", "disbanding", "dismiss"))
_NOT = frozenset(("don", "dont", "not", "never", "no"))
_EXCEPT = frozenset(("except", "excepting", "but", "without", "save"))
_NOISE = _DISBAND | (_NOT - {"no"}) | {"do", "t", "this", "order", "following", "these", "only", "just"}

_NOT_ANY = frozenset(("nothing", "nobody", "none"))
_NO_UNIT = NOTHING_WORDS | {
    *("not", "do", "will", "we", "i", "but", "and", "raise", "raising", "new", "any", "anything", "unit", "units"),
    *("build", "building", "recruit"),
}
_PAYS_NOTHING = _NOT_ANY | {"pay", "no", "one", "unit", "units", "for", "of", "them", "at", "all"}

Entry = tuple[str, int]
"""A canonical text and the number of its line."""

NO_LIST = (
    "You name no unit to pay, so the judge pays your old units first, as without a list (7.3). "
    "To disband one, list those that you pay, or write `Pay nothing`."
)


def legal(label: Label, entries: Iterable[Entry]) -> tuple[list[Entry], list[tuple[Entry, str]]]:
    """The entries that can stand together, in order; and those that cannot, with the reason (7.2, ruling 10.3)."""
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
    """The list that goes on file, and a note about it. Whoever names no unit to pay, and does not say that none is, has
    sent no payment orders (7.3, ruling 10.2): the units that are on file to be paid, or else all, stay before the new
    ones. What is to be disbanded (`left`) is taken out; whoever only disbands pays all others.
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
    """The board of A.7, where what the writer taxes by force is no friendly province any more (2, 5.3, ruling 10.1)."""
    taxed = {text.removeprefix("TAX "): role for text in dealings if text.startswith("TAX ")}
    return replace(position, rebellions={**position.rebellions, **taxed})


def verb_of(words: Sequence[str]) -> str:
    """LEFT of `Disband F PIS` and `Do not pay F PIS`, else PAY or RAISE, or empty where nothing is said of salaries."""
    there = set(words)
    unpaid = (bool(there & _NOT) and bool(there & {"pay", "keep", "maintain"})) or words[0] == "not"
    return LEFT if unpaid or there & _DISBAND else about_pay(words)


def pays_nothing(words: Sequence[str]) -> bool:
    """`Pay nothing at all`, `no unit`, `none of them`."""
    there = set(words)
    none = there & _NOT_ANY or ("no" in there and there & {"one", "unit", "units"})
    return bool(none) and there <= _PAYS_NOTHING


def raises_nothing(words: Sequence[str]) -> bool:
    """`No new units`, `we build nothing`."""
    there = set(words)
    return bool(there & (NOTHING_WORDS | {"not"})) and there <= _NO_UNIT


def disbands_nothing(words: Sequence[str]) -> bool:
    """`Disband nobody`. Unclear of `Do not disband F PIS`: alone it would be the whole list."""
    there = set(words)
    if there & _DISBAND and there & (_NOT | _NOT_ANY):
        if there <= _DISBAND | _NOT | _PAYS_NOTHING | {"do", "t", "any", "anything", "anybody", "anyone"}:
            return True
        if words[0] in _NOT | {"do"}:
            raise Unclear("which-units", "which units do you pay, then?", "name all that you pay. Or: Pay all.")
    return False


SEVERAL = frozenset(("armies", "fleets", "garrisons"))


def except_for(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """What stands before and behind the `except` of `Pay all except F PIS`."""
    at = next((at for at, word in enumerate(words) if word in _EXCEPT), len(words))
    return list(words[:at]), [word for word in words[at + 1 :] if word != "for"]


def is_salary(context: Context, words: Sequence[str]) -> bool:
    """`the army in Perugia 3 ducats`, of a list of payments: a unit of the writer's and its price (7.3)."""
    bare = [word for word in words if not _is_price(word) and word not in NUMBERS]
    begin = skip(bare, 0, frozenset(("for", "and")))
    mentions = unit_mentions(context, bare, begin)
    return any(kind and end == len(bare) and context.unit_at(kind, area) for kind, area, end in mentions)


def salaries_of(context: Context, verb: str, words: Sequence[str]) -> Iterator[Salary]:
    """The entries that a part of a list makes, its prices left out; for LEFT, those of the units not to be paid."""
    if verb != RAISE and (counted := _counted(context, words)) is not None:
        return (Salary(PAY, unit.kind, unit.area) for unit in counted)
    bare = [word for word in words if word not in _NOISE and not (verb != RAISE and _is_price(word))]
    return read_salaries(context, PAY if verb == LEFT else verb, bare)


def ask_which(context: Context, verb: str, words: Sequence[str]) -> None:
    """Unclear if a list holds some of several units, `two armies` of three: the rest of it alone would disband them. So
    it is of what shall not be raised.
    """
    if verb == RAISE and not (_NOT - {"no"}).isdisjoint(words):
        raise Unclear(
            "not-raised", "this raises nothing", "a new unit on file goes if you send your list again without it"
        )
    if verb != RAISE and not _ORDER.isdisjoint(words) and not (words[-1] == "first" and is_all(words)):
        raise Unclear("which-units", "in what order do you pay them?", "name all that you pay, in that order")
    count = _count_in(words)
    parts = by_and(words[count.end :]) if count is not None else []
    if count is not None and parts and all(_place(part, "") for part in parts):
        named = "one place" if len(parts) == 1 else f"{len(parts)} places"
        why = f"you name {named} for {' '.join(words[count.at : count.end])}"
        raise Unclear("which-units", why, "name each of them with its place")
    for part in by_and(words):
        if verb != RAISE:
            _counted(context, part)


def in_their_order(clauses: Sequence[Sequence[str]]) -> list[list[str]]:
    """`pay a luc first`, `a fir last` as a list that is in this order without these words (7.3)."""
    found = [list(clause) for clause in clauses]
    first, *_, last = by_and([word for clause in found for word in (*clause, ",")]) * 2
    if first != last and "first" in first:
        found[0].remove("first")
    if first != last and "last" in last and _EVERY.isdisjoint(word for clause in found for word in clause):
        found[-1].remove("last")
    return found


_ORDER = frozenset(("first", "last", "before", "after"))
_EVERY = frozenset(("all", "both", "everything", "everyone", "everybody", "every", "each", "rest", "others", "other"))


def with_counts_whole(clauses: Sequence[Sequence[str]]) -> list[list[str]]:
    """`raise 2 armies: pst, fir` as `raise army pst, army fir`. Where other than two places stand behind it, they are
    one clause, which `ask_which` refuses.
    """
    found: list[list[str]] = []
    waiting = [list(part) for clause in clauses for part in _by_count(clause)]
    while waiting:
        clause = waiting.pop(0)
        if found and _goes_on(found[-1], clause):
            found[-1] += ["and", *clause]
            continue
        count = _count_in(clause)
        if count is not None and count.end == len(clause) and waiting and _one_count(waiting[0], 0) is not None:
            clause = [*clause, ",", *waiting.pop(0)]  # `raise 2 armies, 1 fleet: pst, fir, pis`
            count = _count_in(clause)
        if count is not None and (count.end < len(clause) or verb_of(clause) == RAISE):
            while waiting and all(_place(part, "") for part in by_and(waiting[0])):
                clause = [*clause, ",", *waiting.pop(0)]
            places = by_and(clause[count.end :])
            if _kinds(places) == sorted(KIND_WORDS.get(kind, "") for kind in count.kinds):
                count = count._replace(kinds=("",) * len(places))  # each says what it is, in an order of its own
            named = [_place(part, kind) for part, kind in zip(places, count.kinds, strict=False)]
            if named and len(places) == len(count.kinds) and all(named):
                clause = [*clause[: count.at], *(word for place in named for word in (*place, ","))][:-1]
        found.append(clause)
    return found


def _goes_on(before: Sequence[str], clause: Sequence[str]) -> bool:
    """`trieste and tirol` behind `raise armies in steiermark`: other places of the same."""
    named = next((at for at, word in enumerate(before) if word in SEVERAL), len(before))
    several = named < len(before) and verb_of(before) == RAISE and KIND_WORDS.keys().isdisjoint(before[named + 1 :])
    plain = KIND_WORDS.keys().isdisjoint(clause)
    return several and plain and _count_in(before) is None and all(_place(part, "") for part in by_and(clause))


def _by_count(clause: Sequence[str]) -> list[Sequence[str]]:
    """`raise 2 armies in pst and fir and 1 fleet in pis`: two clauses."""
    first = _count_in(clause)
    if first is None:
        return [clause]
    for at in range(first.end + 1, len(clause) - 1):
        if clause[at] == "and" and _one_count(clause, at + 1, _articles(clause)) is not None:
            return [clause[:at], *_by_count(clause[at + 1 :])]
    return [clause]


class _Count(NamedTuple):
    """`2 armies and 1 fleet` of a clause: what each unit is called, empty for any, and where these words stand."""

    kinds: tuple[str, ...]
    at: int
    end: int


def _count_in(clause: Sequence[str]) -> _Count | None:
    """None where nothing is counted, and where something else is listed beside it: `two armies and the fleet`."""
    for at in range(len(clause)):
        count = _one_count(clause, at)
        if count is None:
            continue
        while count.end + 1 < len(clause) and clause[count.end] in ("and", ","):
            more = _one_count(clause, count.end + 1, _articles(clause))
            if more is None:
                return None
            count = _Count(count.kinds + more.kinds, at, more.end)
        return count
    return None


def _articles(clause: Sequence[str]) -> frozenset[str]:
    """What stands for `one`: of new units. To pay `two armies and a fleet` is to pay all of them."""
    return frozenset(("a", "an")) if verb_of(clause) == RAISE else frozenset()


def _one_count(clause: Sequence[str], at: int, articles: Collection[str] = ()) -> _Count | None:
    """`2 armies`, `one fleet`; and with these articles `a fleet`."""
    kind_at = skip(clause, at + 1, frozenset(("new",)))
    counted = is_number(clause[at]) or clause[at] in articles
    if not counted or kind_at >= len(clause) or clause[kind_at] not in _COUNTABLE:
        return None
    kind = {"A": "army", "F": "fleet", "G": "garrison"}.get(KIND_WORDS.get(clause[kind_at], ""), "")
    number = 1 if clause[at] in articles else NUMBERS.get(clause[at]) or int(clause[at][:6])
    return _Count((kind,) * min(number, _MOST), at, kind_at + 1)


_MOST = 99
"""Units that a count can name: no country has so many."""


def _place(part: Sequence[str], kind: str) -> list[str]:
    """`army pst` of `pst`, or of `a pst`; empty if it is no place, or one of another kind."""
    begin = skip(part, 0, _IN)
    own = part[begin] if begin + 1 < len(part) and part[begin] in KIND_WORDS else ""
    area = list(part[skip(part, begin + bool(own), _IN) :])
    if (own and kind and KIND_WORDS[own] != KIND_WORDS[kind]) or all(end < len(area) for _, end in areas_at(area, 0)):
        return []
    return [word for word in (own or kind, *area) if word]


def _kinds(parts: Sequence[Sequence[str]]) -> list[str]:
    """The kind of unit that each place is written with, sorted."""
    return sorted(KIND_WORDS.get(part[skip(part, 0, _IN)], "") for part in parts if skip(part, 0, _IN) < len(part))


_IN = frozenset(("in", "at", "the"))


def _counted(context: Context, words: Sequence[str]) -> list[Unit] | None:
    """The units of `two armies`, where the writer has so many; None if it is no number of units. Unclear if they have
    others besides, or fewer.
    """
    said = [word for word in words if word not in _NOISE | _AROUND]
    if len(said) != 2 or not is_number(said[0]) or said[1] not in _COUNTABLE:
        return None
    number = NUMBERS.get(said[0]) or int(said[0][:6])
    kind = KIND_WORDS.get(said[1], "")
    own = [each for each in context.position.units_of(context.role) if kind in ("", each.kind)]
    if len(own) == number:
        return own
    what = {"A": "armies", "F": "fleets", "G": "garrisons"}.get(kind, "units")
    listed = f"your {what}: {', '.join(str(unit) for unit in own)}" if own else f"you have no {what}"
    hint = f"{listed}. Name each of them. Or: Pay all." if own else listed
    raise Unclear("which-units", "which of them?" if number < len(own) else "you have not so many", hint)


_AROUND = frozenset(
    ("the", "my", "our", "of", "pay", "paying", "paid", "keep", "keeping", "maintain", "maintaining", "for")
)
_COUNTABLE = KIND_WORDS.keys() - {"a", "f", "g", "troops"} | {"unit", "units"}


def _is_price(word: str) -> bool:
    return word.isdigit() or word in ("ducats", "ducat", "d", "each")


def instead(context: Context, words: Sequence[str]) -> str:
    """What could be meant in Phase A: a unit without its verb, or what comes later."""
    if any(end == len(words) for _, _, end in unit_mentions(context, words, 0)):
        unit = " ".join(words).upper()
        return f"write Raise {unit} for a new unit, or Pay {unit} for one that you have"
    return "now you can give, sell, tax, pay and raise; orders and bribes come in the next campaign"
