"""Random positions and sheets in which much can be done: ships in base and at sea, armies aboard, homes lost."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.rules.empires.areas_again import LANDS, NEAR, SEAS, Words

COUNTRIES = ("NO", "EA", "SO", "WE")
BOXES = ("ALL", "--", "0", "1", "2", "3", "5", "9", "AB-1", "AB2", "-2", "-1")
LIKELY = "MMAAAASSSCCCRRLGFBBNZTTDO"
"""How often which action is drawn, by a letter of its own."""


def position(drawn: random.Random) -> dict[str, Any]:
    areas = {code: _land(code, drawn) for code in LANDS} | {code: {} for code in SEAS}
    alive = [name for name in drawn.sample(COUNTRIES, 4) if any(area.get("owner") == name for area in areas.values())]
    for code in SEAS:
        if alive and drawn.random() < 0.75:
            areas[code] = _fleet(drawn.choice(alive), areas, drawn)
    turn = drawn.randint(1, 20)
    return {
        "phase": f"T{turn}",
        "order": alive,
        "areas": areas,
        "countries": {
            name: {
                "bps": drawn.choice((0, 2, 5, 9, 14, 25, 40)),
                "reserve": drawn.choice((0, 0, 1, 3, 6)),
                "navy": drawn.randint(0, 2),
                "vps": drawn.randint(-3, 24),
            }
            for name in COUNTRIES
        },
        "census": drawn.randint(turn, turn + 3),
        "censuses": 1,
        "met": drawn.random() < 0.3,
        "dummies": [name for name in COUNTRIES if drawn.random() < 0.1],
        "limit": drawn.choice((20, 30)),
    }


def _land(code: str, drawn: random.Random) -> dict[str, Any]:
    area: dict[str, Any] = {name: drawn.randint(0, most) for name, most in (("pop", 6), ("forts", 2), ("armies", 8))}
    area["owner"] = drawn.choice((*COUNTRIES, "", ""))
    area["retreats"] = drawn.random() < 0.8
    if area["owner"] and drawn.random() < 0.6:
        area["retreat_to"] = drawn.choice(NEAR[code])
    seas = _seas(code)
    if seas and drawn.random() < 0.5:
        area |= {"entrance": drawn.choice(seas), "docked": drawn.randint(0, 4) if area["owner"] else 0}
    return area


def _fleet(owner: str, areas: Mapping[str, Any], drawn: random.Random) -> dict[str, Any]:
    coast = [code for code in LANDS if _seas(code)]
    bases = [code for code in coast if areas[code].get("entrance") and areas[code].get("owner") == owner]
    homes = [drawn.choice(bases if bases and drawn.random() < 0.8 else coast) for _ in range(drawn.choice((1, 1, 2)))]
    fleets = {base: drawn.randint(1, 4) for base in homes}
    return {"owner": owner, "fleets": fleets, "armies": drawn.randint(0, sum(fleets.values()))}


def _seas(code: str) -> list[str]:
    return [near for near in NEAR[code] if near in SEAS]


def sheet(name: str, areas: Mapping[str, Any], drawn: random.Random) -> dict[int, Words]:
    """Slot -> action and boxes: mostly what could be done as the turn begins, and a little nonsense."""
    found = {}
    for slot in range(1, 17):
        if drawn.random() < 0.85:
            found[slot] = _likely(name, areas, drawn) if drawn.random() < 0.8 else _anything(drawn)
    return found


def _anything(drawn: random.Random) -> Words:
    action = drawn.choice(
        ("MOVE", "ATTACK", "SEAMOVE", "CONVOY", "RESERVE", "BUILD", "RAZE", "ARMY", "ORDER", "CLOSE", "DISOWN")
    )
    one, other = drawn.choice(tuple(NEAR)), drawn.choice(tuple(NEAR))
    if action in ("ARMY", "ORDER"):
        return action, "--", "--", drawn.choice(BOXES)
    if action in ("MOVE", "ATTACK", "SEAMOVE", "CONVOY"):
        return action, one, drawn.choice((other, *NEAR[one])), drawn.choice(BOXES)
    return action, one, "--", drawn.choice(BOXES) if action in ("RESERVE", "BUILD", "RAZE") else "--"


def _likely(name: str, areas: Mapping[str, Any], drawn: random.Random) -> Words:
    own = [code for code in LANDS if areas[code].get("owner") == name]
    seas = [code for code in SEAS if areas[code].get("owner") == name]
    bases = [code for code in own if areas[code].get("entrance")]
    coast = [code for code in own if code not in bases and _seas(code)]
    box = drawn.choice(("ALL", "1", "2", "3", "AB-1", "ALL", "--"))
    kind = drawn.choice(LIKELY)
    if kind in "MA":
        words = _march(kind, name, [*own, *seas], areas, drawn)
    elif kind in "SC":
        words = _voyage(kind, name, [*seas, *bases], areas, drawn)
    elif kind == "B":
        words = ("BUILD", drawn.choice(bases)) if bases else ()
    elif kind == "N":
        where = drawn.choice(coast) if coast else ""
        words = ("BASE", where, drawn.choice(_seas(where))) if where else ()
    else:
        words = _at_home(kind, own, drawn)
    action, one, other = (*words, "--", "--", "--")[:3] if words else ("ORDER", "--", "--")
    if action in ("BUILD", "RAZE", "ORDER"):
        box = drawn.choice("1239")
    numbered = action in ("MOVE", "ATTACK", "SEAMOVE", "CONVOY", "BUILD", "RAZE", "ORDER", "RESERVE")
    return action, one, other, (box if action != "RESERVE" or "AB" not in box else "1") if numbered else "--"


def _march(kind: str, name: str, own: Sequence[str], areas: Mapping[str, Any], drawn: random.Random) -> tuple[str, ...]:
    ways = [
        (code, near)
        for code in own
        if areas[code].get("armies")
        for near in NEAR[code]
        if (areas[near].get("owner") == name) == (kind == "M") and (kind == "M" or near in LANDS)
    ]
    return ("MOVE" if kind == "M" else "ATTACK", *drawn.choice(ways)) if ways else ()


def _voyage(
    kind: str, name: str, own: Sequence[str], areas: Mapping[str, Any], drawn: random.Random
) -> tuple[str, ...]:
    ways = [
        (code, near)
        for code in own
        if areas[code].get("docked") or code in SEAS
        for near in ((areas[code]["entrance"],) if code in LANDS else NEAR[code])
        if near in SEAS or (areas[near].get("owner") == name and areas[near].get("entrance") == code)
    ]
    return ("SEAMOVE" if kind == "S" else "CONVOY", *drawn.choice(ways)) if ways else ()


def _at_home(kind: str, own: Sequence[str], drawn: random.Random) -> tuple[str, ...]:
    actions = {"R": "RESERVE", "L": "LEVY", "G": "GROW", "F": "FORTIFY", "Z": "RAZE", "T": "RETREAT", "D": "DEFEND"}
    if kind not in actions or not own:
        return ()
    where = drawn.choice(own)
    near = (drawn.choice((*(code for code in NEAR[where] if code in LANDS), "--")),) if kind == "T" else ()
    return (actions[kind], where, *near)
