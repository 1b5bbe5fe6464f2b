"""Boards as other programs keep them: jDip (XML), webDiplomacy and vDiplomacy (PHP), godip (Go). Each is read as text,
nothing is run.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain, combinations, product
from string import ascii_uppercase
from xml.etree import ElementTree as ET

from judge.rules.diplomacy.board import squeeze
from judge.rules.diplomacy.boardfile import FILE
from judge.rules.diplomacy.foreign import Power, Variant, board_import, read_map, start_of
from judge.rules.values import BoardImport

Beside = Callable[[str], str]
COASTS = {"north": "NC", "south": "SC", "east": "EC", "west": "WC"}


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
        return board_import(read_map(name, text, file_beside), name)
    _without_islets(found)
    return board_import(found, name)


def _without_islets(found: Variant) -> None:
    """Leave out provinces that border on nothing, which stand for impassable land or for a special rule."""
    reaches = (found.army, found.fleet)
    beside = {place.partition("/")[0] for reach in reaches for place, others in reach.items() if others}
    for code in sorted(found.names.keys() - beside):
        found.lost.append(f"{found.names.pop(code)[0]}, which borders on nothing")
    for power, entry in found.powers.items():
        for kind, places in (("home", entry.homes), ("center", entry.centers or []), ("unit", entry.units)):
            for place in [each for each in places if each.rpartition(" ")[2].partition("/")[0] not in found.names]:
                places.remove(place)
                found.lost.append(f"{power}'s {kind} {place}")


def _give(found: Variant, owner: str, place: str) -> None:
    """A center at home, or that nobody owns at first."""
    if power := found.powers.get(owner):
        power.homes.append(place)
    else:
        found.unowned.append(place)


# ---- jDip: variants.xml, and the file of borders that it names


def _parsed(text: str) -> ET.Element:
    try:
        return ET.fromstring(text)  # noqa: S314 - expat fetches nothing, and refuses what grows without end
    except ET.ParseError as bad:
        raise ValueError(f"not XML: {bad}") from None


def _xml(name: str, text: str, file_beside: Beside) -> Variant:
    variants = list(_parsed(text).iter("VARIANT"))
    if not variants:
        raise ValueError("it has no VARIANT")
    said = [{squeeze(each) for each in (one.get("name", ""), *one.get("aliases", "").split(","))} for one in variants]
    chosen = next((one for one, names in zip(variants, said, strict=True) if squeeze(name) in names), variants[0])
    found = Variant()
    found.lost += [f"another variant in the file: {one.get('name')}" for one in variants if one is not chosen]
    codes: dict[str, str] = {}
    drawn = {each.get("id"): each.get("URI", "") for each in _parsed(text).iter("MAP_DEFINITION")}
    for graphic in chosen.iter("MAP_GRAPHIC"):
        found.picture = found.picture or drawn.get(graphic.get("ref"), "")
    for map_of in chosen.iter("MAP"):
        codes |= _provinces(found, _parsed(file_beside(map_of.get("adjacencyURI", ""))))
    powers = {power.get("name", ""): power for power in chosen.iter("POWER") if power.get("active", "true") == "true"}
    found.powers = {power: Power(each.get("adjective", ""), centers=[]) for power, each in powers.items()}
    by_name = {power.lower(): entry for power, entry in found.powers.items()}
    for center in chosen.iter("SUPPLYCENTER"):
        code = _coded(codes, center.get("province", ""))
        home, owner = (by_name.get(center.get(key, "none").lower()) for key in ("homepower", "owner"))
        (home.homes if home else []).append(code)
        (found.unowned if owner is None or owner.centers is None else owner.centers).append(code)
    for unit in chosen.iter("INITIALSTATE"):
        coast = unit.get("unitcoast", "").upper()
        place = _coded(codes, unit.get("province", "") + (f"/{coast}" if coast in COASTS.values() else ""))
        if (entry := by_name.get(unit.get("power", "").lower())) and unit.get("unit") in ("army", "fleet"):
            entry.units.append(f"{'A' if unit.get('unit') == 'army' else 'F'} {place}")
        else:
            found.lost.append(f"{unit.get('unit')} of {unit.get('power')} in {place}")
    for start in chosen.iterfind("STARTINGTIME"):
        turn = start.get("turn", "").replace(",", " ").split()
        found.start = start_of(*turn[:3]) if len(turn) > 1 else ""
    for victory in chosen.iterfind("VICTORYCONDITIONS/WINNING_SUPPLY_CENTERS"):
        found.victory = int(many) if (many := victory.get("value", "")).isdigit() else 0
    for option in chosen.iter("RULEOPTION"):
        value = option.get("value", "").removeprefix("VALUE_BUILDS_")
        found.builds_anywhere = found.builds_anywhere or value.startswith("ANY")
        if value not in ("ANY_OWNED", "HOME_ONLY"):
            found.lost.append(f"rule: {option.get('name')} is {option.get('value')}")
    return found


def _provinces(found: Variant, root: ET.Element) -> dict[str, str]:
    """Take the provinces. Return whatever they are called -> their codes: borders may be written with any name."""
    codes: dict[str, str] = {}
    for province in root.iter("PROVINCE"):
        code = province.get("shortname", "").upper()
        others = [each.get("name", "") for each in province.iter("UNIQUENAME")]
        found.names[code] = [province.get("fullname", code), *others]
        codes |= dict.fromkeys(map(str.upper, (code, *found.names[code])), code)
        found.lost += [
            f"{code}: {key}" for key in ("borders", "isConvoyableCoast") if province.get(key, "false") != "false"
        ]
    for province in root.iter("PROVINCE"):
        code = province.get("shortname", "").upper()
        for beside in province.iter("ADJACENCY"):
            refs = {_coded(codes, ref) for ref in beside.get("refs", "").split()} - {code}
            kind = beside.get("type", "mv")
            if kind == "mv":
                found.army[code] = refs
            elif kind == "xc" or kind.upper() in COASTS.values():
                found.fleet[code if kind == "xc" else f"{code}/{kind.upper()}"] = refs
        if code not in found.army:
            found.waters.add(code)
    return codes


def _coded(codes: dict[str, str], place: str) -> str:
    """A province and perhaps its coast, by any of its names, as code."""
    name, _, coast = place.upper().replace("-", "/").partition("/")
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


def _php(text: str, file_beside: Beside) -> Variant:
    found = Variant()
    places, _, borders = _code(text).partition("$bordersRawData")
    variant, units = _code(file_beside("variant.php")), _code(file_beside("classes/adjudicatorPreGame.php"))
    named = re.search(rf"\$countries\s*=\s*{_ROW.pattern}", variant)
    countries = _words(named[1]) if named else []
    found.powers = {country: Power() for country in countries}
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
        if center == "Yes":
            _give(found, owner, place)
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
    if year := re.search(r"\$turn\s*/\s*2\s*\)\s*\+\s*(\d+)", variant):
        found.start = start_of("", year[1])
    if target := re.search(r"CenterTarget\s*=\s*(\d+)", variant):
        found.victory = int(target[1])
    own = set(re.findall(r"variantClasses\[\s*'(\w+)'", variant)) - {"drawMap", "adjudicatorPreGame"}
    found.lost += [f"the variant's own {each}, with whatever rules it has" for each in sorted(own)]
    return found


def _place_of(name: str, taken: dict[str, str]) -> str:
    """A code of three letters for a province of this name, or the place of its coast."""
    coast = re.fullmatch(r"(.+?) \((North|South|East|West) Coast\)", name)
    if coast and coast[1] in taken:
        return f"{taken[coast[1]]}/{COASTS[coast[2].lower()]}"
    words = ["".join(filter(ascii_uppercase.__contains__, word)) for word in name.upper().split()]
    whole, used = "".join(words), set(taken.values())
    pairs = chain(combinations(whole[1:], 2), product(ascii_uppercase, repeat=2))
    tries = chain((whole[:3], "".join(word[:1] for word in words)[:3]), (whole[:1] + "".join(pair) for pair in pairs))
    return next((each for each in tries if len(each) == 3 and each not in used), whole)


# ---- godip: the Go file of a variant, where its graph is written out


def _go(text: str) -> Variant:
    found, code = Variant(), _code(text)
    nations = dict(re.findall(r'(\w+)\s+godip\.Nation\s*=\s*"([^"]+)"', code))
    listed = re.search(r"\[\]godip\.Nation\{([^}]*)\}", code)
    found.powers = {
        nations[each]: Power() for each in re.findall(r"\w+", listed[1] if listed else "") if each in nations
    }
    comments = {one.upper(): name.strip() for name, one in re.findall(r'//([^\n]*)\n\s*Prov\("(\w+)"\)', text)}
    longer = {one.upper(): name for one, name in re.findall(r'"(\w+)":\s*"([^"]+)"', code)}
    parts = re.split(r'\bProv\("([\w/]+)"\)', code)
    for place, rest in zip(map(str.upper, parts[1::2]), parts[2::2], strict=True):
        calls = re.findall(r"\.\s*(\w+)\(([^()]*)\)", rest)
        flags = " ".join(said for call, said in calls if call == "Flag")
        if "/" not in place:
            found.names[place] = [longer.get(place) or comments.get(place) or place]
            found.waters |= {place} if "Land" not in flags and "Coast" not in flags else set()
        for call, said in calls:
            to, _, how = said.partition(",")
            if call == "Conn" and ("Land" in how or "Coast" in how):
                found.army.setdefault(place, set()).add(to.strip('" ').upper())
            if call == "Conn" and ("Sea" in how or "Coast" in how):
                found.fleet.setdefault(place, set()).add(to.strip('" ').upper())
            if call == "SC":
                _give(found, nations.get(said.strip(), ""), place)
    for place, kind, nation in re.findall(
        r'"([\w/]+)":\s*(?:godip\.Unit)?\{\s*godip\.(Army|Fleet),\s*(\w+)\s*\}', code
    ):
        if nation in nations and nations[nation] in found.powers:
            found.powers[nations[nation]].units.append(f"{kind[0]} {place.upper()}")
    if start := re.search(r"NewPhase\((\d+),\s*godip\.(\w+),\s*godip\.(\w+)\)", code):
        found.start = start_of(start[2], start[1], start[3])
    if winner := re.search(r"SCCountWinner\((\d+)\)", code):
        found.victory = int(winner[1])
    found.builds_anywhere = bool(re.search(r"BuildAny", code))
    if asset := re.search(r'Asset\("(svg/[\w.-]*map\.svg)"\)', code):
        found.picture = asset[1]
    own = sorted({*re.findall(r"\b(?:common|hundred|classical)\.((?:Build|Bridge|Neutral)\w+)", code)})
    found.lost += [f"rule: {each}" for each in own]
    return found
