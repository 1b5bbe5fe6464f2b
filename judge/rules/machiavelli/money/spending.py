"""Phases D and E: gifts, assassinations, rebellions and bribes, in this order whatever the letters say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.money.expenses import (
    ASSASSINATE,
    ASSASSINATION_PRICE,
    BRIBE_PRICES,
    BUY,
    BY_LEAVE,
    COUNTER,
    DISBAND,
    INDEPENDENCE,
    LEADERS,
    OPERATE,
    REBEL,
    REBELLIONS,
    Expense,
    Gift,
    contradict,
    forbidden,
    in_ducats,
    least,
    reach,
)
from judge.rules.machiavelli.orders import Permit
from judge.rules.machiavelli.position import INDEPENDENT, Position, marked

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

    def pay(self, player: str, text: str, amount: int) -> bool:
        """Takes the amount if the player has it; what they have not is not charged (8.1)."""
        if self.ducats[player] < amount:
            self.entries.append(Entry(player, text, 0, TOO_DEAR, self._left(player)))
            return False
        self.ducats[player] -= amount
        return True

    def taken(self, player: str, text: str, amount: int) -> Entry:
        """Enter what is paid now and decided later. Until then it counts as in vain."""
        entry = Entry(player, text, amount, IN_VAIN)
        self.entries.append(entry)
        return entry

    def settle(self, entry: Entry, outcome: str) -> None:
        self.entries[self.entries.index(entry)] = replace(entry, outcome=outcome)

    def _left(self, player: str) -> str:
        left = self.ducats[player]
        return f"{in_ducats(left)} {'was' if left == 1 else 'were'} left"

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
            elif purse.pay(player, str(gift), gift.amount):
                purse.entries.append(Entry(player, str(gift), gift.amount, DONE))
                received.append((player, gift))
    for player, gift in received:
        purse.ducats[gift.to] += gift.amount
        purse.entries.append(Entry(gift.to, f"GIFT FROM {player}", -gift.amount, DONE))


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
            elif purse.pay(player, str(expense), expense.amount):
                if expense.verb == ASSASSINATE:
                    attempts.setdefault(expense.target, []).append(purse.taken(player, str(expense), expense.amount))
                else:
                    guards[expense.target] = max(guards.get(expense.target, 0), expense.amount)
                    purse.entries.append(Entry(player, str(expense), expense.amount, DONE))
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
            elif purse.pay(player, str(expense), price):
                purse.entries.append(Entry(player, str(expense), price, DONE))
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
            elif purse.pay(player, str(expense), expense.amount):
                if expense.verb == COUNTER:
                    counters[expense.place] = max(counters.get(expense.place, 0), expense.amount)
                    purse.entries.append(Entry(player, str(expense), expense.amount, DONE))
                else:
                    running[expense.target] = first
                    way = reach(position, player, position.units[expense.place], permits)
                    entry = purse.taken(player, str(expense), expense.amount)
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
