"""Between the campaigns: home countries, elimination, victory (chapter 4); new garrisons and incomes (A.1, A.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from judge.rules.machiavelli.adjustment import tax_income
from judge.rules.machiavelli.board import ARMY, BOARD, FLEET, GARRISON
from judge.rules.machiavelli.position import INDEPENDENT, Position, Unit, city_place, marked
from judge.rules.machiavelli.state import Label

PAPACY = "PAPACY"
CITIES, FEWER_CITIES, FEWER_FROM = 15, 12, 1465
"""How many cities win, and how many from Spring of which year on (4.2)."""


@dataclass(frozen=True)
class Season:
    """homes: (home country, from, to) that changed hands; eliminated: players; winners: those who have won, or none."""

    position: Position
    homes: tuple[tuple[str, str, str], ...]
    eliminated: tuple[str, ...]
    winners: tuple[str, ...]


def end_season(position: Position, label: Label, ducats: Mapping[str, int]) -> Season:
    """Home countries, then elimination, then victory (ruling 6.1); `position` already says who controls what."""
    position, homes = _conquests(position)
    out = tuple(player for player in position.players() if _is_lost(position, player))
    position = eliminate(position, out, str(label))
    position = replace(position, markers=marked(position))
    return Season(position, homes, out, _winners(position, label, ducats))


def _conquests(position: Position) -> tuple[Position, tuple[tuple[str, str, str], ...]]:
    """A home country goes to who controls every province and city of it (4.4, ruling 6.4)."""
    changed = []
    for home, provinces in BOARD.homes.items():
        holders = {position.control(province) for province in provinces}
        holder = holders.pop()
        if holder and not holders and holder != position.homes[home]:
            changed.append((home, position.homes[home], holder))
    homes = dict(position.homes) | {home: holder for home, _, holder in changed}
    return replace(position, homes=homes), tuple(changed)


def _is_lost(position: Position, player: str) -> bool:
    """All cities of their current home countries are controlled by other players (4.3, ruling 6.3)."""
    return all(
        _city_holder(position, area) not in ("", player)
        for home, holder in position.homes.items()
        if holder == player
        for area in BOARD.homes[home]
        if BOARD.areas[area].city
    )


def _city_holder(position: Position, area: str) -> str:
    """Return who controls the city: its garrison's owner unless another's unit stands there (4.1)."""
    if area in position.rebellions and position.garrison(area) is not None:
        return position.holder(area) or ""
    return position.control(area)


def eliminate(position: Position, players: Collection[str], when: str) -> Position:
    """Their units become independent, one for each native area; markers and rebellions against them go (ruling 6.5).
    Whose season is the same go together: which of their units stays in an area is not a matter of their order.
    """
    units: dict[str, Unit] = {}
    taken = {unit.area for unit in position.units.values() if unit.owner == INDEPENDENT}
    for kind in (GARRISON, ARMY, FLEET):
        for unit in position.units.values():
            if unit.owner in players and unit.kind == kind and unit.area not in taken:
                taken.add(unit.area)
                units[unit.place] = unit._replace(owner=INDEPENDENT)
    units = {
        place: units.get(place, unit)
        for place, unit in position.units.items()
        if place in units or unit.owner not in players
    }
    excommunications = (
        {} if PAPACY in players else {name: end for name, end in position.banned.items() if name not in players}
    )
    after = replace(
        position,
        units=units,
        markers={area: holder for area, holder in position.markers.items() if holder not in players},
        rebellions={area: victim for area, victim in position.rebellions.items() if victim not in players},
        banned=excommunications,
        eliminated=(*position.eliminated, *((player, when) for player in players)),
    )
    return after.besieging(units)


# ---- victory and ranking


def cities_of(position: Position, player: str) -> tuple[str, ...]:
    """The cities that count: those whose province they control as well (4.2, ruling 6.2)."""
    return tuple(area for area in BOARD.cities if position.control(area) == player)


def cities_to_win(label: Label) -> int:
    """Fifteen, and twelve from Spring 1465 on (4.2)."""
    return FEWER_CITIES if label.year >= FEWER_FROM else CITIES


def _winners(position: Position, label: Label, ducats: Mapping[str, int]) -> tuple[str, ...]:
    held = [(position.control(area), BOARD.areas[area].home) for area in BOARD.cities]
    counts = Counter(player for player, _ in held)
    at_home = {player for player, home in held if player == home}
    able = [player for player in position.players() if counts[player] >= cities_to_win(label) and player in at_home]
    return _grouped(position, able, ducats)[0] if able else ()


def _standing(position: Position, player: str, ducats: Mapping[str, int], taxes: Mapping[str, int]) -> tuple[int, ...]:
    provinces = sum(position.control(area) == player for area in BOARD.provinces)
    return len(cities_of(position, player)), provinces, taxes[player], ducats[player]


def _grouped(position: Position, players: Sequence[str], ducats: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The best first: by cities, then the factors of 4.2; those who are equal in all share a place."""
    taxes = tax_income(position)
    keys = {player: _standing(position, player, ducats, taxes) for player in players}
    order = sorted(players, key=lambda player: keys[player], reverse=True)
    return [tuple(group) for _, group in groupby(order, key=lambda player: keys[player])]


def ranking(position: Position, ducats: Mapping[str, int], winners: Sequence[str] = ()) -> list[tuple[int, str]]:
    """(rank, player) of all who played: winners, the others in the game, then the eliminated, last out first. Who
    shares a rank leaves the next ones unassigned (4.2). A country that nobody played has none (18.3).
    """
    groups = [tuple(winners)] if winners else []
    groups += _grouped(position, [player for player in position.players() if player not in winners], ducats)
    gone = [each for each in position.eliminated if each[1]]
    out = groupby(reversed(gone), key=lambda each: each[1])
    groups += [tuple(player for player, _ in group) for _, group in out]
    found: list[tuple[int, str]] = []
    for group in groups:
        place = len(found) + 1
        found += [(place, player) for player in sorted(group)]
    return found


# ---- A.1


def new_garrisons(position: Position) -> tuple[Position, tuple[str, ...]]:
    """A.1: put independent garrisons into empty fortified cities without a player (16, ruling 12.1)."""
    units = dict(position.units)
    markers, rebellions = dict(position.markers), dict(position.rebellions)
    sprung: list[str] = []
    for area in BOARD.cities:
        free = BOARD.areas[area].fortified and city_place(area) not in units and not position.control(area)
        if free and all(unit.owner != INDEPENDENT for unit in position.units_in(area)):
            units[city_place(area)] = Unit(INDEPENDENT, GARRISON, area)
            markers.pop(area, None)
            rebellions.pop(area, None)
            sprung.append(area)
    # A siege against a rebelling city does not go on against its new garrison: nothing was besieged before it stood.
    going = [area for area in position.sieges if position.siege_target(area) not in sprung]
    after = replace(position, units=units, markers=markers, rebellions=rebellions)
    return after.besieging(going), tuple(sprung)
