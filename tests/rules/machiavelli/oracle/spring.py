"""Phase A: garrisons, incomes, gifts, trades, forced taxes, salaries and new units (5, 6, 7, 16)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.rules.machiavelli.oracle.ground import AREAS, CITY, FIELD, NOBODY, PROVINCES, TRADE, Position, Unit, stands
from tests.rules.machiavelli.oracle.money import Letter, give
from tests.rules.machiavelli.oracle.preference import in_order
from tests.rules.machiavelli.oracle.season import tax


@dataclass
class SpringLetter:
    gifts: list[tuple[str, int]] = field(default_factory=list)
    sells: list[tuple[str, str, int]] = field(default_factory=list)
    buys: list[tuple[str, str, int]] = field(default_factory=list)
    taxes: list[str] = field(default_factory=list)
    pays: list[Unit] | None = None
    raises: list[tuple[str, str]] = field(default_factory=list)

    def written(self) -> str:
        lines = [f"Give {amount} ducats to {to}" for to, amount in self.gifts]
        lines += [f"SELL {area} {to} {price}" for area, to, price in self.sells]
        lines += [f"BUY {area} {of} {price}" for area, of, price in self.buys]
        lines += [f"TAX {area}" for area in self.taxes]
        if self.pays is not None:
            lines += [f"PAY {unit}" for unit in self.pays] or ["PAY NOTHING"]
        lines += [f"RAISE {kind} {area}" for kind, area in self.raises]
        return "\n".join(lines) + "\n"


def new_garrisons(position: Position) -> None:
    """A.1, chapter 16: in each fortified, unoccupied city that no player controls; it ends the rebellion there."""
    for area in PROVINCES:
        if not AREAS[area].fortified or (area, CITY) in position.units or position.holder(area):
            continue
        here = position.units.get((area, FIELD))
        if here is not None and (here.owner == NOBODY or AREAS[area].single):
            continue
        position.units[area, CITY] = Unit(NOBODY, "G", area)
        position.rebellions.pop(area, None)
        # 4.2: a siege of rebels is none of the garrison that ends their rebellion.
        position.sieges.pop("LAG" if area == "VEN" else area, None)
    position.mark()


def collect(position: Position) -> dict[str, int]:
    """A.2: tax and trade (5.1, 5.2)."""
    found = {}
    for player in position.alive():
        trade = sum(TRADE[home] for home, holder in position.homes.items() if holder == player)
        found[player] = tax(position, player) + trade
        position.ducats[player] += found[player]
    return found


def adjust(position: Position, letters: dict[str, SpringLetter], banned: set[str]) -> None:
    # Whoever only raises units is told the order of the others when they write, before taxes and trades (10.2).
    lists = {player: by_default(position, player) for player, letter in letters.items() if letter.raises}
    give(position, {player: Letter(gifts=letter.gifts) for player, letter in letters.items()}, banned)
    _trades(position, letters, banned)
    _taxes(position, letters)
    # All at once (2, A.7): nobody's list is another after somebody else has disbanded a unit.
    usual = {player: by_default(position, player) for player in position.alive()}
    for player in position.alive():
        letter = letters.get(player, SpringLetter())
        pays = lists.get(player) if letter.pays is None else letter.pays
        _salaries(position, player, letter, usual[player] if pays is None else pays)
    position.mark()


def _trades(position: Position, letters: dict[str, SpringLetter], banned: set[str]) -> None:
    purse = dict(position.ducats)
    sold: list[tuple[str, str, str, int]] = []
    offered = [(player, each[0]) for player, letter in letters.items() for each in letter.sells]
    for player, letter in letters.items():
        for area, seller, price in letter.buys:
            if (area, player, price) not in getattr(letters.get(seller), "sells", []) or {player, seller} & banned:
                continue
            if offered.count((seller, area)) > 1 or position.holder(area) != seller or not position.empty(area):
                continue
            if price >= AREAS[area].tax and price <= purse[player]:
                purse[player] -= price
                sold.append((area, seller, player, price))
    for area, seller, buyer, price in sold:
        position.ducats[buyer] -= price
        position.ducats[seller] += price
        position.control[area] = buyer


def _taxes(position: Position, letters: dict[str, SpringLetter]) -> None:
    for player, letter in letters.items():
        for area in letter.taxes:
            if AREAS[area].sea or position.holder(area) != player:
                continue
            if AREAS[area].single and not position.empty(area):
                continue
            sieged = position.sieges.get("LAG" if area == "VEN" else area) == "garrison"
            position.ducats[player] += 1 + (AREAS[area].city and not sieged)
            position.rebellions[area] = player


def can_raise(position: Position, player: str, kind: str, area: str) -> bool:
    """7.2."""
    ground = AREAS[area]
    if position.holder(area) != player or not ground.city or area not in position.homeland(player):
        return False
    if not stands(kind, area) or (kind == "F" and not ground.port):
        return False
    if ground.single:
        return position.empty(area)
    return (area, CITY if kind == "G" else FIELD) not in position.units


def by_default(position: Position, player: str) -> list[Unit]:
    """7.3: garrisons, armies, fleets, each by the Area Preference List."""
    old = position.units_of(player)
    rank = in_order(position, player, list({unit.area for unit in old}))
    return sorted(old, key=lambda unit: ("GAF".index(unit.kind), rank.index(unit.area)))


def _salaries(position: Position, player: str, letter: SpringLetter, pays: list[Unit]) -> None:
    """7.3: three ducats each, from the top of the list."""
    old = position.units_of(player)
    entries = [(unit, False) for unit in pays]
    new: list[Unit] = []
    for kind, area in letter.raises:
        unit = Unit(player, kind, area)
        if can_raise(position, player, kind, area) and all(other.area != area for other in new):
            new.append(unit)
    entries += [(unit, True) for unit in (new[:3] if position.phase == "SPR1459A" else new)]
    while True:
        kept = entries[: position.ducats[player] // 3]
        gone = {unit.area for unit in old if (unit, False) not in kept}
        void = next((entry for entry in kept if entry[1] and entry[0].area in gone), None)
        if void is None:
            break
        entries.remove(void)
    for unit in old:
        del position.units[unit.place]
        if (unit, False) not in kept:
            position.sieges.pop(unit.area, None) if unit.kind != "G" else None
    for unit, _ in kept:
        position.units[unit.place] = unit
    position.ducats[player] -= 3 * len(kept)
