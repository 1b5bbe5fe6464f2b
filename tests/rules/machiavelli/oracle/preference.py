"""The Area Preference List (Appendix A), as one player sees it."""

from __future__ import annotations

from tests.rules.machiavelli.oracle.ground import AREAS, NEIGHBORS, NOBODY, Position

SEAS = ("LAD", "CAD", "UAD", "ETS", "LIG", "WTS", "ION", "BOT", "WME", "TOU", "BON", "LAG")
Rank = tuple[int, int, int]


def rank(position: Position, owner: str, code: str) -> Rank:
    """Category, subcategory, sub-subcategory."""
    area = AREAS[code]
    if area.sea:
        return 4, SEAS.index(code), 0
    holder = position.holder(code)
    if code in position.rebellions:
        category = 7 if position.rebellions[code] == owner else 2
    else:
        category = 1 if holder == owner != NOBODY else 5 if holder else 3
    if owner != NOBODY and (area.home == owner or code in position.homeland(owner)):
        own = 1
    else:
        # "Conquered" is what somebody controls outside their home country (10), or did when it rose against them.
        lord, conqueror = position.homes.get(area.home, ""), holder or position.rebellions.get(code, "")
        own = 3 if lord and conqueror not in ("", lord) and lord not in position.out else 2
    city = (area.fortified, area.port)
    if area.fortified and area.size > 1:
        kind = 1 if area.size == 3 else 2
    elif area.city:
        kind = {(True, True): 3, (True, False): 4, (False, True): 5, (False, False): 6}[city]
    else:
        kind = 7
    return category, own, kind


def distances(start: str) -> dict[str, int]:
    found = {start: 0}
    edge = [start]
    while edge:
        edge = [
            other
            for code in edge
            for other in NEIGHBORS[code]
            if found.setdefault(other, found[code] + 1) > found[code]
        ]
        edge = list(dict.fromkeys(edge))
    return found


def in_order(position: Position, owner: str, codes: list[str]) -> list[str]:
    """5.4: ties by the way to other areas of each class from the top, then by name."""
    ranks = {code: rank(position, owner, code) for code in AREAS}
    classes: dict[tuple[int, ...], set[str]] = {}
    for code, found in ranks.items():
        for depth in (1, 2, 3):
            classes.setdefault(found[:depth], set()).add(code)

    def key(code: str) -> tuple[object, ...]:
        ways = distances(code)
        tie = [min((ways[other] for other in classes[each] - {code}), default=999) for each in sorted(classes)]
        return (*ranks[code], AREAS[code].kind == "land", tie, AREAS[code].name)

    return sorted(codes, key=key)
