"""Short press about single orders: `5 for A MUN H` is an offer of 5 silver pieces, by transfer, if that army holds.

Whoever is asked, or hears what another sells, agrees in the same words. After the phase the one who promised to pay
looks at the results, and pays if the unit did so. Nothing is promised that is not meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.rules.computers import Heard, Situation
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.computer.letters import LONGEST, YES, order_in
from judge.rules.diplomacy.computer.plan import Planner, Task
from judge.rules.diplomacy.orders import MOVE, SUPPORT, Order
from judge.rules.diplomacy.table import Table
from judge.rules.payola.computer.market import SILVER
from judge.rules.payola.view import PayolaView

MOST = 3
"""Offers of one sender that are answered in a phase."""
OFFER = re.compile(r"(agreed[:,]?\s+)?\b(\d{1,4})\s+for\s+([AF]\s[^.,;:!?\n]{3,40})", re.IGNORECASE)


class Offer(NamedTuple):
    """So much for an order; `agreed`: it answers such an offer. `party`: who wrote it, or to whom it was written."""

    party: str
    amount: int
    unit: Unit
    order: Order
    agreed: bool = False


def offer_text(table: Table, amount: int, order: Order) -> str:
    return f"{amount} for {full_text(table.position, order)}"


def offers_heard(table: Table, situation: Situation) -> list[Offer]:
    """What others have offered in this phase, or agreed to."""
    found: list[Offer] = []
    for letter in situation.recent():
        if letter.sender in table.board.powers:
            known = sum(each.party == letter.sender for each in found)
            found += list(_offers(table, letter, letter.sender))[: max(0, MOST - known)]
    return found


def _offers(table: Table, letter: Heard, party: str) -> Iterator[Offer]:
    for agreed, amount, text in OFFER.findall(letter.text[:LONGEST]):
        named = order_in(table, text)
        if named is not None:
            yield Offer(party, int(amount), named.unit, named.order, bool(agreed))


def debts(situation: Situation, view: PayolaView) -> list[str]:
    """The lines that pay for what was promised in the movement phase just over, and done in it."""
    if situation.turn:
        return []
    label, done = _last_movement(situation)
    owed: dict[tuple[str, str], int] = {}
    heard = [letter for letter in situation.heard if letter.label == label]
    said = [letter for letter in situation.said if letter.label == label]
    for letter in said:
        for payee in letter.to:
            theirs = [each for each in heard if each.sender == payee]
            for agreed, amount, order in _words([letter]):
                # Its own yes is enough: it was asked for that, in whatever spelling.
                settled = agreed or _agreed(theirs, amount, order)
                if settled and done.get(order) == payee and payee in view.payees and payee != view.power:
                    owed[payee, order] = amount
    left = view.balance or 0
    lines = []
    for (payee, _), amount in sorted(owed.items()):
        if 0 < amount <= left:
            left -= amount
            lines.append(f"TRANSFER {amount} TO {payee}")
    return lines


def _agreed(theirs: Sequence[Heard], amount: int, order: str) -> bool:
    """Have they taken this offer: in its own words, or by a letter that begins with yes and names no other?"""
    plain = any(YES.match(letter.text) and not OFFER.search(letter.text[:LONGEST]) for letter in theirs)
    return plain or (True, amount, order) in set(_words(theirs))


def _words(letters: Sequence[Heard]) -> Iterator[tuple[bool, int, str]]:
    """(agreed, amount, order) of each offer, as it was written."""
    for letter in letters:
        for agreed, amount, order in OFFER.findall(letter.text[:LONGEST]):
            yield bool(agreed), int(amount), " ".join(order.upper().split())


def _last_movement(situation: Situation) -> tuple[str, dict[str, str]]:
    """(its label, order that was issued -> the power of its unit), if it was the last phase; else nothing."""
    label, done = "", {}
    for letter in situation.told:
        for event in letter.events:
            if event.kind == "movement":
                label = letter.label
                done = {row["order"]: row["power"] for row in event.data.get("orders", ())}
        if letter.label not in (label, situation.phase.label):
            label, done = "", {}
    return label, done


class Answers(NamedTuple):
    """`orders`: own unit -> the order that was sold; `bought`: others' units that obey by agreement; `letters`: (to,
    text) of each answer.
    """

    orders: dict[Unit, Order]
    bought: set[Unit]
    letters: list[tuple[str, str]]


def answers(situation: Situation, view: PayolaView, planner: Planner) -> Answers:
    """What to say to the offers heard, and what then holds. An own unit's order is sold for more than it would lose."""
    table = view.table
    found = Answers({}, set(), [])
    already = {(letter.to, letter.text) for letter in situation.said if letter.label == situation.phase.label}
    for offer in offers_heard(table, situation):
        text = offer_text(table, offer.amount, offer.order)
        owner = offer.unit.power
        if offer.agreed:
            found.bought.update({offer.unit} if owner == offer.party else ())
            continue
        if owner == view.power and offer.unit not in found.orders:
            willing = _loss(planner, offer) < offer.amount * SILVER
            if willing:
                found.orders[offer.unit] = offer.order
        elif owner == offer.party and offer.unit not in found.bought:
            willing = offer.amount <= (view.balance or 0) // 3 and _gain(planner, offer) > offer.amount * SILVER
            found.bought.update({offer.unit} if willing else ())
        else:
            continue
        answer = f"Agreed: {text}." if willing else f"No, thank you: {offer.unit} has something better to do."
        if ((offer.party,), answer) not in already:
            found.letters.append((offer.party, answer))
    return found


def _loss(planner: Planner, offer: Offer) -> int:
    """What the plan would lose if this own unit did that."""
    now = planner.score(planner.tasks)
    if planner.orders()[offer.unit] == offer.order:
        return 0
    task = Task(offer.order.target if offer.order.verb == MOVE else offer.unit.place)
    changed = {unit: Task(each.place) if each.helps == offer.unit else each for unit, each in planner.tasks.items()}
    return now - max(0, planner.score({**changed, offer.unit: task}))


def _gain(planner: Planner, offer: Offer) -> int:
    """What the plan would gain by a unit that gives this support."""
    helped = planner.table.position.units.get(offer.order.other)
    if offer.order.verb != SUPPORT or helped not in planner.tasks or offer.unit in planner.hired:
        return 0
    task = planner.tasks[helped]
    if task.helps is not None or (offer.order.target or helped.place) != task.place:
        return 0
    now = planner.score(planner.tasks)
    planner.hired[offer.unit] = Task(offer.unit.place, helped)
    then = planner.score(planner.tasks)
    del planner.hired[offer.unit]
    return then - now
