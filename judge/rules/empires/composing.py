"""How the slots and messages of a turn sheet are written, as everybody may know it: the map, and who owns what."""

from __future__ import annotations

from collections.abc import Iterable

from judge.rules.composition import Composition, Pattern, Slot
from judge.rules.empires.slots import LAST_SLOT, USAGE
from judge.rules.empires.view import EmpireView
from judge.rules.empires.worldmap import load_map

_SLOT = Slot("slot", "Which slot?", least=1, most=LAST_SLOT, given="1")
_NUMBER = Slot("number", "How many?", least=1, most=99, given="1")
_AMOUNTS = {
    "some": Pattern("{number}", "so many", (_NUMBER,)),
    "all": Pattern("ALL", "all"),
    "all but": Pattern("AB-{number}", "all but so many", (_NUMBER,)),
}


def composition(view: EmpireView) -> Composition:
    """Return how a country fills its slots."""
    world = load_map(view.map)
    seas, land = tuple(world.seas), frozenset(world.land)
    beside = {code: place.neighbours for code, place in world.places.items()}
    lines = {
        "order": _line("is for an area", (name for name, usage in USAGE.items() if usage.boxes[0]), (("own", "role"),)),
        "at sea": _line("begins at sea", (name for name in USAGE if _sails(name)), (("seas", ""),)),
        "country": _line("needs no area", (name for name, usage in USAGE.items() if not usage.boxes[0])),
        "message": Pattern(
            "MESSAGE {to} {words}",
            "sends a message",
            (Slot("to", "To whom?", (("others", "role"),)), Slot("words", "What?", given="...")),
        ),
    }
    roles = tuple(role for role in view.phase.roles if role in view.order)
    owners = {country: tuple(code for code in view.areas if view.owners.get(code) == country) for country in view.order}
    tables = {
        "own": {country: codes for country, codes in owners.items() if codes},
        "seas": {"": seas},
        "beside": beside,
        "land beside": {code: tuple(each for each in near if each in land) for code, near in beside.items()},
        "sea beside": {code: tuple(each for each in near if each not in land) for code, near in beside.items()},
        "sails": {code: tuple(each for each in near if code in seas or each in seas) for code, near in beside.items()},
        "others": {role: tuple(each for each in (*view.order, "ALL") if each != role) for role in roles},
    }
    patterns = {**lines, **{action: _action(action) for action in USAGE}, **_AMOUNTS}
    return Composition(roles, patterns, tuple(lines), tables, names=view.names, areas=view.areas)


def _sails(action: str) -> bool:
    """Does it begin at sea and may end there?"""
    return USAGE[action].at_sea and USAGE[action].to != "land beside"


def _line(words: str, actions: Iterable[str], among: tuple[tuple[str, str], ...] = ()) -> Pattern:
    area = (Slot("area", "Which area?", among),) if among else ()
    slots = (*area, Slot("action", "What is done?", patterns=tuple(actions)), _SLOT)
    return Pattern("{slot} {action}", words, slots, "{slot}")


def _action(action: str) -> Pattern:
    """Return the pattern of an action with its three boxes; a box that it does not want is blank."""
    usage = USAGE[action]
    first, second, amount = usage.boxes
    slots = [Slot("to", "Where to?", ((usage.to, "area"),))] if second else []
    if amount:
        slots.append(Slot("amount", "How many?", patterns=tuple(usage.numbers), given="1"))
    boxes = ("{area}" if first else "--", "{to}" if second else "--", "{amount}" if amount else "--")
    return Pattern(f"{action} {' '.join(boxes)}", action, tuple(slots))
