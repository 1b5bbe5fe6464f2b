"""How players of Absence of Plague write, for the conformance suite and for random games."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from judge.rules.machiavelli.adjustment import FIRST_SPRING, PAY, RAISE, Salary, default_payments, no_raise, no_tax
from judge.rules.machiavelli.board import BOARD, FLEET, GARRISON
from judge.rules.machiavelli.expenses import BRIBE_PRICES, COUNTER, REBEL, Expense, forbidden, least
from judge.rules.machiavelli.orders import (
    ADVANCE,
    BESIEGE,
    CONVERT,
    SUPPORT,
    TRANSPORT,
    Order,
    conversions,
    hold,
    impossible,
)
from judge.rules.machiavelli.position import INDEPENDENT, Position, Unit
from judge.rules.values import VOTE, Act, Json, Orders


def likely_order(position: Position, unit: Unit, drawn: random.Random) -> Order:
    """Mostly advances, as players play; everything else now and then."""
    kind, area = unit.kind, unit.area
    target = drawn.choice(sorted(BOARD.reach(kind, area)) or [area])
    player = drawn.choice(("", "", *position.players()))
    choices = [hold(unit), Order(kind, area, SUPPORT, target, player)]
    choices += [Order(kind, area, CONVERT, becomes=each) for each in conversions(kind, area)]
    if kind != GARRISON:
        garrison = position.garrison(position.siege_target(area))
        siege = Order(kind, area, BESIEGE, position.siege_target(area))
        if garrison is not None and garrison.owner != unit.owner and not impossible(position, siege):
            choices += [siege] * 6
        choices += [Order(kind, area, ADVANCE, target)] * 5
        if kind == FLEET:
            choices.append(Order(kind, area, TRANSPORT, player=player))
    return drawn.choice([order for order in choices if not impossible(position, order)])


def in_words(order: Order, drawn: random.Random) -> str:
    """The order as somebody might write it."""
    if order.verb != ADVANCE or order.route or drawn.random() < 0.5:
        return str(order)
    kind = {"A": "Army", "F": "Fleet"}[order.kind]
    return f"{kind} {BOARD.areas[order.area].name} --> {BOARD.areas[order.target].name}"


def campaign_letter(position: Position, role: str, ducats: int, drawn: random.Random) -> str:
    lines = [in_words(likely_order(position, unit, drawn), drawn) for unit in position.units_of(role)]
    units = [unit for unit in position.units.values() if unit.owner != role]
    for _ in range(drawn.randint(0, 3)):
        unit = drawn.choice(units) if units else Unit(INDEPENDENT, "A", "MAN")
        expense = drawn.choice(
            [
                *(Expense(verb, str(unit), 9) for verb in (*BRIBE_PRICES, COUNTER)),
                Expense(REBEL, drawn.choice(BOARD.provinces)),
            ]
        )
        price = least(position, expense)
        if expense.verb != REBEL:
            expense = expense._replace(amount=price + 3 * drawn.randint(0, 1))
        if price and not forbidden(position, role, expense):
            lines.append(str(expense))
            if expense.verb in ("BUY", "OPERATE"):
                lines.append(str(likely_order(position, unit, drawn)))
    if drawn.random() < 0.3 and ducats:
        lines.append(f"Give {drawn.randint(1, ducats)} ducats to {drawn.choice(list(BOARD.countries)).title()}")
    if drawn.random() < 0.2:
        lines.append(f"Allow {drawn.choice(list(BOARD.countries)).title()} {drawn.choice(('bribes', 'straits'))}")
    if role == "PAPACY" and drawn.random() < 0.2:
        lines.append(f"Excommunicate {drawn.choice(list(BOARD.countries)).title()}")
    lines.append(f"Bodyguard for {3 * drawn.randint(1, 3)}")
    return "\n".join(lines)


def spring_letter(position: Position, role: str, ducats: int, drawn: random.Random) -> str:
    lines = [str(each) for each in default_payments(position, role) if drawn.random() < 0.95]
    raised = [
        Salary(RAISE, kind, area)
        for area in BOARD.cities
        for kind in drawn.sample("AFG", 3)
        if not no_raise(position, role, Salary(RAISE, kind, area))
    ]
    areas: set[str] = {line.split()[2] for line in lines}
    most = max(0, ducats // 3 - len(lines))
    # Whoever has no unit may be in the first Spring, with three new ones at most.
    for each in drawn.sample(raised, len(raised))[: most if lines else min(most, FIRST_SPRING)]:
        if each.area not in areas:
            areas.add(each.area)
            lines.append(f"Raise {each.kind} {BOARD.areas[each.area].name}")
    taxable = [area for area in BOARD.provinces if not no_tax(position, role, area)]
    if taxable and drawn.random() < 0.2:
        lines.append(f"Tax {BOARD.areas[drawn.choice(taxable)].name} by force")
    if drawn.random() < 0.3 and ducats:
        lines.append(f"Give {drawn.randint(1, min(ducats, 5))} ducats to {drawn.choice(list(BOARD.countries)).title()}")
    return "\n".join(lines) or f"{PAY} nothing"


class PlagueScenario:
    system = "machiavelli"
    options: tuple[Mapping[str, Json], ...] = ({}, {"dummies": ["TURKEY", "SAVOY"]})

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:
        write = spring_letter if view.label.kind == "A" else campaign_letter
        return write(view.position, role, view.balance or 0, drawn)

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
        voters = [player for player in state.position.players() if player != role]
        return [(drawn.choice(voters), Act(VOTE, {"draw": True}))] if len(voters) > 1 else []

    def twins(self, state: Any, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        """Others give each other different sums, guard other lives, fear for other units, permit other things."""
        position: Position = state.position
        others = [player for player in position.players() if player != role]
        if len(others) < 3:
            return None

        def twin() -> dict[str, Orders]:
            found: dict[str, Orders] = {}
            for player in others:
                spare = state.ducats[player] - 3 * len(position.units_of(player))
                friend = drawn.choice([other for other in others if other != player])
                gifts = f"GIVE {drawn.randint(1, spare)} {friend}" if spare > 0 else ""
                if state.label.kind == "A":
                    home = drawn.choice(BOARD.homes[player])
                    found[player] = {"gifts": gifts, "dealings": f"SELL {home} {friend} {drawn.randint(4, 9)}"}
                    continue
                fear = drawn.choice([*position.units.values(), Unit(INDEPENDENT, GARRISON, "MAN")])
                found[player] = {
                    "gifts": gifts,
                    "expenditures": f"BODYGUARD {drawn.choice(others)} 3\nCOUNTER {fear} {3 * drawn.randint(1, 2)}",
                    "orders": f"ALLOW {friend} {drawn.choice(('BRIBES', 'STRAITS'))}",
                }
            return found

        return twin(), twin()


SCENARIO = PlagueScenario()
