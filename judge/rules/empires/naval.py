"""Ships: SEAMOVE and CONVOY, in and out of bases, and battles at sea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.rules.empires.battle import sea_battle
from judge.rules.empires.numbers import meant
from judge.rules.empires.slots import Slot
from judge.rules.empires.turn import TOO_FEW_SHIPS, Failed, Turn, joined, without


@dataclass(frozen=True, slots=True)
class _Sailing:
    """Ships that are about to leave: how many of which base, and what the way costs. `lost`: the base, if any, of
    the ship that is dispersed for want of a way home."""

    ships: dict[str, int]
    cost: int
    lost: str


def seamove(turn: Turn, country: str, slot: Slot) -> str:
    """Ships alone, to the next sea area or in and out of base (7.2)."""
    return _sail(turn, country, slot, carries=False)


def convoy(turn: Turn, country: str, slot: Slot) -> str:
    """Ships with as many armies aboard (7.2)."""
    return _sail(turn, country, slot, carries=True)


def _sail(turn: Turn, country: str, slot: Slot, *, carries: bool) -> str:
    source, target, _ = slot.boxes
    turn.next_to(source, target)
    sailing = _from_base(turn, country, slot) if turn.world.is_land(source) else _from_sea(turn, country, slot)
    into_base = turn.world.is_land(target)
    if into_base and turn.own_base(country, target).entrance != source:
        raise Failed(f"{source} is not the entrance of {target}")
    if source in turn.sticky:
        raise Failed(f"nothing can leave {source} any more this turn")
    turn.pay(country, sailing.cost)
    ships = dict(sailing.ships)
    if lost := sailing.lost:
        # No way home: the way is not paid for; one ship and one army are dispersed instead (7.2).
        left = turn.areas[source].fleets[lost] - 1
        turn.disperse_ship(source, lost)
        ships = {each: min(number, left) if each == lost else number for each, number in ships.items()}
        ships = {each: number for each, number in ships.items() if number}
    number = sum(ships.values())
    if not number:
        return "the last ship was dispersed: it had no way home"
    area = turn.areas[source]
    armies = min(number, area.armies) if carries else 0
    if turn.world.is_land(source):
        turn.set(source, docked=area.docked - number, armies=area.armies - armies)
    else:
        fleets = area.fleets
        for base, leaving in ships.items():
            fleets = without(fleets, base, leaving)
        turn.set(source, fleets=fleets, armies=area.armies - armies)
        if not _is_held(turn, country, target):
            turn.settle_sea(source)
    words = f"{number} ship{'' if number == 1 else 's'}" + (f" with {armies}" if armies else "")
    if into_base:
        there = turn.areas[target]
        turn.set(target, docked=there.docked + number, armies=there.armies + armies)
        if armies:
            turn.set(target, retreat_to=source)
            if turn.world.places[target].terrain.sticky:
                turn.sticky.add(target)
        return f"{words} into {target}"
    return words + _arrive(turn, country, source, target, ships, armies)


def _number(slot: Slot, available: int) -> int:
    number = meant(slot.boxes[2], available)
    if number is None:
        raise Failed(f"{available} ship{'' if available == 1 else 's'} there can sail")
    return number


def _from_base(turn: Turn, country: str, slot: Slot) -> _Sailing:
    source, target, _ = slot.boxes
    area = turn.own_base(country, source)
    if area.entrance != target:
        raise Failed(f"the way out of {source} is {area.entrance}")
    return _Sailing({source: _number(slot, area.docked)}, 1, "")


def _from_sea(turn: Turn, country: str, slot: Slot) -> _Sailing:
    source = slot.boxes[0]
    area = turn.areas[source]
    if area.owner != country:
        raise Failed(f"there is no ship of yours in {source}")
    number = _number(slot, area.ships)
    # Those with the shortest way home go first, those without one last.
    ways = {
        base: turn.world.distance(turn.areas[base].entrance, source) if turn.has_route(country, base) else None
        for base in area.fleets
    }
    going: dict[str, int] = {}
    for base in sorted(area.fleets, key=lambda each: (ways[each] is None, ways[each] or 0, each)):
        going[base] = min(area.fleets[base], number - sum(going.values()))
    going = {base: ships for base, ships in going.items() if ships}
    lost = _lost(area.fleets, going, [base for base in sorted(area.fleets) if ways[base] is None])
    return _Sailing(going, 1 + max((ways[base] or 0 for base in going), default=0), lost)


def _lost(fleets: Mapping[str, int], going: Mapping[str, int], homeless: Sequence[str]) -> str:
    """Whose ship is dispersed, if one without a way home sails: a spare one of any such base goes first (7.2)."""
    sailing = [base for base in homeless if base in going]
    spare = [base for base in homeless if fleets[base] > going.get(base, 0)]
    return (spare or sailing)[0] if sailing else ""


def _is_held(turn: Turn, country: str, target: str) -> bool:
    """Would ships of this country have to fight there?"""
    return not turn.world.is_land(target) and turn.areas[target].owner not in ("", country)


def _arrive(turn: Turn, country: str, source: str, target: str, ships: dict[str, int], armies: int) -> str:
    there = turn.areas[target]
    number = sum(ships.values())
    if not _is_held(turn, country, target):
        turn.set(target, owner=country, fleets=joined(there.fleets, ships), armies=there.armies + armies)
        return f" to {target}"
    battle = sea_battle(number, there.ships)
    told = {
        "area": target,
        "attacker": country,
        "defender": there.owner,
        "attackers": number,
        "defenders": there.ships,
        "attacker_lost": battle.attacker_loses,
        "defender_lost": battle.defender_loses,
        "won": battle.won,
        "retreated_to": "",
        "at_sea": True,
        "strength": there.ships,
        "vps": 0,
        "ships_saved": 0,
    }
    turn.tell_battle(told, {country: {}, there.owner: {}})
    turn.set(target, fleets=_sunk(there.fleets, battle.defender_loses))
    turn.settle_sea(target)
    left = _sunk(ships, battle.attacker_loses)
    home = target if battle.won else source
    here = turn.areas[home]
    if turn.world.is_land(home):
        turn.set(home, docked=here.docked + sum(left.values()), armies=here.armies + armies)
        turn.disperse_armies(home, max(0, armies - sum(left.values())), TOO_FEW_SHIPS)
    else:
        turn.set(home, owner=country, fleets=joined(here.fleets, left), armies=here.armies + armies)
        turn.settle_sea(home)
    if not turn.world.is_land(source):
        turn.settle_sea(source)
    verdict = "took" if battle.won else "were beaten back from"
    return f" {verdict} {target}: lost {battle.attacker_loses}, sank {battle.defender_loses}"


def _sunk(fleets: Mapping[str, int], ships: int) -> dict[str, int]:
    """What is left of them; the losses go by the bases' names."""
    left = {}
    for base, number in sorted(fleets.items()):
        lost = min(number, ships)
        ships -= lost
        if number > lost:
            left[base] = number - lost
    return left
