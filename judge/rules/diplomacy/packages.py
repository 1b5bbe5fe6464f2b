"""Boards as other programs keep them: jDip (XML), webDiplomacy and vDiplomacy (PHP), godip (Go). Each is read as text,
nothing is run, and put as the lines of a `.map` file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from judge.rules.diplomacy.board import squeeze
from judge.rules.diplomacy.boardfile import FILE
from judge.rules.diplomacy.foreign import import_map
from judge.rules.values import BoardImport

Beside = Callable[[str], str]
COASTS = {"north": "nc", "south": "sc", "east": "ec", "west": "wc"}


@dataclass
class _Power:
    adjective: str = ""
    homes: list[str] = field(default_factory=list)
    centers: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)


@dataclass
class _Variant:
    """Codes and places (`bul/ec`) are in small letters. `army`, `fleet`: whence -> whereto; `waters`: seas; `names`:
    code -> name and other spellings.
    """

    begin: str = ""
    victory: str = ""
    builds_anywhere: bool = False
    names: dict[str, list[str]] = field(default_factory=dict)
    waters: set[str] = field(default_factory=set)
    army: dict[str, set[str]] = field(default_factory=dict)
    fleet: dict[str, set[str]] = field(default_factory=dict)
    powers: dict[str, _Power] = field(default_factory=dict)
    neutral: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    picture: str = ""
    points: dict[str, tuple[int, int]] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """As a `.map` file has it."""
        yield f"BEGIN {self.begin or 'SPRING 1901 MOVEMENT'}"
        yield f"VICTORY {self.victory}"
        yield from ["RULE BUILD_ANY"] if self.builds_anywhere else []
        for power, entry in self.powers.items():
            adjective = (entry.adjective or power).replace(" ", "+")
            yield f"{''.join(filter(str.isalpha, power))} ({adjective}) {' '.join(entry.homes)}"
            yield f"CENTERS {' '.join(entry.centers)}"
            yield from entry.units
        yield f"UNOWNED {' '.join(self.neutral)}"
        for code, (name, *others) in self.names.items():
            yield f"{name} = {code} {' '.join(other.replace(' ', '+') for other in others)}"
            coasts = [place for place in self.fleet if place.startswith(f"{code}/")]
            kind = "WATER" if code in self.waters else "COAST" if coasts or code in self.fleet else "LAND"
            yield self._place(kind, code if coasts else code.upper(), code, () if coasts else self.fleet.get(code, ()))
            yield from (self._place("COAST", coast.upper(), "", self.fleet[coast]) for coast in coasts)

    def _place(self, kind: str, written: str, code: str, fleet: set[str] | tuple[()]) -> str:
        army = self.army.get(code, set())
        both = {to.upper() for to in army & {*fleet}} | (army - {*fleet})
        return f"{kind} {written} ABUTS {' '.join(sorted(both | {to.title() for to in {*fleet} - army}))}"


def import_board(name: str, text: str, file_beside: Beside) -> BoardImport:
    """Return the text of the board that a file of another program describes, and what of it no board can hold.
    `file_beside`: a file's name, as seen from this one -> its text; ValueError if there is none. Raises ValueError.
    """
    if len(text) > FILE:
        raise ValueError(f"the file has more than {FILE:,} letters")
    if text.lstrip().startswith("<?php"):
        found = _php(text, file_beside)
    elif text.lstrip().startswith("<"):
        found = _xml(name, text, file_beside)
    elif "godip" in text:
        found = _go(text)
    else:
        return import_map(name, text, file_beside)
    if not found.names or not found.powers:
        raise ValueError("it names no provinces or no powers")
    _without_islets(found)
    made = import_map(name, "\n".join(found.lines()), file_beside)
    points = {code.upper(): point for code, point in found.points.items()}
    return BoardImport(made.text, (*found.lost, *made.lost), found.picture, points)


def _without_islets(found: _Variant) -> None:
    """Leave out provinces that border on nothing, which stand for impassable land or for a special rule."""
    beside = {
        place.partition("/")[0] for reach in (found.army, found.fleet) for place, others in reach.items() if others
    }
    for code in found.names.keys() - beside:
        found.lost.append(f"{found.names.pop(code)[0]}, which borders on nothing")
    for power, entry in found.powers.items():
        for kind, places in (("home", entry.homes), ("center", entry.centers), ("unit", entry.units)):
            for place in [each for each in places if each.rpartition(" ")[2].partition("/")[0] not in found.names]:
                places.remove(place)
                found.lost.append(f"{power}'s {kind} {place.upper()}")


# ---- jDip: variants.xml, and the file of borders that it names


def _parsed(text: str) -> ET.Element:
    try:
        return ET.fromstring(text)  # noqa: S314 - expat fetches nothing, and refuses what grows without end
    except ET.ParseError as bad:
        raise ValueError(f"not XML: {bad}") from None


def _xml(name: str, text: str, file_beside: Beside) -> _Variant:
    variants = list(_parsed(text).iter("VARIANT"))
    if not variants:
        raise ValueError("it has no VARIANT")
    said = [{squeeze(each) for each in (one.get("name", ""), *one.get("aliases", "").split(","))} for one in variants]
    chosen = next((one for one, names in zip(variants, said, strict=True) if squeeze(name) in names), variants[0])
    found = _Variant()
    found.lost += [f"another variant in the file: {one.get('name')}" for one in variants if one is not chosen]
    codes: dict[str, str] = {}
    drawn = {each.get("id"): each.get("URI", "") for each in _parsed(text).iter("MAP_DEFINITION")}
    for graphic in chosen.iter("MAP_GRAPHIC"):
        found.picture = found.picture or drawn.get(graphic.get("ref"), "")
    for map_of in chosen.iter("MAP"):
        codes |= _provinces(found, _parsed(file_beside(map_of.get("adjacencyURI", ""))))
    powers = {power.get("name", ""): power for power in chosen.iter("POWER") if power.get("active", "true") == "true"}
    found.powers = {power: _Power(each.get("adjective", "")) for power, each in powers.items()}
    by_name = {power.lower(): entry for power, entry in found.powers.items()}
    for center in chosen.iter("SUPPLYCENTER"):
        code = _coded(codes, center.get("province", ""))
        home, owner = (by_name.get(center.get(key, "none").lower()) for key in ("homepower", "owner"))
        (home.homes if home else []).append(code)
        (owner.centers if owner else found.neutral).append(code)
    for unit in chosen.iter("INITIALSTATE"):
        coast = unit.get("unitcoast", "")
        place = _coded(codes, unit.get("province", "") + (f"/{coast}" if coast in COASTS.values() else ""))
        if (entry := by_name.get(unit.get("power", "").lower())) and unit.get("unit") in ("army", "fleet"):
            entry.units.append(f"{'A' if unit.get('unit') == 'army' else 'F'} {place}")
        else:
            found.lost.append(f"{unit.get('unit')} of {unit.get('power')} in {place}")
    start, victory = chosen.find("STARTINGTIME"), chosen.find("VICTORYCONDITIONS/WINNING_SUPPLY_CENTERS")
    found.begin = start.get("turn", "").replace(",", " ") if start is not None else ""
    found.victory = victory.get("value", "") if victory is not None else ""
    for option in chosen.iter("RULEOPTION"):
        value = option.get("value", "").removeprefix("VALUE_BUILDS_")
        found.builds_anywhere = found.builds_anywhere or value.startswith("ANY")
        if value not in ("ANY_OWNED", "HOME_ONLY"):
            found.lost.append(f"rule: {option.get('name')} is {option.get('value')}")
    return found


def _provinces(found: _Variant, root: ET.Element) -> dict[str, str]:
    """Take the provinces. Return whatever they are called -> their codes: borders may be written with any name."""
    codes: dict[str, str] = {}
    for province in root.iter("PROVINCE"):
        code = province.get("shortname", "").lower()
        others = [each.get("name", "") for each in province.iter("UNIQUENAME")]
        found.names[code] = [province.get("fullname", code), *others]
        codes |= dict.fromkeys(map(str.lower, (code, *found.names[code])), code)
        found.lost += [
            f"{code.upper()}: {key}"
            for key in ("borders", "isConvoyableCoast")
            if province.get(key, "false") != "false"
        ]
    for province in root.iter("PROVINCE"):
        code = province.get("shortname", "").lower()
        for beside in province.iter("ADJACENCY"):
            refs = {_coded(codes, ref) for ref in beside.get("refs", "").split()} - {code}
            kind = beside.get("type", "mv")
            if kind == "mv":
                found.army[code] = refs
            elif kind in ("xc", *COASTS.values()):
                found.fleet[code if kind == "xc" else f"{code}/{kind}"] = refs
        if code not in found.army:
            found.waters.add(code)
    return codes


def _coded(codes: dict[str, str], place: str) -> str:
    """A province and perhaps its coast, by any of its names, as code."""
    name, _, coast = place.lower().replace("-", "/").partition("/")
    return codes.get(name, name) + (f"/{coast}" if coast else "")


# ---- webDiplomacy and vDiplomacy: install.php, with variant.php and classes/adjudicatorPreGame.php beside it

_WORD = r"""(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
_ITEM = rf"(?:{_WORD}|-?\d+)"
_ROW = re.compile(rf"array\s*\(\s*({_ITEM}(?:\s*,\s*{_ITEM})*)\s*,?\s*\)")
_UNITS = re.compile(rf"({_WORD})\s*=>\s*array\s*\(((?:\s*{_WORD}\s*=>\s*{_WORD}\s*,?)*)\s*\)")
_COMMENT = re.compile(rf"({_WORD})|/\*.*?\*/|(?://|\#)[^\n]*", re.DOTALL)


def _code(text: str) -> str:
    """Program text without its comments."""
    return _COMMENT.sub(lambda found: found[1] or " ", text)


def _words(text: str) -> list[str]:
    return [re.sub(r"\\+(.)", r"\1", each.strip("\"'")).strip() for each in re.findall(_ITEM, text)]


def _php(text: str, file_beside: Beside) -> _Variant:
    found = _Variant()
    places, borders = (
        re.split(r"\$bordersRawData\b", _code(text), maxsplit=1)[0:2] if "$bordersRaw" in text else ("", "")
    )
    variant, units = _code(file_beside("variant.php")), _code(file_beside("classes/adjudicatorPreGame.php"))
    named = re.search(rf"\$countries\s*=\s*{_ROW.pattern}", variant)
    countries = _words(named[1]) if named else []
    found.powers = {country: _Power() for country in countries}
    codes: dict[str, str] = {}
    for name, kind, center, *rest in (row for each in _ROW.findall(places) if len(row := _words(each)) > 3):
        copied = re.fullmatch(r"(.+?) \(\d\)", name)  # of a province that stands at two edges of the map
        if copied and copied[1] in codes:
            codes[name] = codes[copied[1]]
            continue
        place = codes[name] = _place_of(name, codes)
        if "/" in place:
            found.fleet.setdefault(place, set())
            continue
        found.names[place] = [name]
        numbers = [int(each) for each in rest if each.isdigit()]
        found.points |= {place: (numbers[-4], numbers[-3])} if len(numbers) > 3 else {}
        found.waters |= {place} if kind == "Sea" else set()
        owner = next((each for each in rest if each in found.powers), "")
        if not owner and rest[0].isdigit() and len(rest) == 5 and 0 < int(rest[0]) <= len(countries):
            owner = countries[int(rest[0]) - 1]
        if center == "Yes" and owner:
            found.powers[owner].homes.append(place)
            found.powers[owner].centers.append(place)
        elif center == "Yes":
            found.neutral.append(place)
    for row in _ROW.findall(borders):
        one, other, fleets, armies = (*_words(row), "", "", "", "")[:4]
        for reach, goes in ((found.fleet, fleets), (found.army, armies)):
            if goes == "Yes" and one in codes and other in codes and codes[one] != codes[other]:
                reach.setdefault(codes[one], set()).add(codes[other])
                reach.setdefault(codes[other], set()).add(codes[one])
    for country, stands in _UNITS.findall(units):
        words, entry = _words(stands), found.powers.get(_words(country)[0])
        for name, kind in zip(words[::2], words[1::2], strict=True):
            if entry and name in codes:
                entry.units.append(f"{kind[:1].upper()} {codes[name]}")
    found.picture = "resources/map.png"
    year, target = (
        re.search(r"\$turn\s*/\s*2\s*\)\s*\+\s*(\d+)", variant),
        re.search(r"CenterTarget\s*=\s*(\d+)", variant),
    )
    found.begin = f"SPRING {year[1]} MOVEMENT" if year else ""
    found.victory = target[1] if target else ""
    own = set(re.findall(r"variantClasses\[\s*'(\w+)'", variant)) - {"drawMap", "adjudicatorPreGame"}
    found.lost += [f"the variant's own {each}, with whatever rules it has" for each in sorted(own)]
    return found


def _place_of(name: str, taken: dict[str, str]) -> str:
    """A code of three letters for a province of this name, or the place of its coast."""
    coast = re.fullmatch(r"(.+?) \((North|South|East|West) Coast\)", name)
    if coast and coast[1] in taken:
        return f"{taken[coast[1]]}/{COASTS[coast[2].lower()]}"
    words = ["".join(filter("abcdefghijklmnopqrstuvwxyz".__contains__, word)) for word in name.lower().split()]
    whole = "".join(words)
    initials = "".join(word[:1] for word in words)
    tries = [
        whole[:3],
        initials[:3],
        *(whole[0] + one + two for i, one in enumerate(whole[1:], 2) for two in whole[i:]),
    ]
    used = set(taken.values())
    tries += [f"{whole[:1]}{one}{two}" for one in "abcdefghijklmnopqrstuvwxyz" for two in "abcdefghijklmnopqrstuvwxyz"]
    return next((each for each in tries if len(each) == 3 and each not in used), whole)


# ---- godip: the Go file of a variant, where its graph is written out


def _go(text: str) -> _Variant:
    found, code = _Variant(), _code(text)
    nations = dict(re.findall(r'(\w+)\s+godip\.Nation\s*=\s*"([^"]+)"', code))
    listed = re.search(r"\[\]godip\.Nation\{([^}]*)\}", code)
    found.powers = {
        nations[each]: _Power() for each in re.findall(r"\w+", listed[1] if listed else "") if each in nations
    }
    comments = {one: name.strip() for name, one in re.findall(r'//([^\n]*)\n\s*Prov\("(\w+)"\)', text)}
    longer = dict(re.findall(r'"(\w+)":\s*"([^"]+)"', code))
    parts = re.split(r'\bProv\("([\w/]+)"\)', code)
    for place, rest in zip(parts[1::2], parts[2::2], strict=True):
        calls = re.findall(r"\.\s*(\w+)\(([^()]*)\)", rest)
        flags = " ".join(said for call, said in calls if call == "Flag")
        if "/" not in place:
            found.names[place] = [longer.get(place) or comments.get(place) or place]
            found.waters |= {place} if "Land" not in flags and "Coast" not in flags else set()
        for call, said in calls:
            to, _, how = said.partition(",")
            if call == "Conn" and ("Land" in how or "Coast" in how):
                found.army.setdefault(place, set()).add(to.strip('" '))
            if call == "Conn" and ("Sea" in how or "Coast" in how):
                found.fleet.setdefault(place, set()).add(to.strip('" '))
            if call == "SC" and (entry := found.powers.get(nations.get(said.strip(), ""))):
                entry.homes.append(place)
                entry.centers.append(place)
            elif call == "SC":
                found.neutral.append(place)
    split = {place.partition("/")[0] for place in found.fleet if "/" in place}
    found.fleet = {place: others - split for place, others in found.fleet.items() if place not in split}
    for place, kind, nation in re.findall(
        r'"([\w/]+)":\s*(?:godip\.Unit)?\{\s*godip\.(Army|Fleet),\s*(\w+)\s*\}', code
    ):
        if nation in nations and nations[nation] in found.powers:
            found.powers[nations[nation]].units.append(f"{kind[0]} {place}")
    start = re.search(r"NewPhase\((\d+),\s*godip\.(\w+),\s*godip\.(\w+)\)", code)
    found.begin = f"{start[2]} {start[1]} {start[3].replace('Movement', 'MOVEMENT')}" if start else ""
    winner = re.search(r"SCCountWinner\((\d+)\)", code)
    found.victory = winner[1] if winner else ""
    found.builds_anywhere = bool(re.search(r"BuildAny", code))
    asset = re.search(r'Asset\("(svg/[\w.-]*map\.svg)"\)', code)
    found.picture = asset[1] if asset else ""
    own = sorted({*re.findall(r"\b(?:common|hundred|classical)\.((?:Build|Bridge|Neutral)\w+)", code)})
    found.lost += [f"rule: {each}" for each in own]
    return found
