"""How the slots and messages of a turn sheet are written, as everybody may know it: the map, and who owns what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from judge.rules.composition import Composition, Pattern, Slot
from judge.rules.empires.slots import LAST_SLOT, USAGE
from judge.rules.empires.view import EmpireView
from judge.rules.empires.worldmap import load_map

_SLOT = Slot("slot", "Which slot?", least=1, most=LAST_SLOT, given="1")
_NUMBER = Slot("number", "How many?", least=1, most=99, given="1")
_TO = Slot("to", "To whom?", (("others", "role"),))
_AMOUNTS = {
    "some": Pattern("{number}", "so many", (_NUMBER,)),
    "all": Pattern("ALL", "all"),
    "all but": Pattern("AB-{number}", "all but so many", (_NUMBER,)),
}


def composition(view: EmpireView) -> Composition:
    """Return how a country fills its slots."""
    world = load_map(view.map)
    beside = {code: place.neighbours for code, place in world.places.items()}
    at_sea = [name for name, usage in USAGE.items() if usage.at_sea and usage.to != "land beside"]
    lines = {
        "order": _line("is for an area", (name for name, usage in USAGE.items() if usage.boxes[0]), (("own", "role"),)),
        "at sea": _line("begins at sea", at_sea, (("seas", ""),)),
        "country": _line("needs no area", (name for name, usage in USAGE.items() if not usage.boxes[0])),
        "message": Pattern("MESSAGE {to} {words}", "sends a message", (_TO, Slot("words", "What?", given="..."))),
    }
    roles = tuple(role for role in view.phase.roles if role in view.order)
    tables: dict[str, Mapping[str, Collection[str]]] = {
        "own": {country: [code for code in view.areas if view.owners.get(code) == country] for country in view.order},
        "seas": {"": world.seas},
        "beside": beside,
        "land beside": {code: [each for each in near if each in world.land] for code, near in beside.items()},
        "sea beside": {code: [each for each in near if each in world.seas] for code, near in beside.items()},
        "others": {role: [each for each in (*view.order, "ALL") if each != role] for role in roles},
    }
    tables["sails"] = {
        code: near if code in world.seas else tables["sea beside"][code] for code, near in beside.items()
    }
    return Composition(roles, lines, {**_AMOUNTS, **{name: _action(name) for name in USAGE}}, tables, names=view.names)


def _line(words: str, actions: Iterable[str], among: tuple[tuple[str, str], ...] = ()) -> Pattern:
    area = (Slot("area", "Which area?", among),) if among else ()
    slots = (*area, Slot("action", "What is done?", patterns=tuple(actions)), _SLOT)
    return Pattern("{slot} {action}", words, slots, "{slot}")


def _action(action: str) -> Pattern:
    """Return the pattern of an action with its three boxes; a box that it does not want is blank."""
    usage = USAGE[action]
    to = Slot("to", "Where to?", ((usage.to, "area"),))
    amount = Slot("amount", "How many?", patterns=tuple(usage.numbers), given="1")
    filled = [
        text if wanted else "--" for text, wanted in zip(("{area}", "{to}", "{amount}"), usage.boxes, strict=True)
    ]
    slots = tuple(slot for slot, wanted in zip((to, amount), usage.boxes[1:], strict=True) if wanted)
    return Pattern(" ".join((action, *filled)), action, slots)
