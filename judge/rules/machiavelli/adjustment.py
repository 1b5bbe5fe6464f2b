"""Phases A.4 to A.7: what the letters of Spring say, as values, and how it is carried out (chapters 5.3, 6, 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.rules.machiavelli.board import BOARD, FLEET, GARRISON, LAGOON, VENICE
from judge.rules.machiavelli.expenses import DONE, IN_VAIN, TOO_DEAR, Entry, Purse, in_ducats
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.retreats import by_preference


def tax_income(position: Position) -> dict[str, int]:
    """Player -> ducats from seas, provinces and cities (5.1). Everyone in the game is listed."""
    income = dict.fromkeys(position.players(), 0)

    def add(player: str, ducats: int) -> None:
        if player in income:
            income[player] += ducats

    for sea in BOARD.seas:
        add(position.control(sea), 1)
    for province in BOARD.provinces:
        add(position.province_of(province), 1)
        if not position.besieged(province):
            add(position.city_of(province), BOARD.areas[province].magnitude)
    if position.empty(LAGOON):
        add(position.control(VENICE), 1)
    return income


def trade_income(position: Position) -> dict[str, int]:
    """Player -> ducats from trade, for each home country that the player has (5.2)."""
    income = dict.fromkeys(position.players(), 0)
    for home, player in position.homes.items():
        if player in income:
            income[player] += BOARD.countries[home].trade
    return income


def forced_tax(position: Position, province: str) -> int:
    """What taxing a province by force brings: no surplus for major cities (5.3, ruling 9)."""
    return 1 + (bool(BOARD.areas[province].city) and not position.besieged(province))


def least_price(province: str) -> int:
    """The least price of a province: its tax income; Venice's is without the Lagoon (chapter 6, ruling 8)."""
    return 1 + BOARD.areas[province].magnitude


SELL = "SELL"
BUY = "BUY"
TAX = "TAX"
PAY = "PAY"
RAISE = "RAISE"
NOTHING = "PAY NOTHING"

SALARY = 3
FIRST_SPRING = 3
"""New units that each player may raise in the first Spring (chapter 3)."""


class Trade(NamedTuple):
    """One side's word on a trade: SELL or BUY, the province, the partner, the price."""

    verb: str
    province: str
    partner: str
    price: int

    def __str__(self) -> str:
        return f"{self.verb} {self.province} {self.partner} {self.price}"


class Tax(NamedTuple):
    province: str

    def __str__(self) -> str:
        return f"{TAX} {self.province}"


class Salary(NamedTuple):
    """An entry of the payment list: PAY an old unit or RAISE a new one."""

    verb: str
    kind: str
    area: str

    def __str__(self) -> str:
        return f"{self.verb} {self.kind} {self.area}"


# ---- what is forbidden


def no_trade(position: Position, player: str, trade: Trade) -> str:
    """Why the board as it stands rules a trade out; empty if it does not (chapter 6, ruling 8)."""
    seller = player if trade.verb == SELL else trade.partner
    name = BOARD.areas[trade.province].name
    if trade.partner == player or not position.alive(trade.partner):
        return f"{trade.partner.title()} is no partner for it"
    if BOARD.areas[trade.province].sea:
        return f"{name} is no province"
    if position.control(trade.province) != seller:
        return f"{seller.title()} does not control {name}"
    if not position.empty(trade.province):
        return f"{name} is occupied"
    if trade.price < least_price(trade.province):
        return f"the least price of {name} is {in_ducats(least_price(trade.province))}"
    return ""


def no_tax(position: Position, player: str, province: str) -> str:
    """Why a province cannot be taxed by force: a rebellion must be possible there (5.3, ruling 9)."""
    name = BOARD.areas[province].name
    if BOARD.areas[province].sea or position.control(province) != player:
        return f"you do not control {name}" if not BOARD.areas[province].sea else f"{name} is no province"
    if BOARD.areas[province].single and not position.empty(province):
        return f"{name} has no room for a rebellion while a unit is there"
    return ""


def no_raise(position: Position, player: str, wanted: Salary) -> str:
    """Why a unit cannot be raised there (7.2, ruling 10.3)."""
    area = BOARD.areas[wanted.area]
    if not area.city:
        return f"there is no city in {area.name}"
    if not position.in_home(wanted.area, player):
        return f"{area.name} is not in your home country"
    if wanted.area in position.rebellions:
        return f"{area.name} is in rebellion"
    if position.control(wanted.area) != player:
        return f"you do not control {area.name}"
    if wanted.kind == GARRISON and not area.fortified:
        return f"the city of {area.name} is not fortified"
    if wanted.kind == FLEET and not area.port:
        return f"{area.name} has no port"
    if area.single and not position.empty(wanted.area):
        return f"{area.name} is occupied"
    here = position.garrison(wanted.area) if wanted.kind == GARRISON else position.field_unit(wanted.area)
    return f"there is {here} already" if here is not None else ""


# ---- A.5


@dataclass(frozen=True)
class Sold:
    province: str
    seller: str
    buyer: str
    price: int


def trade(
    position: Position, purse: Purse, dealings: Mapping[str, Sequence[Trade | Tax]]
) -> tuple[Position, list[Sold]]:
    """A.5. The money must be the buyer's after A.4; what is paid is the seller's only in A.7, so it is booked apart."""
    offers: dict[str, list[tuple[str, Trade]]] = {}
    for player, mine in dealings.items():
        for each in dict.fromkeys(mine):
            if isinstance(each, Trade) and each.verb == SELL:
                offers.setdefault(each.province, []).append((player, each))
    sold: list[Sold] = []
    paid: list[Entry] = []
    for player, mine in dealings.items():
        for each in dict.fromkeys(mine):
            if not isinstance(each, Trade):
                continue
            if why := _trade_fails(position, player, each, offers, dealings):
                purse.refuse(player, str(each), why)
            elif each.verb == BUY and (entry := purse.buy(player, str(each), each.price, IN_VAIN)):
                sold.append(Sold(each.province, each.partner, player, each.price))
                paid.append(entry)
    done = {(sale.province, sale.seller) for sale in sold}
    for province, listed in offers.items():
        for player, each in listed:
            if (province, player) not in done and not _trade_fails(position, player, each, offers, dealings):
                purse.refuse(player, str(each), f"{each.partner.title()} could not pay")
    markers = dict(position.markers)
    for entry, sale in zip(paid, sold, strict=True):
        purse.settle(entry, DONE)
        markers[sale.province] = sale.buyer
    return replace(position, markers=markers), sold


def _trade_fails(
    position: Position,
    player: str,
    each: Trade,
    offers: Mapping[str, Sequence[tuple[str, Trade]]],
    dealings: Mapping[str, Sequence[Trade | Tax]],
) -> str:
    if player in position.banned or each.partner in position.banned:
        return "excommunicated players neither pay nor are paid"
    if why := no_trade(position, player, each):
        return why
    if len(offers.get(each.province, ())) > 1:
        return _offered_twice(each)
    other = Trade(BUY if each.verb == SELL else SELL, each.province, player, each.price)
    return "" if other in dealings.get(each.partner, ()) else f"{each.partner.title()} did not list the same trade"


def _offered_twice(each: Trade) -> str:
    """Say what is wrong with it, and what would be right."""
    name = BOARD.areas[each.province].name
    if each.verb == SELL:
        return f"you offered {name} more than once; offer it to one buyer, at one price"
    return f"{each.partner.title()} offered {name} more than once; it must be offered once, to you and at your price"


# ---- A.6


def tax_by_force(
    position: Position, purse: Purse, dealings: Mapping[str, Sequence[Trade | Tax]]
) -> tuple[Position, list[tuple[str, str, int]]]:
    """A.6: the position with the new rebellions, and (province, taxer, ducats). The money is booked apart, for A.7."""
    taxed: list[tuple[str, str, int]] = []
    for player, mine in dealings.items():
        for each in dict.fromkeys(mine):
            if isinstance(each, Tax):
                if why := no_tax(position, player, each.province):
                    purse.refuse(player, str(each), why)
                else:
                    taxed.append((each.province, player, forced_tax(position, each.province)))
    rebellions = {**position.rebellions, **{province: player for province, player, _ in taxed}}
    return replace(position, rebellions=rebellions), taxed


# ---- A.7


def default_payments(position: Position, player: str) -> tuple[Salary, ...]:
    """Garrisons, armies, fleets; inside a class by the Area Preference List (7.3, ruling 10.1)."""
    areas = {kind: [unit.area for unit in position.units_of(player) if unit.kind == kind] for kind in "GAF"}
    return tuple(Salary(PAY, kind, area) for kind in areas for area in by_preference(position, player, areas[kind]))


@dataclass(frozen=True)
class Payroll:
    """kept, raised, disbanded: units of one player; struck: entries that could not be paid or carried out, and why."""

    kept: tuple[Unit, ...]
    raised: tuple[Unit, ...]
    disbanded: tuple[Unit, ...]
    struck: tuple[tuple[Salary, str], ...]


def payroll(position: Position, player: str, wanted: Sequence[Salary], ducats: int, *, first: bool) -> Payroll:
    """Who is paid. Short of money, the list is struck from its end; a raise where a unit is disbanded is void and the
    list is gone through again without it (7.2, 7.3, ruling 10.2). first: the first Spring, three new units at most.
    """
    struck: list[tuple[Salary, str]] = []
    voided: list[tuple[Salary, Unit]] = []
    items: list[Salary] = []
    provinces: set[str] = set()
    for each in dict.fromkeys(wanted):
        if each.verb == PAY:
            why = "" if Unit(player, each.kind, each.area) in position.units_of(player) else "no such unit of yours"
        elif each.area in provinces:
            why = "one new unit a province"
        elif first and len(provinces) == FIRST_SPRING:
            why = "three new units are all in the first Spring"
        else:
            why = no_raise(position, player, each)
            if not why:
                provinces.add(each.area)
        if why:
            struck.append((each, why))
        else:
            items.append(each)
    while True:
        paid = items[: max(ducats, 0) // SALARY]
        kept = {Unit(player, each.kind, each.area) for each in paid if each.verb == PAY}
        disbanded = [unit for unit in position.units_of(player) if unit not in kept]
        gone = {unit.area for unit in disbanded}
        void = next((each for each in paid if each.verb == RAISE and each.area in gone), None)
        if void is None:
            break
        items.remove(void)
        voided.append((void, next(unit for unit in disbanded if unit.area == void.area)))
    for each, unit in voided:
        # Without it there was enough for a unit that is kept.
        why = f"with it {unit} could not be paid" if unit in kept else "a unit is disbanded in that province"
        struck.append((each, why))
    struck += [(each, TOO_DEAR) for each in items[len(paid) :]]
    return Payroll(
        tuple(Unit(player, each.kind, each.area) for each in paid if each.verb == PAY),
        tuple(Unit(player, each.kind, each.area) for each in paid if each.verb == RAISE),
        tuple(disbanded),
        tuple(struck),
    )
