"""The actions on land, each as its rule has it. A rule that fails raises Failed before anything is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from judge.rules.empires.slots import ARMY_COST, EXACT, Slot, bid, count, quantity, read_number
from judge.rules.empires.state import refuge
from judge.rules.empires.turn import TOO_FEW_SHIPS, Failed, Turn, joined, without


@dataclass(frozen=True, slots=True)
class Battle:
    """What the attacker and the defender lose, and whether the attacker takes the area."""

    attacker_lost: int
    defender_lost: int
    won: bool


def land_battle(attackers: int, armies: int, forts: int = 0, defence: int = 0, shelter: int = 0) -> Battle:
    """Each side loses a third of the other's strength, the weaker one a third of the difference besides.

    `defence` is what the terrain adds to the defender's strength, `shelter` what it takes off their losses.
    """
    strength = armies + forts + defence
    return _round(attackers, strength, armies, shelter)


def sea_battle(attackers: int, ships: int) -> Battle:
    """The same with ships alone."""
    return _round(attackers, ships, ships)


def _round(attackers: int, strength: int, present: int, shelter: int = 0) -> Battle:
    ours = strength // 3 + max(0, strength - attackers) // 3
    theirs = attackers // 3 + max(0, attackers - strength) // 3 - shelter
    ours, theirs = min(ours, attackers), min(max(theirs, 0), present)
    return Battle(ours, theirs, present - theirs == 0 and attackers - ours >= 1)


# ---- ships


@dataclass(frozen=True, slots=True)
class _Sailing:
    """Ships about to leave: base -> ships, and the cost of the way. `lost`: the base of a ship without a way home."""

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
    words = count(number, "ship") + (f" with {count(armies, 'army')}" if armies else "")
    if into_base:
        there = turn.areas[target]
        turn.set(target, docked=there.docked + number, armies=there.armies + armies)
        if armies:
            turn.set(target, retreat_to=source)
            _enter(turn, target)
        return f"{words} into {target}"
    return words + _arrive(turn, country, source, target, ships, armies)


def _number(slot: Slot, available: int) -> int:
    number = quantity(slot.boxes[2], available)
    if number is None:
        raise Failed(f"{count(available, 'ship')} there can sail")
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
    """Return the base of the ship that is dispersed, if one without a way home sails: a spare one goes first (7.2)."""
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
    report = {"area": target, "attacker": country, "defender": there.owner, "attackers": number}
    report |= {"defenders": there.ships, **asdict(battle), "retreated_to": "", "at_sea": True, "strength": there.ships}
    turn.tell_battle({**report, "vps": 0, "ships_saved": 0}, {country: {}, there.owner: {}})
    turn.set(target, fleets=_sunk(there.fleets, battle.defender_lost))
    turn.settle_sea(target)
    left = _sunk(ships, battle.attacker_lost)
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
    verdict = "took" if battle.won else f"{'was' if number == 1 else 'were'} beaten back from"
    return f" {verdict} {target}: lost {battle.attacker_lost}, sank {battle.defender_lost}"


def _sunk(fleets: Mapping[str, int], ships: int) -> dict[str, int]:
    """Return the ships left. Losses go by the names of their bases."""
    left = {}
    for base, number in sorted(fleets.items()):
        lost = min(number, ships)
        ships -= lost
        if number > lost:
            left[base] = number - lost
    return left


FORT_COST = 3
SHIP_COST = 3
BASE_COST = 10

Action = Callable[[Turn, str, Slot], str]
"""Carries out a slot for a country, and returns what happened in words. Raises Failed before any change."""


def act(turn: Turn, country: str, slot: Slot) -> tuple[bool, str]:
    """Carry out a slot. Return whether it was done, and what came of it or why it failed."""
    try:
        return True, ACTIONS[slot.action](turn, country, slot)
    except Failed as why:
        return False, str(why)


def armies_leaving(turn: Turn, country: str, slot: Slot) -> int:
    """Return how many armies a MOVE or ATTACK takes along (6.3)."""
    source = slot.boxes[0]
    area = turn.areas[source]
    if area.owner != country:
        raise Failed(f"{source} is not yours")
    if source in turn.sticky:
        raise Failed(f"nothing can leave {source} any more this turn")
    number = quantity(slot.boxes[2], area.armies)
    if number is None:
        raise Failed(f"{count(area.armies, 'army')} {'is' if area.armies == 1 else 'are'} there")
    return number


def exact_number(slot: Slot) -> int:
    """Return an exact number: ALL and all-but are for moves and attacks (6.3)."""
    number = read_number(slot.boxes[2])
    if number.kind != EXACT:
        raise Failed(f"{slot.action} wants a number")
    return number.amount


def _enter(turn: Turn, code: str) -> None:
    if turn.world.places[code].terrain.sticky:
        turn.sticky.add(code)


def move(turn: Turn, country: str, slot: Slot) -> str:
    """Armies into an own area next to it, or aboard own ships (7.1, 7.2)."""
    source, target, _ = slot.boxes
    number = armies_leaving(turn, country, slot)
    turn.next_to(source, target)
    there = turn.areas[target]
    if there.owner != country:
        raise Failed(f"{target} is not yours")
    if not turn.world.is_land(target) and there.armies + number > there.ships:
        raise Failed(f"{count(there.ships, 'ship')} in {target} cannot carry {count(there.armies + number, 'army')}")
    turn.pay(country, number)
    turn.set(source, armies=turn.areas[source].armies - number)
    turn.set(target, armies=there.armies + number, retreat_to=source)
    _enter(turn, target)
    return f"{count(number, 'army')} to {target}"


def attack(turn: Turn, country: str, slot: Slot) -> str:
    """Armies against land that is not own (7.1), and the battle (8.7)."""
    source, target, _ = slot.boxes
    number = armies_leaving(turn, country, slot)
    turn.next_to(source, target)
    there = turn.areas[target]
    if not turn.world.is_land(target):
        raise Failed(f"{target} is no land area")
    if there.owner == country:
        raise Failed(f"{target} is yours already")
    turn.pay(country, number)
    turn.set(source, armies=turn.areas[source].armies - number)
    terrain = turn.world.places[target].terrain
    battle = land_battle(number, there.armies, there.forts, terrain.defence, terrain.shelter)
    flees = there.armies and battle.won and battle.defender_lost > battle.attacker_lost
    fled = refuge(turn.areas, turn.world, target) if flees else ""
    if fled:
        turn.set(fled, armies=turn.areas[fled].armies + there.armies)
        battle = Battle(0, 0, won=True)
    survivors = number - battle.attacker_lost
    if battle.won:
        saved = _take(turn, country, slot, survivors)
    else:
        saved = 0
        turn.set(source, armies=turn.areas[source].armies + survivors)
        turn.set(target, armies=there.armies - battle.defender_lost)
    gains = {country: there.pop if battle.won else -1, there.owner: -(1 + there.pop) if battle.won else 0}
    for party, vps in gains.items():
        turn.gain(party, vps)
    strength = there.armies + there.forts + terrain.defence
    report = {"area": target, "attacker": country, "defender": there.owner, "attackers": number}
    report |= {"defenders": there.armies, **asdict(battle), "retreated_to": fled, "at_sea": False, "strength": strength}
    ships = {country: 0, there.owner: saved}
    turn.tell_battle(report, {party: {"vps": vps, "ships_saved": ships[party]} for party, vps in gains.items()})
    lost = f"lost {battle.attacker_lost}, killed {battle.defender_lost}"
    if fled:
        return f"{count(number, 'army')} took {target}; {count(there.armies, 'army')} fell back to {fled}"
    return f"{count(number, 'army')} {'took' if battle.won else 'failed at'} {target}: {lost}"


def _take(turn: Turn, country: str, slot: Slot, survivors: int) -> int:
    """Hand over an area. Return how many ships of its base get away: a captured base stays a base."""
    source, target, _ = slot.boxes
    there = turn.areas[target]
    docked = there.docked + turn.unbuilt(target) if there.owner else 0
    if there.owner:
        turn.change(there.owner, navy=turn.countries[there.owner].navy + docked)
    turn.set(target, owner=country, armies=survivors, docked=0, retreats=True, retreat_to=source)
    _enter(turn, target)
    return docked


def levy(turn: Turn, country: str, slot: Slot) -> str:
    """Half the population becomes armies, free (5.1)."""
    where = slot.boxes[0]
    area = turn.own_land(country, where)
    number = area.pop // 2
    if not number:
        raise Failed(f"{area.pop} of population in {where} is too little to levy")
    turn.set(where, pop=area.pop - number, armies=area.armies + number)
    return f"{count(number, 'army')} levied in {where}"


def army(turn: Turn, country: str, slot: Slot) -> str:
    """Armies into the reserve (5.3)."""
    number = read_number(slot.boxes[2])
    each = turn.countries[country]
    affordable = each.bps // ARMY_COST
    if number.kind != EXACT and not number.blank:
        raise Failed("ARMY wants a number, or ALL")
    bought = min(number.amount, affordable) if number.kind == EXACT else affordable
    if not bought:
        raise Failed(f"an army costs {ARMY_COST} BPs, and {each.bps} {'is' if each.bps == 1 else 'are'} left")
    turn.pay(country, bought * ARMY_COST)
    turn.change(country, reserve=each.reserve + bought)
    turn.raised.add(country)
    return f"{count(bought, 'army')} into the reserve"


def reserve(turn: Turn, country: str, slot: Slot) -> str:
    """Armies from the reserve; not after an ARMY, and the area becomes sticky (5.3)."""
    where = slot.boxes[0]
    area = turn.own_land(country, where)
    each = turn.countries[country]
    number = read_number(slot.boxes[2])
    if country in turn.raised:
        raise Failed("no RESERVE after an ARMY in the same turn")
    if number.kind != EXACT and not number.blank:
        raise Failed("RESERVE wants a number, or ALL")
    placed = number.amount if number.kind == EXACT else min(each.reserve, each.bps)
    if not placed or placed > each.reserve:
        raise Failed(f"{count(each.reserve, 'army')} in the reserve" if placed or not each.reserve else "no BP is left")
    turn.pay(country, placed)
    turn.change(country, reserve=each.reserve - placed)
    turn.set(where, armies=area.armies + placed)
    turn.sticky.add(where)
    return f"{count(placed, 'army')} from the reserve to {where}"


def fortify(turn: Turn, country: str, slot: Slot) -> str:
    """A fort more. [the judge's completion]"""
    where = slot.boxes[0]
    area = turn.own_land(country, where)
    if where in turn.fortified:
        raise Failed(f"{where} was fortified this turn already")
    turn.pay(country, FORT_COST)
    turn.fortified.add(where)
    turn.set(where, forts=area.forts + 1)
    return f"{count(area.forts + 1, 'fort')} in {where}"


def raze(turn: Turn, country: str, slot: Slot) -> str:
    """Forts pulled down (5.8)."""
    where = slot.boxes[0]
    area = turn.own_land(country, where)
    number = exact_number(slot)
    if number > area.forts:
        raise Failed(f"{count(area.forts, 'fort')} in {where}")
    turn.pay(country, number)
    turn.set(where, forts=area.forts - number)
    return f"{count(number, 'fort')} pulled down in {where}"


def grow(turn: Turn, country: str, slot: Slot) -> str:
    """A population level more, once an area and turn (5.9)."""
    where = slot.boxes[0]
    area = turn.own_land(country, where)
    if where in turn.grown:
        raise Failed(f"{where} has grown this turn already")
    turn.pay(country, area.pop + turn.world.places[where].terrain.grow)
    turn.grown.add(where)
    turn.set(where, pop=area.pop + 1)
    return f"{where} has a population of {area.pop + 1}"


def build(turn: Turn, country: str, slot: Slot) -> str:
    """Ships for the next turn, once a base and turn (5.10)."""
    where = slot.boxes[0]
    area = turn.own_base(country, where)
    if where in turn.built:
        raise Failed(f"ships were built in {where} this turn already")
    number = min(exact_number(slot), area.pop)
    if not number:
        raise Failed(f"nobody lives in {where}")
    turn.pay(country, number * SHIP_COST)
    turn.built[where] = number
    return f"{count(number, 'ship')} in {where}, ready next turn"


def base(turn: Turn, country: str, slot: Slot) -> str:
    """A naval base, open next turn (5.16)."""
    where, entrance, _ = slot.boxes
    area = turn.own_land(country, where)
    if area.entrance:
        raise Failed(f"{where} has a naval base already")
    turn.next_to(where, entrance)
    if turn.world.is_land(entrance):
        raise Failed(f"{entrance} is no sea area")
    turn.pay(country, BASE_COST)
    turn.new_bases.add(where)
    turn.set(where, entrance=entrance)
    return f"a naval base in {where}, open next turn"


def close(turn: Turn, country: str, slot: Slot) -> str:
    """A base closed; its ships go to the navy reserve (5.17)."""
    where = slot.boxes[0]
    area = turn.own_base(country, where)
    ships = area.docked + turn.unbuilt(where)
    turn.change(country, navy=turn.countries[country].navy + ships)
    turn.set(where, entrance="", docked=0)
    return f"the base in {where} is closed; {count(ships, 'ship')} to the navy reserve"


def disown(turn: Turn, country: str, slot: Slot) -> str:
    """An area and everything in it become nobody's (5.18)."""
    where = slot.boxes[0]
    turn.own_land(country, where)
    turn.unbuilt(where)
    turn.set(where, owner="", docked=0)
    return f"{where} is nobody's"


def retreat(turn: Turn, country: str, slot: Slot) -> str:
    """Retreat mode, and where to (7.10)."""
    source, target, _ = slot.boxes
    turn.own_land(country, source)
    if not target:
        turn.set(source, retreats=True)
        return f"{source} is in retreat mode"
    turn.next_to(source, target)
    if not turn.world.is_land(target):
        raise Failed(f"{target} is no land area")
    turn.set(source, retreats=True, retreat_to=target)
    return f"{source} is in retreat mode, with {target} as its place"


def defend(turn: Turn, country: str, slot: Slot) -> str:
    """Stand mode (7.7)."""
    where = slot.boxes[0]
    turn.own_land(country, where)
    turn.set(where, retreats=False)
    return f"{where} will stand"


def order(turn: Turn, country: str, slot: Slot) -> str:
    """A bid for a place at the front (6.2)."""
    bps = turn.countries[country].bps
    spent = bid(slot.boxes[2], slot.number, bps)
    if spent is None:
        raise Failed("ORDER wants a number of BPs")
    if is_ignored(slot, bps):
        return "ignored: no number of BPs"
    turn.pay(country, spent)
    turn.bids[country] += spent
    return f"{spent} BP{'' if spent == 1 else 's'} bid"


def is_ignored(slot: Slot, bps: int) -> bool:
    """Whether this is an ORDER without a number of BPs (6.2), by a country that has some."""
    if slot.action != "ORDER" or not bps:
        return False
    return read_number(slot.boxes[2]).blank and not bid(slot.boxes[2], slot.number, bps)


ACTIONS: Mapping[str, Action] = {
    "MOVE": move,
    "ATTACK": attack,
    "LEVY": levy,
    "ARMY": army,
    "RESERVE": reserve,
    "FORTIFY": fortify,
    "RAZE": raze,
    "GROW": grow,
    "BUILD": build,
    "SEAMOVE": seamove,
    "CONVOY": convoy,
    "BASE": base,
    "CLOSE": close,
    "DISOWN": disown,
    "RETREAT": retreat,
    "DEFEND": defend,
    "ORDER": order,
}
