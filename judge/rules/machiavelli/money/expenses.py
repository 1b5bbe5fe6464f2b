"""Expenditure orders (8.1, chapters 10 to 12) as values, their canonical text, prices, and what forbids them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from judge.rules.machiavelli.board import BOARD, GARRISON
from judge.rules.machiavelli.orders import BRIBES, STRAITS, Permit
from judge.rules.machiavelli.position import INDEPENDENT, Position, Unit, city_place

STEP = 3
"""Amounts above the least price rise in steps of so many ducats (8.1)."""

ASSASSINATE = "ASSASSINATE"
BODYGUARD = "BODYGUARD"
REBEL = "REBEL"
PACIFY = "PACIFY"
BUY = "BUY"
DISBAND = "DISBAND"
INDEPENDENCE = "INDEPENDENT"
OPERATE = "OPERATE"
COUNTER = "COUNTER"

ASSASSINATION_PRICE = 30
BODYGUARD_PRICE = 3
PACIFY_PRICE = 12
COUNTER_PRICE = 3
# (price of one directed at an independent unit, at a committed one); 0: impossible (chapter 12)
BRIBE_PRICES = {OPERATE: (3, 0), DISBAND: (6, 12), BUY: (9, 18), INDEPENDENCE: (0, 9)}

LEADERS = (ASSASSINATE, BODYGUARD)
REBELLIONS = (REBEL, PACIFY)


def in_ducats(amount: int) -> str:
    """`1 ducat`, `9 ducats`."""
    return f"{amount} ducat" if amount == 1 else f"{amount} ducats"


class Gift(NamedTuple):
    """Ducats for another player (A.4, D.1)."""

    to: str
    amount: int

    def __str__(self) -> str:
        return f"GIVE {self.amount} {self.to}"


class Expense(NamedTuple):
    """target: a country (assassination, bodyguard), a province (rebellions) or a unit, `G SIE` (bribes). The prices of
    rebellions are fixed: their amount is 0.
    """

    verb: str
    target: str
    amount: int = 0

    @property
    def place(self) -> str:
        """Where the unit stands that is bribed."""
        kind, area = self.target.split()
        return city_place(area) if kind == GARRISON else area

    def __str__(self) -> str:
        return f"{self.verb} {self.target}" + (f" {self.amount}" if self.amount else "")


def rebellion_price(position: Position, area: str) -> int:
    """15 in a current home country of the victim, 9 elsewhere, 3 against independents (11.1)."""
    victim = position.holder(area)
    if victim == INDEPENDENT:
        return 3
    return 15 if victim and position.in_home(area, victim) else 9


def least(position: Position, expense: Expense) -> int:
    """The least price of what is ordered, on the board as it stands; 0 where it cannot be ordered at all."""
    if expense.verb == ASSASSINATE:
        return ASSASSINATION_PRICE
    if expense.verb == BODYGUARD:
        return BODYGUARD_PRICE
    if expense.verb == PACIFY:
        return PACIFY_PRICE
    if expense.verb == REBEL:
        return rebellion_price(position, expense.target)
    if expense.verb == COUNTER:
        return COUNTER_PRICE
    unit = position.units.get(expense.place)
    if unit is None:
        return 0
    independent, committed = BRIBE_PRICES[expense.verb]
    if unit.owner == INDEPENDENT:
        return independent
    city = BOARD.areas[unit.area].city
    major = unit.kind == GARRISON and city is not None and city.magnitude > 1
    return committed * 2 if major else committed


OUT_OF_REACH = "no unit of yours or of a third player is adjacent to it, nor is it in your home country"


def forbidden(position: Position, player: str, expense: Expense) -> str:
    """Why the board as it stands makes an expenditure illegal or impossible, so that it is not charged (8.1).

    Empty if it is neither; whether a third player gives permission is another question.
    """
    verb, target = expense.verb, expense.target
    if verb in LEADERS:
        if not position.alive(target):
            return f"{target.title()} is out of the game"
        if verb == ASSASSINATE and target == player:
            return "an assassination is directed at another power"
        return _wrong_amount(position, expense)
    if verb in REBELLIONS:
        return _no_rebellion(position, player, verb, target)
    unit = position.units.get(expense.place)
    if unit is None or str(unit) != target:
        return f"there is no {target}"
    if verb == COUNTER:
        return _wrong_amount(position, expense)
    if unit.owner == player:
        return "it is a unit of your own; counter-bribe it if you fear for it"
    if least(position, expense) == 0:
        kind = "an independent" if unit.owner == INDEPENDENT else "another player's"
        return f"that cannot be done with {kind} unit"
    if unit.kind == GARRISON and position.besieged(unit.area):
        return "a garrison that has been besieged for a season cannot be bribed"
    if verb == INDEPENDENCE and any(each.owner == INDEPENDENT for each in position.units_in(unit.area)):
        return "there is an independent unit already"
    if why := _wrong_amount(position, expense):
        return why
    if reach(position, player, unit, ()) == NOWHERE:
        return OUT_OF_REACH
    return ""


def contradict(one: Expense, other: Expense) -> bool:
    """Do two bribes of one player want different things of a unit (8.1, ruling 3.9)? A counter-bribe wants nothing."""
    verbs = {one.verb, other.verb}
    return one.target == other.target and len(verbs) == 2 and verbs <= BRIBE_PRICES.keys()


def _wrong_amount(position: Position, expense: Expense) -> str:
    price = least(position, expense)
    over = expense.amount - price
    if over < 0:
        return f"it costs at least {price} ducats"
    if over % STEP:
        near = expense.amount - over % STEP
        return f"it costs {price} ducats or {STEP}, {2 * STEP}, ... more: {near} or {near + STEP}"
    return ""


def _no_rebellion(position: Position, player: str, verb: str, area: str) -> str:
    if verb == PACIFY:
        return "" if area in position.rebellions else f"there is no rebellion in {BOARD.areas[area].name}"
    if BOARD.areas[area].sea:
        return "there are no rebellions at sea"
    if area in position.rebellions:
        return "there is a rebellion already"
    victim = position.holder(area)
    if victim is None:
        return "nobody controls it"
    if victim == player:
        return "you control it yourself"
    if BOARD.areas[area].single and not position.empty(area):
        return "the island has no room for a rebellion while a unit is there"
    return ""


# ---- whose unit can be bribed from where (chapter 12, rulings 3.4 and 3.5)

OPEN = "open"
BY_LEAVE = "by leave"
NOWHERE = "nowhere"


def no_gift(position: Position, player: str, to: str) -> str:
    """Why the player cannot give to that country at all (8.1); empty if they can."""
    if to == player:
        return "you cannot give to yourself"
    return "" if position.alive(to) else f"{to.title()} is out of the game"


def adjacent(position: Position, neighbor: Unit, unit: Unit) -> bool:
    """Does a bribe reach this unit from that neighbor? Straits are not looked at."""
    if neighbor.area == unit.area:
        return neighbor != unit and not (neighbor.kind == GARRISON and unit.area in position.rebellions)
    if unit.area not in BOARD.beside[neighbor.area]:
        return False
    if neighbor.kind == GARRISON and (
        neighbor.area in position.rebellions or position.field_unit(neighbor.area) is not None
    ):
        return False
    return unit.kind != GARRISON or unit.area in position.rebellions or position.field_unit(unit.area) is None


def reach(position: Position, player: str, unit: Unit, permits: Collection[tuple[str, Permit]]) -> str:
    """OPEN if the player may bribe this unit; BY_LEAVE if they could with permissions that they have not; else NOWHERE.

    permits: (who gives it, permission), of all players.
    """
    if position.in_home(unit.area, player):
        return OPEN
    straits = {permit.leave(giver) for giver, permit in permits if permit.what == STRAITS}
    found = NOWHERE
    for neighbor in _neighbors(position, unit):
        leave = neighbor.owner == player or any(
            giver == neighbor.owner
            and permit.player == player
            and permit.what == BRIBES
            and permit.unit in ("", str(unit))
            for giver, permit in permits
        )
        if leave and not position.straits_closed((neighbor.area, unit.area), player, straits):
            return OPEN
        found = BY_LEAVE
    return found


def _neighbors(position: Position, unit: Unit) -> list[Unit]:
    """The units of other players from whose place the unit can be bribed."""
    return [
        neighbor
        for area in (unit.area, *BOARD.beside[unit.area])
        for neighbor in position.units_in(area)
        if neighbor.owner not in (INDEPENDENT, unit.owner) and adjacent(position, neighbor, unit)
    ]


def leave_wanted(position: Position, player: str, unit: Unit) -> str:
    """Whose permission a bribe of this unit cannot do without, as a remark for its writer; empty if none is wanted."""
    if unit.owner == player or reach(position, player, unit, ()) != BY_LEAVE:
        return ""
    near = [(each.owner, BOARD.straits.get((each.area, unit.area))) for each in _neighbors(position, unit)]
    ways = sorted({(owner, strait and position.closed_to(player, strait)) for owner, strait in near}, key=str)
    own = [keeper for owner, keeper in ways if owner == player]
    free = " or ".join(
        sorted(BOARD.countries[owner].name for owner, keeper in ways if owner != player and keeper is None)
    )
    if own and set(own) != {INDEPENDENT}:
        instead = f". ALLOW {player} BRIBES from {free} will do, too" if free else ""
        return f"another's fleet keeps the strait between, so the bribe is lost unless they let you pass{instead}"
    asked = [f"{free} must write ALLOW {player} BRIBES"] if free else []
    for owner, keeper in ways if not own else ():
        if keeper is not None and keeper != INDEPENDENT:
            who = "" if keeper == owner else f"{BOARD.countries[keeper].name} "
            asked.append(
                f"{BOARD.countries[owner].name} must write ALLOW {player} BRIBES, and {who}ALLOW {player} STRAITS"
            )
    barred = "independents keep the strait between, and never let anybody pass"
    start = barred if own else "no unit of yours is next to it"
    if asked:
        return f"{start}. {'; or '.join(asked)}, or the bribe is lost"
    return f"{start}{'' if own else f', and {barred}'}: the bribe is lost"
