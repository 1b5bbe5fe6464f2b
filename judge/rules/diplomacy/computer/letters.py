"""What a computer player reads in a letter: an order that stands in it, and whether it begins with a yes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from judge.rules.computers import Heard, Situation
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.computer.plan import Planner, Task, reaches
from judge.rules.diplomacy.orders import HOLD, MOVE, SUPPORT, BadOrder, Order, check_legal
from judge.rules.diplomacy.reading.sheets import read_order
from judge.rules.diplomacy.table import Table

LONGEST = 400
"""Characters of a letter that are looked at."""
YES = re.compile(r"\s*(agreed|yes|ok|okay|deal|done|fine)\b", re.IGNORECASE)
"""How a letter begins that takes what was offered or asked, whether or not it says that again."""


class Ordered(NamedTuple):
    """A unit on the board, and what it is to do."""

    unit: Unit
    order: Order


def order_in(table: Table, text: str) -> Ordered | None:
    """`A MUN S A BUR - RUH` as the order of that unit; None if it is none that the unit could be given."""
    try:
        unit, order = read_order(table.board, table.position, text)
        check_legal(table.board, table.position, unit, order)
    except BadOrder:
        return None
    return Ordered(unit, order)


MOST = 2
"""Requests of one sender that are answered in a phase, and that it writes itself."""
ASKED_FOR = 60_000
"""Nobody is asked for a support that brings less, beside the worth of places (see the room `worth`)."""
_SUPPORT = re.compile(r"\b(?=([AF]\s[^.,;:!?\n]{2,30}?\sS\s[^.,;:!?\n]{3,40}))", re.IGNORECASE)


class Request(NamedTuple):
    """Somebody (`party`) wants this support of a unit, or agrees to give it."""

    party: str
    unit: Unit
    order: Order


def _supports_in(table: Table, letter: Heard) -> Iterator[Ordered]:
    """Every support that a letter names, and that its unit could be ordered."""
    for found in _SUPPORT.finditer(letter.text[:LONGEST]):
        named = order_in(table, found[1])
        if named is not None and named.order.verb == SUPPORT:
            yield named


def promised(table: Table, situation: Situation) -> list[Request]:
    """What others have agreed to in this phase, of their own units: in so many words, or by a yes to what was asked."""
    found = []
    label = situation.phase.label
    for letter in situation.recent():
        if not YES.match(letter.text):
            continue
        named = list(_supports_in(table, letter))
        if not named:
            asked = [each for each in situation.said if each.label == label and letter.sender in each.to]
            named = [each for request in asked for each in _supports_in(table, request)]
        found += [Request(letter.sender, unit, order) for unit, order in named if unit.power == letter.sender]
    return found


def rely(planner: Planner, promises: Collection[Request]) -> bool:
    """Counts on what others have agreed to, where the plan wants it; was there anything?"""
    for _, unit, order in promises:
        helped = planner.table.position.units.get(order.other)
        if helped in planner.tasks and planner.tasks[helped] == Task(order.target or helped.place):
            planner.hired[unit] = Task(unit.place, helped)
            planner.settled.add(helped)
    return bool(planner.hired)


def answers(
    planner: Planner, situation: Situation, power: str, orders: dict[Unit, Order]
) -> tuple[dict[Unit, Order], list[tuple[str, str]]]:
    """(the orders with the supports that are granted, (to, text) of each answer that has not been given yet)"""
    table = planner.table
    granted = dict(orders)
    letters: list[tuple[str, str]] = []
    said = {(to, each.text) for each in situation.said if each.label == situation.phase.label for to in each.to}
    heard: dict[str, int] = {}
    for letter in situation.recent():
        if YES.match(letter.text) or letter.sender not in situation.addressees:
            continue
        for unit, order in _supports_in(table, letter):
            heard[letter.sender] = heard.get(letter.sender, 0) + 1
            if unit.power != power or heard[letter.sender] > MOST:
                continue
            willing = granted[unit] == order or _spares(planner, power, unit, order, granted)
            if willing:
                granted[unit] = order
            answer = f"Agreed: {full_text(table.position, order)}." if willing else f"No, thank you: {unit} is needed."
            if (letter.sender, answer) not in said:
                letters.append((letter.sender, answer))
    return granted, letters


def _spares(planner: Planner, power: str, unit: Unit, order: Order, orders: Mapping[Unit, Order]) -> bool:
    """Would the unit merely stay, and does the support harm nobody of the power?"""
    table = planner.table
    province = table.board.province_of[order.target] if order.target else order.other
    goals = {table.board.province_of[each.target] for each in orders.values() if each.verb == MOVE}
    there = table.position.units.get(province)
    own = table.owner.get(province) == power or (there is not None and there.power == power)
    return orders[unit].verb == HOLD and not own and province not in goals


def requests(planner: Planner, situation: Situation, power: str, orders: Mapping[Unit, Order]) -> list[tuple[str, str]]:
    """(to, text): the supports of others that would help most, one of each power; once in a phase."""
    if situation.turn:
        return []
    table = planner.table
    now = planner.score(planner.tasks)
    found: list[tuple[int, str, str]] = []
    for helped, move in orders.items():
        if move.verb != MOVE or planner.tasks[helped] != Task(move.target):
            continue
        province = table.board.province_of[move.target]
        there = table.position.units.get(province)
        for unit in table.units:
            if unit.power in (power, there.power if there else "") or unit.power not in situation.addressees:
                continue
            if not reaches(table, unit, province) or unit.province == province:
                continue
            planner.hired[unit] = Task(unit.place, helped)
            gain = planner.score(planner.tasks) - now
            del planner.hired[unit]
            if gain > ASKED_FOR:
                wanted = full_text(table.position, Order(unit.province, SUPPORT, helped.province, move.target))
                text = f"Would you order {wanted}? I order {full_text(table.position, move)}."
                found.append((gain, unit.power, text))
    best: dict[str, str] = {}
    for _, to, text in sorted(found, key=lambda each: (-each[0], *each[1:])):
        best.setdefault(to, text)
    return list(best.items())[:MOST]
