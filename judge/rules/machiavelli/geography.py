"""What touches what in the Italy of the plague, and what each area has, in words."""

from __future__ import annotations

from collections.abc import Iterable

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.reading.names import areas_at, suggestion, words_of
from judge.rules.machiavelli.seasons import PAPACY
from judge.rules.machiavelli.view import PlagueView
from judge.rules.problems import Problem, Refused

_KINDS = {
    "land": "inland",
    "coast": "on the coast",
    "sea": "sea",
    "island": "island",
    "island-minor": "small island, for one fleet or rebellion",
    "island-venice": "island, for one unit or rebellion",
}


def borders(view: PlagueView, area: str) -> tuple[str, ...]:
    """Those that are printed on the map: all of them."""
    if not area:
        return tuple(_told(view, code, named=False) for code in BOARD.areas)
    words = words_of(area)
    found = next((codes for codes, end in areas_at(words, 0) if end == len(words)), ()) if words else ()
    if len(found) == 1:
        return (_told(view, found[0], named=True),)
    hint = f"It could be {' or '.join(found)}." if found else suggestion(words) if words else ""
    raise Refused(Problem("borders/unknown", f"There is no one area called {area[:40]!r}.", hint=hint))


def _told(view: PlagueView, code: str, *, named: bool) -> str:
    area = BOARD.areas[code]
    about = [_KINDS[area.kind], *_city(code)]
    if area.home:
        about.append(f"home of {_country(area.home)}")
    if not area.sea:
        holder = view.position.control(code)
        about.append(f"held by {_country(holder) if holder in BOARD.countries else 'nobody'}")
    ways = []
    for kind, reached in (("An army", BOARD.army[code]), ("A fleet", BOARD.fleet[code])):
        if reached:
            ways.append(f"{kind} goes to {_list(code, reached, named)}.")
    return f"{code}, {area.name}: {', '.join(about)}. {' '.join(ways)}"


def _country(code: str) -> str:
    return "the Papacy" if code == PAPACY else BOARD.countries[code].name


def _city(code: str) -> Iterable[str]:
    city = BOARD.areas[code].city
    if city is not None:
        words = " ".join(filter(None, ("fortified" if city.fortified else "", "port" if city.port else "", "city")))
        yield f"{words} with an income of {city.magnitude}"


def _list(code: str, reached: Iterable[str], named: bool) -> str:
    def one(other: str) -> str:
        strait = BOARD.straits.get((code, other), "")
        over = f"over the straits of {strait.title()}" if strait else ""
        names = ", ".join(filter(None, (BOARD.areas[other].name if named else "", over)))
        return f"{other} ({names})" if names else other

    return ", ".join(one(other) for other in sorted(reached))
