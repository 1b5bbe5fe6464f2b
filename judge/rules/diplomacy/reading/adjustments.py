"""Reading builds and disbands as people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, WAIVE, Adjustment, build_sites, owed, sites
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.position import FLEET, Unit
from judge.rules.diplomacy.reading.spelling import compact, unit_named, units_of, unreadable
from judge.rules.diplomacy.table import Table

_WAIVES = re.compile(
    r"(?:WAIVES?|W)(?:BUILDS?)?([0-9]{0,2})"
    r"|WAIVES?(?:THE|MY|AN?)?(?:OTHER|LAST|FIRST|SECOND|THIRD|REMAINING|ONE)?(?:ONE|BUILD)?"
)
_EXAMPLES = "write `BUILD A VIE`, `DISBAND A VIE` or `WAIVE`"
_NEW = ("AARMY", "ANARMY", "AFLEET", "ANEWARMY", "ANEWFLEET")
_WISH = re.compile(r"\A(?:I|WE)(?:WILL|WOULDLIKE|DLIKE|LL|WANT|WISH)(?:TO(?=BUILD|DISBAND|REMOVE|WAIVE))?")
_SEVERAL = re.compile(r"\b(?:army|fleet)\b.*(?:,|;|&|\band\b).*\b(?:army|fleet)\b", re.IGNORECASE | re.DOTALL)
_BUILDS = ("BUILDS", "BUILD", "B")
_DISBANDS = ("DISBANDS", "DISBAND", "REMOVES", "REMOVE", "D", "R")
_BEGIN = frozenset((*_BUILDS, *_DISBANDS, "WAIVE", "WAIVES"))


_BEGINS = re.compile(
    r"(?:(?:please|pls)\s+)?(?:(?:I|we)(?:['\u2019]d\s+like|\s+would\s+like|\s+want|\s+wish|['\u2019]ll|\s+will)(?:\s+to)?\s+)?"
    r"(?:(?:build|disband|remove|waive)s?\b(?:\s*:)?)?",
    re.IGNORECASE,
)


def read_adjustment(table: Table, power: str, text: str) -> tuple[Adjustment, ...]:
    """What one line says, `WAIVE 2` being two. BadOrder where the power cannot do that.

    Whether all its lines together are too many is judged by `gather`.
    """
    board = table.board
    said = compact(text)
    line = _WISH.sub("", said, count=1)
    verbs = _verbs(line)
    if line != said and line.startswith(_NEW):
        verbs = [(BUILD, line), *verbs]  # `I'd like a fleet in Brest`
    due = owed(table, power)
    waives = _WAIVES.fullmatch(line)
    if waives:
        if due <= 0:
            raise BadOrder("diplomacy/no-builds", f"{power} has no builds to waive", _due_text(due))
        return (Adjustment(WAIVE),) * (int(waives[1]) if waives[1] else 1)
    for verb, rest in verbs:
        found = unit_named(board, rest)
        if verb == BUILD and found:
            return (_build(table, power, *found, due),)
        if verb == DISBAND and any(not left for *_, left in units_of(board, rest)):
            return (_disband(table, power, rest, due),)
    if any(not left for verb, rest in _verbs(line) if verb == BUILD for *_, left in units_of(board, rest)):
        raise BadOrder("diplomacy/kind-needed", "an army or a fleet?", "write `BUILD A VIE` or `BUILD F TRI`")
    if _SEVERAL.search(text):
        raise BadOrder("diplomacy/several", "one line holds one unit", "write each on a line of its own: `BUILD A VIE`")
    fault = unreadable(board, f"-{(_verbs(line) or [('', line)])[0][1]}")
    if fault.code == "diplomacy/no-such-place":
        fault.examples, fault.begins = _EXAMPLES, _BEGIN
        raise fault
    raise BadOrder(fault.code, fault.message, _EXAMPLES)


def wish_of(text: str) -> str:
    """The wish or the verb that a line begins with, and that goes for each unit behind it: `I'd like`, `Please build`.

    Empty where it begins with the unit.
    """
    found = _BEGINS.match(text.lstrip())
    return found[0].strip() if found else ""


def _verbs(line: str) -> list[tuple[str, str]]:
    """(verb, the line without it) for each verb that the squeezed line begins or ends with."""
    found: list[tuple[str, str]] = []
    for verb, words in ((BUILD, _BUILDS), (DISBAND, _DISBANDS)):
        found += [(verb, line[len(word) :]) for word in words if line.startswith(word)]
        found += [(verb, line[: -len(word)]) for word in words if line.endswith(word)]
    return found


def _due_text(due: int) -> str:
    if not due:
        return "there is nothing to adjust"
    number = abs(due)
    return f"it {'may build' if due > 0 else 'must disband'} {number} unit{'' if number == 1 else 's'}"


def _build(table: Table, power: str, kind: str, place: str, due: int) -> Adjustment:
    board = table.board
    # An army stands in the province, whatever coast was written.
    place = place if kind == FLEET else place.partition("/")[0]
    unit = Unit(power, kind, place)
    free = sites(table, power)
    hint = f"free homes: {', '.join(free)}" if free else "it has no free home"
    if due <= 0:
        raise BadOrder("diplomacy/no-builds", f"{power.title()} has no builds", _due_text(due))
    if unit.province not in build_sites(table, power):
        raise BadOrder("diplomacy/no-home", f"{unit.province} is not a home of {power.title()}", hint)
    if unit.province not in free:
        why = "is occupied" if unit.province in table.position.units else f"is not owned by {power.title()}"
        raise BadOrder("diplomacy/home-not-free", f"{unit.province} {why}", hint)
    if not board.fits(kind, place):
        if kind == FLEET and unit.province in board.coasts and place == unit.province:
            readings = tuple(f"BUILD F {coast}" for coast in board.coasts[unit.province])
            raise BadOrder("diplomacy/coast-needed", f"{place} has several coasts", " or ".join(readings), readings)
        raise BadOrder(
            "diplomacy/no-fleet-there", f"{'a fleet' if kind == FLEET else 'an army'} cannot stand in {place}"
        )
    return Adjustment(BUILD, unit)


def _disband(table: Table, power: str, line: str, due: int) -> Adjustment:
    own = {unit.province: unit for unit in table.units_of(power)}
    if due >= 0:
        raise BadOrder("diplomacy/no-disbands", f"{power.title()} has nothing to disband", _due_text(due))
    for place, kind, rest in units_of(table.board, line):
        for province in place.provinces:
            if not rest and province in own and kind in ("", own[province].kind):
                return Adjustment(DISBAND, own[province])
    units = ", ".join(str(unit) for unit in own.values())
    raise BadOrder("diplomacy/no-such-unit", f"{power.title()} has no such unit", f"its units: {units}")


def gather(table: Table, power: str, so_far: Sequence[Adjustment], more: Sequence[Adjustment]) -> None:
    """BadOrder if `more` is too much or says again what the power's earlier lines said."""
    due = owed(table, power)
    for each in more:
        if each.unit and any(other.unit and other.unit.province == each.unit.province for other in so_far):
            raise BadOrder("diplomacy/twice", f"{each.unit.province} is in an earlier line already")
    if len(so_far) + len(more) > abs(due):
        raise BadOrder("diplomacy/too-many", f"that is more than {power.title()} may do", _due_text(due))
