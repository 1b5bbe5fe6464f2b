"""How the slots and messages of a turn sheet are written, as everybody may know it: the map, and who owns what."""

from __future__ import annotations

from judge.rules.composition import Composition, Pattern, Slot
from judge.rules.empires.slots import LAST_SLOT, USAGE
from judge.rules.empires.view import EmpireView
from judge.rules.empires.worldmap import load_map

_MOST = 99
_NUMBER = Slot("number", "How many?", least=1, most=_MOST, given="1")
_AMOUNTS = {
    "some": Pattern("{number}", "so many", (_NUMBER,)),
    "all": Pattern("ALL", "all"),
    "all but": Pattern("AB-{number}", "all but so many", (_NUMBER,)),
}
_HOW_MANY = {
    "MOVE": tuple(_AMOUNTS),
    "ATTACK": tuple(_AMOUNTS),
    "SEAMOVE": tuple(_AMOUNTS),
    "CONVOY": tuple(_AMOUNTS),
    "RESERVE": ("some", "all"),
    "ARMY": ("some", "all"),
}
"""Action -> how its number may be written; others want a plain number."""
_TO = {"MOVE": "beside", "ATTACK": "land beside", "RETREAT": "land beside", "BASE": "sea beside"}
_SAILS = ("MOVE", "SEAMOVE", "CONVOY")
"""What also begins at sea."""


def composition(view: EmpireView) -> Composition:
    """Return how a country fills its slots."""
    world = load_map(view.map)
    seas, land = tuple(world.seas), frozenset(world.land)
    beside = {code: place.neighbours for code, place in world.places.items()}
    actions = {action: _action(action) for action in USAGE}
    slot = Slot("slot", "Which slot?", least=1, most=LAST_SLOT, given="1")
    anywhere = tuple(name for name in actions if "{area}" not in actions[name].text)
    lines = {
        "order": _line((("own", "role"),), tuple(name for name in actions if name not in anywhere), slot),
        "at sea": _line((("seas", ""),), _SAILS, slot),
        "country": Pattern(
            "{slot} {action}",
            "needs no area",
            (Slot("action", "What is done?", patterns=anywhere), slot),
            "{slot}",
        ),
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
    patterns = {**lines, **actions, **_AMOUNTS}
    return Composition(roles, patterns, tuple(lines), tables, names=view.names, areas=view.areas)


def _line(among: tuple[tuple[str, str], ...], actions: tuple[str, ...], slot: Slot) -> Pattern:
    area = Slot("area", "Which area?", among)
    words = "begins at sea" if actions == _SAILS else "is for an area"
    return Pattern("{slot} {action}", words, (area, Slot("action", "What is done?", patterns=actions), slot), "{slot}")


def _action(action: str) -> Pattern:
    """Return the pattern of an action with its three boxes; a box that it does not want is blank."""
    first, second, amount = USAGE[action].boxes
    slots: list[Slot] = []
    if second:
        slots.append(Slot("to", "Where to?", ((_TO.get(action, "sails"), "area"),)))
    if amount:
        slots.append(Slot("amount", "How many?", patterns=_HOW_MANY.get(action, ("some",)), given="1"))
    boxes = ("{area}" if first else "--", "{to}" if second else "--", "{amount}" if amount else "--")
    return Pattern(f"{action} {' '.join(boxes)}", action, tuple(slots))
