"""Expenditure orders (8.1, chapters 10 to 12) as values, their canonical text, prices, and what forbids them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from judge.rules.machiavelli.board import BOARD, GARRISON
from judge.rules.machiavelli.orders import BRIBES, STRAITS, Permit
from judge.rules.machiavelli.position import INDEPENDENT, Position, Unit, city_place, marked

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
    major = unit.kind == GARRISON and BOARD.areas[unit.area].magnitude > 1
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


DONE = "done"
IN_VAIN = "in vain"
NOT_DONE = "not done"
TOO_DEAR = "too dear"


@dataclass(frozen=True)
class Entry:
    """One line of a player's account: what was ordered, ducats taken (negative: received), and what came of it."""

    player: str
    text: str
    amount: int
    outcome: str
    why: str = ""


@dataclass(frozen=True)
class Bribe:
    """A bribe that succeeded: the unit as it was, with its owner then; who did it is nobody's business."""

    verb: str
    unit: str
    owner: str
    briber: str


@dataclass
class Purse:
    """The treasuries while they are spent, and the account of every ducat."""

    ducats: dict[str, int]
    entries: list[Entry] = field(default_factory=list)

    def buy(self, player: str, text: str, amount: int, outcome: str = DONE) -> Entry | None:
        """Take the amount if the player has it; what they have not is not charged (8.1)."""
        left = self.ducats[player]
        if left < amount:
            why = f"{in_ducats(left)} {'was' if left == 1 else 'were'} left"
            self.entries.append(Entry(player, text, 0, TOO_DEAR, why))
            return None
        return self.receive(player, text, -amount, outcome)

    def receive(self, player: str, text: str, amount: int, outcome: str = DONE) -> Entry:
        self.ducats[player] += amount
        entry = Entry(player, text, -amount, outcome)
        self.entries.append(entry)
        return entry

    def settle(self, entry: Entry, outcome: str) -> None:
        self.entries[self.entries.index(entry)] = replace(entry, outcome=outcome)

    def refuse(self, player: str, text: str, why: str) -> None:
        self.entries.append(Entry(player, text, 0, NOT_DONE, why))


def exchange(purse: Purse, gifts: Mapping[str, Sequence[Gift]], position: Position) -> None:
    """D.1 and A.4: gifts, simultaneously; what is received cannot be given on. None from or to the excommunicated."""
    received: list[tuple[str, Gift]] = []
    for player, mine in gifts.items():
        for gift in mine:
            if player in position.banned or gift.to in position.banned:
                purse.refuse(player, str(gift), "excommunicated players neither give nor receive")
            elif gift.to == player or not position.alive(gift.to):
                purse.refuse(player, str(gift), f"{gift.to.title()} cannot receive it")
            elif purse.buy(player, str(gift), gift.amount):
                received.append((player, gift))
    for player, gift in received:
        purse.receive(gift.to, f"GIFT FROM {player}", gift.amount)


@dataclass(frozen=True)
class Spent:
    """The position after Phases D and E. stunned: players whose leader was killed; started, pacified: (province,
    victim) of rebellions; bribes: those that succeeded; operated: place of an independent unit -> whose order it has;
    freed: rebelling provinces in which a unit changed its owner.
    """

    position: Position
    stunned: tuple[str, ...]
    started: tuple[tuple[str, str], ...]
    pacified: tuple[tuple[str, str], ...]
    bribes: tuple[Bribe, ...]
    operated: Mapping[str, str]
    freed: frozenset[str]


def spend(
    position: Position,
    purse: Purse,
    expenses: Mapping[str, Sequence[Expense]],
    permits: Sequence[tuple[str, Permit]],
) -> Spent:
    """D.2 to D.4 and E. expenses: player -> what they ordered, in their order."""
    stunned = _leaders(position, purse, expenses)
    acting = {player: mine for player, mine in expenses.items() if player not in stunned}
    for player in stunned:
        for expense in expenses.get(player, ()):
            if expense.verb not in LEADERS:
                purse.refuse(player, str(expense), "your leader was assassinated")
    started, pacified = _rebellions(position, purse, acting)
    before = position
    rebellions = {area: victim for area, victim in position.rebellions.items() if area not in pacified}
    position = replace(position, rebellions=rebellions | started)
    position, bribes, freed = _bribes(position, purse, acting, permits)
    risen = _uprisings(position, stunned)
    position = replace(position, rebellions={**position.rebellions, **risen})
    # In the order of the payers and their letters it would tell who paid (8.2).
    rises = tuple(sorted((started | risen).items()))
    pacified = tuple(sorted(pacified))
    bribes = tuple(sorted(bribes, key=_place))
    return Spent(
        position.in_order(),
        stunned,
        rises,
        tuple((area, before.rebellions[area]) for area in pacified),
        bribes,
        {_place(bribe): bribe.briber for bribe in bribes if bribe.verb == OPERATE},
        freed,
    )


def _place(bribe: Bribe) -> str:
    return Expense(bribe.verb, bribe.unit).place


def _leaders(position: Position, purse: Purse, expenses: Mapping[str, Sequence[Expense]]) -> tuple[str, ...]:
    """D.2: the highest price for a life against the highest for its guard (chapter 10)."""
    attempts: dict[str, list[Entry]] = {}
    guards: dict[str, int] = {}
    for player, mine in expenses.items():
        for expense in mine:
            if expense.verb not in LEADERS:
                continue
            if why := forbidden(position, player, expense):
                purse.refuse(player, str(expense), why)
            elif expense.verb == BODYGUARD:
                if purse.buy(player, str(expense), expense.amount):
                    guards[expense.target] = max(guards.get(expense.target, 0), expense.amount)
            elif attempt := purse.buy(player, str(expense), expense.amount, IN_VAIN):
                attempts.setdefault(expense.target, []).append(attempt)
    killed = []
    for victim, tried in attempts.items():
        most = max(each.amount for each in tried)
        dead = most - guards.get(victim, 0) >= ASSASSINATION_PRICE
        for each in tried:
            # Only the highest is carried out.
            purse.settle(each, DONE if dead and each.amount == most else IN_VAIN)
        if dead:
            killed.append(victim)
    return tuple(country for country in BOARD.countries if country in killed)


def _rebellions(
    position: Position, purse: Purse, expenses: Mapping[str, Sequence[Expense]]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """D.3, all judged on the state before it (ruling 2.2): province -> victim of new rebellions; those pacified."""
    started: dict[str, str] = {}
    pacified: list[str] = []
    for player, mine in expenses.items():
        for expense in mine:
            if expense.verb not in REBELLIONS:
                continue
            price = least(position, expense)
            if why := forbidden(position, player, expense):
                purse.refuse(player, str(expense), why)
            elif purse.buy(player, str(expense), price):
                if expense.verb == REBEL:
                    started[expense.target] = position.holder(expense.target) or INDEPENDENT
                elif expense.target not in pacified:
                    pacified.append(expense.target)
    return started, tuple(pacified)


@dataclass(frozen=True)
class _Paid:
    player: str
    expense: Expense
    least: int
    permitted: bool
    entry: Entry


def _bribes(
    position: Position,
    purse: Purse,
    expenses: Mapping[str, Sequence[Expense]],
    permits: Sequence[tuple[str, Permit]],
) -> tuple[Position, tuple[Bribe, ...], frozenset[str]]:
    """D.4: all bribes at once, on the board as D.4 finds it (chapter 12, rulings 3)."""
    paid: dict[str, list[_Paid]] = {}
    counters: dict[str, int] = {}
    for player, mine in expenses.items():
        running: dict[str, Expense] = {}
        for expense in mine:
            if expense.verb not in BRIBE_PRICES and expense.verb != COUNTER:
                continue
            first = running.get(expense.target, expense)
            if why := forbidden(position, player, expense):
                purse.refuse(player, str(expense), why)
            elif contradict(first, expense):
                purse.refuse(player, str(expense), f"it contradicts your {first}")
            elif expense.verb == COUNTER:
                if purse.buy(player, str(expense), expense.amount):
                    counters[expense.place] = max(counters.get(expense.place, 0), expense.amount)
            elif entry := purse.buy(player, str(expense), expense.amount, IN_VAIN):
                running[expense.target] = first
                way = reach(position, player, position.units[expense.place], permits)
                each = _Paid(player, expense, least(position, expense), way != BY_LEAVE, entry)
                paid.setdefault(expense.place, []).append(each)
    won = {place: best for place, offers in paid.items() if (best := _largest(offers, counters.get(place, 0)))}
    _one_independent_an_area(position, won)
    for place, offers in paid.items():
        for offer in offers:
            purse.settle(offer.entry, DONE if offer in won.get(place, ()) else IN_VAIN)
    return _carried_out(position, won)


def _largest(offers: Sequence[_Paid], counter: int) -> list[_Paid]:
    """The bribe that succeeds; several only where all disband the unit. Only the largest is tested (ruling 3.1)."""
    best = [offer for offer in offers if offer.permitted]
    if not best:
        return []
    most = max(offer.expense.amount for offer in best)
    best = [offer for offer in best if offer.expense.amount == most]
    cheapest = min(offer.least for offer in best)
    best = [offer for offer in best if offer.least == cheapest]
    if len(best) > 1 and any(offer.expense.verb != DISBAND for offer in best):
        return []
    return best if most - cheapest >= counter else []


def _one_independent_an_area(position: Position, won: dict[str, list[_Paid]]) -> None:
    """Of two units of one area that would become independent, the larger bribe wins; equal ones fail (ruling 3.7)."""
    by_area: dict[str, list[str]] = {}
    for place, offers in won.items():
        if offers[0].expense.verb == INDEPENDENCE:
            by_area.setdefault(position.units[place].area, []).append(place)
    for places in by_area.values():
        if len(places) > 1:
            amounts = {place: won[place][0].expense.amount for place in places}
            most = max(amounts.values())
            keep = [place for place in places if amounts[place] == most]
            for place in places:
                if place not in keep or len(keep) > 1:
                    del won[place]


def _carried_out(
    position: Position, won: Mapping[str, Sequence[_Paid]]
) -> tuple[Position, tuple[Bribe, ...], frozenset[str]]:
    units = dict(position.units)
    bribes: list[Bribe] = []
    freed: set[str] = set()
    for place, offers in won.items():
        unit = units[place]
        verb, briber = offers[0].expense.verb, offers[0].player
        bribes.append(Bribe(verb, str(unit), unit.owner, briber))
        if verb == DISBAND:
            del units[place]
        elif verb in (BUY, INDEPENDENCE):
            units[place] = unit._replace(owner=briber if verb == BUY else INDEPENDENT)
            if unit.area in position.rebellions:
                freed.add(unit.area)
    after = replace(position, units=units).besieging(units)
    return replace(after, markers=marked(after)), tuple(bribes), frozenset(freed)


def _uprisings(position: Position, stunned: Sequence[str]) -> dict[str, str]:
    """E: rebellions in every conquered province of a murdered leader (chapter 10, ruling 2.9)."""
    return {
        area: victim
        for victim in stunned
        for area in BOARD.provinces
        if position.control(area) == victim
        and not position.in_home(area, victim)
        and not (BOARD.areas[area].single and not position.empty(area))
    }
