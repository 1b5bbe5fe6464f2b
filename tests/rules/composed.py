"""Sheets at random along the paths of a composition, by its JSON alone: what the page does, without a page."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Composition = Mapping[str, Any]
GAP = re.compile(r"\{([^}]*)\}")


class NoWay(Exception):
    """A slot for which nothing is left to choose."""


class Composed(NamedTuple):
    """A line, the name of its pattern, and what was put into its slots."""

    text: str
    pattern: str
    chosen: Mapping[str, str]


def area(value: str) -> str:
    return value.rsplit(maxsplit=1)[-1].partition("/")[0]


def options(composition: Composition, slot: Mapping[str, Any], chosen: Mapping[str, str]) -> list[str]:
    """The values of the first row of a slot that stand in areas of all others."""
    rows = []
    for tables, key in slot["among"]:
        row = " ".join(chosen[name] for name in key.split())
        rows.append(
            [each for name in tables.split(" or ") for each in composition["tables"].get(name, {}).get(row, [])]
        )
    first, *others = rows
    areas = [{*map(area, row)} for row in others]
    apart = chosen.get(slot.get("apart", ""), "")
    return [each for each in first if all(area(each) in row for row in areas) and not (apart and area(each) in apart)]


def begins(composition: Composition, name: str, chosen: Mapping[str, str]) -> bool:
    """Is there something for each slot that is left?"""
    for slot in pattern_of(composition, name).get("slots", ()):
        if "among" in slot and "join" not in slot and slot["name"] not in chosen:
            found = options(composition, slot, chosen)
            return any(begins(composition, name, {**chosen, slot["name"]: each}) for each in found)
    return True


def pattern_of(composition: Composition, name: str) -> Mapping[str, Any]:
    pattern: Mapping[str, Any] = {**composition.get("parts", {}), **composition["lines"]}[name]
    return pattern


def filled(text: str, chosen: Mapping[str, str]) -> str:
    return GAP.sub(lambda gap: chosen[gap[1]], text)


def _several(slot: Mapping[str, Any], drawn: random.Random, one: Any) -> str:
    found: list[str] = []
    for _ in range(drawn.randint(slot.get("least", 0), slot["most"])):
        value = one()
        if value not in found:
            found.append(value)
    return str(slot["join"].join(found))


def fill(composition: Composition, name: str, chosen: dict[str, str], drawn: random.Random) -> str:
    """Walks along a pattern; `chosen` gains what is put into its slots. NoWay where that comes to no end."""
    pattern = pattern_of(composition, name)
    for slot in pattern.get("slots", ()):
        taken: set[str] = set()

        def one(slot: Mapping[str, Any] = slot, taken: set[str] = taken) -> str:
            if "patterns" in slot:
                return fill(composition, drawn.choice(slot["patterns"]), {**chosen}, drawn)
            if "among" in slot:
                found = options(composition, slot, chosen)
                left = [each for each in found if begins(composition, name, {**chosen, slot["name"]: each})]
                left = [each for each in left if each not in taken]
                if not left:
                    raise NoWay
                value = drawn.choice(left)
                taken.add(value)
                return value
            if "below" in slot:
                return str(drawn.randint(slot.get("least", 0), int(chosen[slot["below"]]) - 1))
            if "most" in slot:
                return str(drawn.choice(range(slot.get("least", 0), slot["most"] + 1, slot.get("step", 1))))
            return drawn.choice(("a word", "two words, and a comma", "1"))

        chosen[slot["name"]] = _several(slot, drawn, one) if "join" in slot else one()
    return filled(pattern["text"], chosen)


def sheet(composition: Composition, role: str, drawn: random.Random, lines: int = 6) -> list[Composed]:
    """A sheet of about so many lines, each along a path of its own."""
    found: dict[str, Composed] = {}
    most = composition.get("most", {}).get(role, lines)
    for number in range(40):
        if len(found) >= min(most, lines):
            break
        name = drawn.choice([*composition["lines"]])
        chosen = {"role": role}
        try:
            text = fill(composition, name, chosen, drawn)
        except NoWay:
            continue
        once = composition["lines"][name].get("once", "")
        key = f"{name if '{' not in once else ''} {filled(once, chosen)}" if once else str(number)
        found.setdefault(key, Composed(text, name, chosen))
    names = {line.pattern for line in found.values()}
    needs = {name: composition["lines"][name].get("needs", names) for name in names}
    return [line for line in found.values() if names.intersection(needs[line.pattern])]


def with_own_units(composition: Composition, role: str, units: Sequence[str]) -> Composition:
    """What a letter adds where the page knows no units: whose these are, and that no others stand where they do."""
    tables = {name: dict(rows) for name, rows in composition["tables"].items()}
    tables["own"] = {role: [*units]}
    areas = {*map(area, units)}
    for name in ("foreign", "units", "armies"):
        for key, row in tables.get(name, {}).items():
            tables[name][key] = [each for each in row if area(each) not in areas or each in units]
    if "foreign" in tables:
        tables["foreign"][role] = [each for each in tables["foreign"].get(role, ()) if each not in units]
    return {**composition, "tables": tables}
