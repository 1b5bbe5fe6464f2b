"""Boards as the e-mail judges and the Python package `diplomacy` keep them: `.map` files, read into a board's data.

A line begins with a word that says what it tells. `ADR` in capitals is open to armies and fleets, `adr` to armies
alone, `Adr` to fleets alone; `bul` beside `BUL/EC` is the province of that coast.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from string import ascii_uppercase, digits
from typing import Any

from judge.rules.diplomacy.board import ONE_WAY, squeeze
from judge.rules.values import BoardImport

_SEASONS = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
_PHASES = {"MOVEMENT": "M", "RETREATS": "R", "ADJUSTMENTS": "A"}
_MOST_FILES = 5


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
    `beside`: the same -> what it touches, as written; `power`: whose lines are read.
    """

    rules: list[str] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    beside: dict[str, list[str]] = field(default_factory=dict)
    power: Power | None = None

    def read(self, text: str, file_beside: Callable[[str], str], files: Sequence[str]) -> None:
        self.power = None
        for line in text.splitlines():
            key, *words = line.split() or ["#"]
            if key.upper() in ("MAP", "USE", "USES"):
                power = self.power
                for other in (word if "." in PurePath(word).name else f"{word}.map" for word in words):
                    if other in files or len(files) > _MOST_FILES:
                        raise ValueError(f"`{line.strip()}`: {other} would be read twice, or is one file too many")
                    self.read(file_beside(other), file_beside, [*files, other])
                self.power = power
            elif not key.startswith("#"):
                self._take(line, key.upper(), words)

    def _take(self, line: str, key: str, words: list[str]) -> None:
        named, power = [each.upper() for each in words], self.power
        match key, words:
            case _ if "=" in line:
                self._name(*line.split("=", 1))
            case "WATER" | "COAST" | "PORT" | "LAND" | "SHUT", [place, *beside]:
                self._place(place, "" if key == "SHUT" else key, beside[1:])
            case "AMEND", [place, *beside]:
                self._place(place, "", beside[1:])
            case "DROP", _:
                for place in named:
                    self._drop(place)
            case "BEGIN", _:
                self.start = start_of(*(*words, "", "")[:3])
            case "VICTORY", _:
                self.victory = int(words[0]) if words and words[0].isdigit() else 0
            case "RULE" | "RULES", _:
                self.rules += named
            case "FLAG" | "FLAGS" | "NOTIFY", _:
                pass  # how it looks
            case "FLOW" | "IN" | "LEAGUE" | "NEWHOMES" | "PAYOLA", _:
                self.lost.append(f"the line `{key} {' '.join(named)[:60]}`")
            case "UNPLAYED" | "DUMMY" | "DUMMIES", [_, *_]:
                self._leave_out(key, [_power_name(each) for each in " ".join(named).replace(",", " ").split()])
            case "A" | "F", [place] if power is not None:
                for each in self.powers.values():
                    each.units = [other for other in each.units if other[2:5] != place[:3].upper()]
                power.units.append(f"{key} {place.upper()}")
            case "UNITS", _ if power is not None:
                power.units = []
            case "DUMMY", _ if power is not None:
                power.dummy = True
            case "HOME" | "HOMES", _ if power is not None:
                power.homes = named
            case "INHABITS", _ if power is not None:
                power.homes += named
            case "OWNS", _ if power is not None:
                power.centers = [*dict.fromkeys((*(power.centers or ()), *named))]
            case "CENTERS", _ if power is not None:
                power.centers = named
            case "UNOWNED" | "NEUTRAL" | "CENTERS", _:
                self.unowned += named
                self.power = None
            case _:
                self._begin(self.powers.setdefault(_power_name(key), Power()), words)

    def _leave_out(self, key: str, named: list[str]) -> None:
        for power in [each for each in self.powers if each not in named] if named[0] == "ALL" else named:
            if key == "UNPLAYED":
                self.powers.pop(power, None)
            elif power in self.powers:
                self.powers[power].dummy = True

    def _begin(self, power: Power, words: list[str]) -> None:
        """`AUSTRIA (AUSTRIAN:A) VIE BUD -TRI`: whose lines follow, with its homes."""
        if words and words[0].startswith("("):
            adjective, _, letter = words.pop(0).strip("()").partition(":")
            power.adjective, power.letter = adjective.replace("+", " ").title(), letter[:1].upper()
        gone = {each[1:].upper() for each in words if each.startswith("-")}
        named = [each.upper() for each in words if not each.startswith("-")]
        power.homes = [each for each in dict.fromkeys((*power.homes, *named)) if each not in gone]
        self.power = power

    def _name(self, name: str, codes: str) -> None:
        """`Adriatic Sea = adr adriatic`. The coasts of a province have no names of their own."""
        code, *others = codes.split() or [""]
        if "/" not in code and "->" not in name:
            spelled = [each.replace("+", " ") for each in others if not set(each) & set("/()?")]
            self.names[code.upper()] = [name.strip(), *spelled]

    def _place(self, place: str, kind: str, beside: list[str]) -> None:
        """`COAST ALB ABUTS ADR GRE`; without a kind it amends what stands there already."""
        before = next((each for each in self.places if each.upper() == place.upper()), place)
        known_kind, kept = self.places.pop(before, ""), self.beside.pop(before, [])
        if kind and beside and not any(each.startswith("-") for each in beside):
            kept = []
        for each in beside:
            gone = each[1:].upper() if each.startswith("-") else ""
            kept = [other for other in kept if not gone or not other.upper().startswith(gone)] + [each] * (not gone)
        self.places[place], self.beside[place] = kind or known_kind, kept

    def _drop(self, code: str) -> None:
        for place in [each for each in self.places if each.upper().startswith(code)]:
            del self.places[place], self.beside[place]
        for place, others in self.beside.items():
            self.beside[place] = [each for each in others if not each.upper().startswith(code)]
        self.names.pop(code, None)


def read_map(name: str, text: str, file_beside: Callable[[str], str]) -> Variant:
    """What a `.map` file tells. `file_beside`: name of a file that this one builds on -> its text; it raises ValueError
    if there is none. Raises ValueError.
    """
    found = _Map()
    found.read(text, file_beside, [f"{name}.map"])
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


def _power_name(text: str) -> str:
    return "".join(filter(str.isalpha, text.upper()))[:20]


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
