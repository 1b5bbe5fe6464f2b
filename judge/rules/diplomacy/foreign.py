"""Boards as the e-mail judges and the Python package `diplomacy` keep them: `.map` files, read into a board's data.

A line begins with a word that says what it tells. `ADR` in capitals is open to armies and fleets, `adr` to armies
alone, `Adr` to fleets alone; `bul` beside `BUL/EC` is the province of that coast.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from string import ascii_uppercase, digits
from typing import Any

from judge.rules.diplomacy.board import ONE_WAY, squeeze
from judge.rules.values import BoardImport

KINDS = {"WATER", "COAST", "PORT", "LAND", "SHUT"}
"""How a place is called there; nobody may enter the last."""
UNOWNED = "UNOWNED"
_SEASONS = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
_PHASES = {"MOVEMENT": "M", "RETREATS": "R", "ADJUSTMENTS": "A"}
_MOST_FILES = 5
_LOOKS = {"FLAG", "FLAGS", "NOTIFY"}
_SPECIAL = {"FLOW", "IN", "LEAGUE", "NEWHOMES", "PAYOLA"}


@dataclass
class Power:
    """`centers`: None where they are the homes."""

    adjective: str = ""
    letter: str = ""
    homes: list[str] = field(default_factory=list)
    centers: list[str] | None = None
    units: list[str] = field(default_factory=list)
    dummy: bool = False


@dataclass
class Variant:
    """What a file tells of a board, whatever program keeps it. Codes and places (`BUL/EC`) are capitals. `names`:
    code -> name and other spellings; `army`, `fleet`: whence -> whereto; `picture`, `points`: as in a BoardImport.
    """

    start: str = ""
    victory: int = 0
    builds_anywhere: bool = False
    names: dict[str, list[str]] = field(default_factory=dict)
    waters: set[str] = field(default_factory=set)
    army: dict[str, set[str]] = field(default_factory=dict)
    fleet: dict[str, set[str]] = field(default_factory=dict)
    powers: dict[str, Power] = field(default_factory=dict)
    unowned: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    picture: str = ""
    points: dict[str, tuple[int, int]] = field(default_factory=dict)


@dataclass
class _Map(Variant):
    """What was read of a `.map` file so far. `places`: as written (`ADR`, `bul`, `BUL/EC`) -> what it is called there;
    `beside`: the same -> what it touches, as written.
    """

    rules: list[str] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    beside: dict[str, list[str]] = field(default_factory=dict)


def read_map(name: str, text: str, file_beside: Callable[[str], str]) -> Variant:
    """What a `.map` file tells. `file_beside`: name of a file that this one builds on -> its text; it raises ValueError
    if there is none. Raises ValueError.
    """
    found = _Map()
    _read(found, text, file_beside, [f"{name}.map"])
    kinds: dict[str, str] = {}
    for place, kind in found.places.items():
        kinds.setdefault(place[:3].upper(), kind)
    found.names = {code: found.names.get(code, [code]) for code in sorted(kinds) if kinds[code]}
    found.waters = {code for code, kind in kinds.items() if kind == "WATER"}
    for place, others in found.beside.items():
        code = place[:3].upper()
        if "/" not in place and kinds[code] != "WATER":
            found.army[code] = {each[:3].upper() for each in others if each != each.title()}
        if place == place.upper() and kinds[code] not in ("", "LAND"):
            found.fleet[place] = {each.upper() for each in others if each[0].isupper()}
    if ports := sorted(code for code, kind in kinds.items() if kind == "PORT"):
        found.lost.append(f"fleets in {', '.join(ports)} could convoy: they are coasts like any other")
    found.builds_anywhere = "BUILD_ANY" in found.rules
    if special := [rule for rule in found.rules if rule != "BUILD_ANY"]:
        found.lost.append(f"special rules: {', '.join(special)}")
    return found


def start_of(season: str, year: str, kind: str = "") -> str:
    """The label of a first phase that is written in words."""
    return f"{_SEASONS.get(season.upper(), 'S')}{year}{_PHASES.get(kind.upper(), 'M')}"


def _read(found: _Map, text: str, file_beside: Callable[[str], str], files: list[str]) -> None:
    power: Power | None = None
    for line in text.splitlines():
        first, *words = line.split() or ["#"]
        key = first.upper()
        if key.startswith("#"):
            continue
        if key in ("MAP", "USE", "USES"):
            for other in (word if "." in PurePath(word).name else f"{word}.map" for word in words):
                if other in files or len(files) > _MOST_FILES:
                    raise ValueError(f"`{line.strip()}`: {other} would be read twice, or is one file too many")
                _read(found, file_beside(other), file_beside, [*files, other])
        elif "=" in line:
            _name(found, *line.split("=", 1))
        elif key in KINDS and words:
            _place(found, words[0], "" if key == "SHUT" else key, words[2:])
        elif key == "AMEND" and words:
            _place(found, words[0], "", words[2:])
        elif key == "DROP":
            for place in words:
                _drop(found, place.upper())
        elif key in ("A", "F") and power is not None and len(words) == 1:
            unit = f"{key} {words[0].upper()}"
            for each in found.powers.values():
                each.units = [other for other in each.units if other[2:5] != unit[2:5]]
            power.units.append(unit)
        elif not (_fact(found, key, words) or (power is not None and _of_power(power, key, words))):
            power = _power(found, key, words)


def _fact(found: _Map, key: str, words: list[str]) -> bool:
    """Take a line about the whole board; False if it is none."""
    said = " ".join(words).upper()
    if key == "BEGIN":
        found.start = start_of(*(*words, "", "")[:3])
    elif key == "VICTORY":
        found.victory = int(words[0]) if words and words[0].isdigit() else 0
    elif key in ("RULE", "RULES"):
        found.rules += said.split()
    elif key in _LOOKS | _SPECIAL:
        found.lost += [f"the line `{key} {said[:60]}`"] if key in _SPECIAL else []
    elif key in ("UNPLAYED", "DUMMY", "DUMMIES") and words:
        named = [_power_name(each) for each in said.replace(",", " ").split()]
        some = [each for each in found.powers if each not in named] if named[0] == "ALL" else named
        for power in some:
            if key == "UNPLAYED":
                found.powers.pop(power, None)
            elif power in found.powers:
                found.powers[power].dummy = True
    else:
        return False
    return True


def _of_power(power: Power, key: str, words: list[str]) -> bool:
    """Take a line about the power above it; False if it is none."""
    named = [each.upper() for each in words]
    if key == "UNITS":
        power.units = []
    elif key == "DUMMY":
        power.dummy = True
    elif key in ("HOME", "HOMES"):
        power.homes = named
    elif key == "INHABITS":
        power.homes += named
    elif key == "OWNS":
        power.centers = [*dict.fromkeys((*(power.centers or ()), *named))]
    elif key == "CENTERS":
        power.centers = named
    else:
        return False
    return True


def _power(found: _Map, key: str, words: list[str]) -> Power | None:
    """Take the first line of a power, or of the centers that nobody owns (None)."""
    if key in (UNOWNED, "NEUTRAL", "CENTERS"):
        found.unowned += [each.upper() for each in words]
        return None
    power = found.powers.setdefault(_power_name(key), Power())
    if words and words[0].startswith("("):
        adjective, _, letter = words.pop(0).strip("()").partition(":")
        power.adjective, power.letter = adjective.replace("+", " ").title(), letter[:1].upper()
    gone = {each[1:].upper() for each in words if each.startswith("-")}
    named = [each.upper() for each in words if not each.startswith("-")]
    power.homes = [each for each in dict.fromkeys((*power.homes, *named)) if each not in gone]
    return power


def _power_name(text: str) -> str:
    return "".join(filter(str.isalpha, text.upper()))[:20]


def _name(found: _Map, name: str, codes: str) -> None:
    """`Adriatic Sea = adr adriatic`. The coasts of a province have no names of their own."""
    code, *others = codes.split() or [""]
    if "/" not in code and "->" not in name:
        spelled = [each.replace("+", " ") for each in others if not set(each) & set("/()?")]
        found.names[code.upper()] = [name.strip(), *spelled]


def _place(found: _Map, place: str, kind: str, beside: list[str]) -> None:
    """`COAST ALB ABUTS ADR GRE`; without a kind it amends what stands there already."""
    before = next((each for each in found.places if each.upper() == place.upper()), place)
    known_kind, known = found.places.pop(before, ""), found.beside.pop(before, [])
    kept = [] if kind and beside and not any(each.startswith("-") for each in beside) else known
    for each in beside:
        gone = each[1:].upper() if each.startswith("-") else ""
        kept = [other for other in kept if not gone or not other.upper().startswith(gone)] + ([] if gone else [each])
    found.places[place], found.beside[place] = kind or known_kind, kept


def _drop(found: _Map, code: str) -> None:
    for place in [each for each in found.places if each.upper().startswith(code)]:
        del found.places[place], found.beside[place]
    for place, others in found.beside.items():
        found.beside[place] = [each for each in others if not each.upper().startswith(code)]
    found.names.pop(code, None)


def board_import(found: Variant, name: str) -> BoardImport:
    """Return the text of the board that a file describes, and what of it no board can hold. ValueError if it names no
    provinces or no powers.
    """
    if not found.names or not found.powers:
        raise ValueError("it names no provinces or no powers")
    split = {place.partition("/")[0] for place in found.fleet if "/" in place}
    land, fleets = found.names.keys() - found.waters, found.fleet.keys() - split
    army = {code: found.army.get(code, set()) & land - {code} for code in land}
    fleet = {
        place: {each for each in found.fleet[place] & fleets if each[:3] != place[:3] and each[:3] in found.names}
        for place in found.fleet
        if place in fleets and place[:3] in found.names
    }
    army, fleet = ({place: _ways(reach, place) for place in reach} for reach in (army, fleet))
    centers = {*found.unowned, *(each for power in found.powers.values() for each in _owned(power))}
    spellings = _spellings(found)
    provinces = {}
    for code, (full, *_) in sorted(found.names.items()):
        shores = {
            place: " ".join(sorted(fleet[place])) for place in sorted(fleet) if place[:3] == code and fleet[place]
        }
        # A coast of no water is as good as inland.
        kind = "inland" if not shores else "sea" if code in found.waters else "coast"
        entry: dict[str, Any] = {"name": full, "kind": kind} | ({"center": True} if code in centers else {})
        entry |= {"also": spellings[code]} if code in spellings else {}
        entry |= {"army": " ".join(sorted(army[code]))} if army.get(code) else {}
        if shores:
            entry["fleet"] = shores.get(code) or {place[4:]: others for place, others in shores.items()}
        provinces[code] = entry
    head: dict[str, Any] = {"name": name, "title": name.replace("-", " ").title(), "start": found.start or "S1901M"}
    head |= {"victory": found.victory or len(centers) // 2 + 1}
    head |= {"builds": "centers"} if found.builds_anywhere else {}
    text = json.dumps({**head, "powers": _powers(found), "provinces": provinces}, indent=1, ensure_ascii=False)
    return BoardImport(f"{text}\n", tuple(found.lost), found.picture, found.points)


def _ways(reach: Mapping[str, set[str]], place: str) -> set[str]:
    """Whereto this place leads, as a board's file writes it."""
    return {each if place in reach.get(each, ()) else ONE_WAY + each for each in reach[place]}


def _owned(power: Power) -> list[str]:
    return power.homes if power.centers is None else power.centers


def _spellings(found: Variant) -> Mapping[str, list[str]]:
    """Code -> other spellings, without those that two places share."""
    taken = {squeeze(word) for code, (name, *_) in found.names.items() for word in (code, name)}
    kept: dict[str, list[str]] = {}
    for code, (_, *others) in sorted(found.names.items()):
        for word in others:
            if squeeze(word) and squeeze(word) not in taken:
                taken.add(squeeze(word))
                kept.setdefault(code, []).append(word)
    return kept


def _powers(found: Variant) -> dict[str, Any]:
    letters = {power: each.letter for power, each in found.powers.items() if each.letter}
    made: dict[str, Any] = {}
    for named, power in found.powers.items():
        name = _power_name(named)
        letters[named] = letter = power.letter or next(_free(name, set(letters.values())), "")
        made[name] = {"letter": letter, "adjective": (power.adjective or named).title(), "homes": power.homes}
        made[name] |= {"centers": power.centers} if power.centers is not None else {}
        made[name] |= {"units": power.units} | ({"dummy": True} if power.dummy else {})
    return made


def _free(name: str, taken: set[str]) -> Iterator[str]:
    some = (*name, *ascii_uppercase, *digits, *(name[:1] + digit for digit in digits))
    yield from (each for each in some if each not in taken)
