"""What the conformance suite is told about each rule system: how its players write, what they may not notice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.orders import MOVE, Order
from judge.rules.diplomacy.table import Table
from judge.rules.values import VOTE, Act, Json, Orders
from judge.testing.scenario import Scenario
from tests.rules.exchange import investors


def likely_move(table: Table, unit: Unit, drawn: random.Random) -> Order:
    return Order(unit.province, MOVE, "", drawn.choice(sorted(table.board.borders(unit.kind, unit.place))))


def _owner_lines(table: Table, role: str, drawn: random.Random) -> list[str]:
    """Retreats and adjustments as a player might order them."""
    lines = [
        f"{each.unit} - {drawn.choice(each.retreats)}"
        if each.retreats and drawn.random() < 0.7
        else f"{each.unit} DISBAND"
        for each in table.dislodged_of(role)
    ]
    return (
        lines
        + [f"BUILD A {home}" for home in table.board.homes[role]]
        + [f"DISBAND {unit}" for unit in table.units_of(role)]
    )


class DiplomacyScenario:
    system = "diplomacy"
    options: tuple[Mapping[str, Json], ...] = (
        {},
        {"dummies": ["ITALY", "TURKEY"]},
        {"nmr": "default"},
        {"blind": True},
    )

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:
        table: Table = view.table
        if table.label.kind != MOVEMENT:
            return "\n".join(_owner_lines(table, role, drawn)) or "nothing"
        return "\n".join(full_text(table.position, likely_move(table, unit, drawn)) for unit in table.units_of(role))

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
        others = [power for power in state.table.board.powers if power not in (role, *state.match.dummies)]
        voters = [power for power in others if power in state.table.alive]
        return [(drawn.choice(voters), Act(VOTE, {"draw": True}))] if len(voters) > 1 else []

    def twins(self, state: Any, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        """Everything that was ordered is published: there are no twins in plain Diplomacy."""


class PayolaScenario:
    system = "payola"
    options: tuple[Mapping[str, Json], ...] = (
        {},
        {"variant": "classic", "dummies": ["ITALY", "TURKEY"], "nmr": "default"},
        {"variant": "ebayola", "dummies": ["ITALY"]},
        {"variant": "loyal", "dummies": ["ITALY", "TURKEY"]},
        {"variant": "zerosum", "dummies": ["ITALY"]},
        {"variant": "tincup", "dummies": ["ITALY"]},
    )

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:
        table: Table = view.table
        if table.label.kind != MOVEMENT:
            return "\n".join(_owner_lines(table, role, drawn) if role in table.board.powers else ()) or "10 $"
        lines = [f"{drawn.randint(0, 9)} $  % kept by {role}"]
        for unit in drawn.sample(table.units, min(8, len(table.units))):
            order = full_text(table.position, likely_move(table, unit, drawn))
            plateau = drawn.choice(("", "#", "#1"))
            lines.append(f"{drawn.randint(1, 40)}{plateau} {drawn.choice(':::!>@&')} {order}")
        lines.append("5 : A ATLANTIS - YOR")
        return "\n".join(lines)

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
        """Others change their lists, pay each other and vote."""
        letters = state.table.board.letters
        others = [power for power in state.writers if power != role and power in state.table.alive]
        acts = [
            (power, Act("accept", {"list": drawn.choice((f"?{letters[power]}", f"{letters[power]}?"))}))
            for power in others
        ]
        payers = [power for power in others if state.balances[power]]
        if payers and len(others) > 1:
            payer = drawn.choice(payers)
            payee = drawn.choice([power for power in others if power != payer])
            amount = drawn.randint(1, state.balances[payer])
            acts.append((payer, Act("transfer", {"to": payee, "amount": amount})))
        if len(others) > 1:
            acts.append((drawn.choice(others), Act(VOTE, {"draw": True})))
        return acts

    def twins(self, state: Any, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        """Every unit is paid for one order. Who pays, and how much for units of others, is drawn anew for each twin."""
        table: Table = state.table
        payers = [
            power for power in state.writers if power != role and state.balances[power] >= 2 * len(table.units) + 3
        ]
        if table.label.kind != MOVEMENT or not payers:
            return None
        if state.variant.zerosum and table.label.season == "F":
            return None  # whoever takes a center learns something of its old owner's money
        orders = [(unit, likely_move(table, unit, drawn)) for unit in table.units]
        gifts = {unit: drawn.randint(1, 2) for unit, _ in orders}
        own: dict[str, Orders] = {}
        # In eBayola what one saves depends on who else pays for the same order.
        if state.balances.get(role) and not state.variant.discount:
            own[role] = {"offers": f"1 : {full_text(table.position, orders[0][1])}"}

        def twin() -> dict[str, Orders]:
            sheets: dict[str, list[str]] = {power: [f"% thoughts {drawn.random()}"] for power in payers}
            for unit, order in orders:
                amount = gifts[unit] if unit.power == role else drawn.randint(1, 2)
                sheets[drawn.choice(payers)].append(f"{amount} : {full_text(table.position, order)}")
            for lines in sheets.values():
                lines.append(f"{drawn.randint(0, 3)} $")
            return own | {power: {"offers": "\n".join(lines)} for power, lines in sheets.items()}

        return twin(), twin()


class ExchangeScenario(PayolaScenario):
    """Investors and CEOs bid as powers do; in an exchange phase they trade, and elect."""

    system = "exchange"
    options: tuple[Mapping[str, Json], ...] = ({}, {"players": 3}, {"players": 5, "ebayola": True})

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:
        if view.trading and view.seat:
            return investors.trades(view, drawn)
        return super().sheet(view, role, drawn)

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
        return investors.secrets(state, role, drawn)

    def twins(self, state: Any, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        return investors.twins(state, role, drawn)


def _found() -> list[Scenario]:
    """Those that lie beside the other tests of their systems, each as SCENARIO in a scenario.py."""
    folders = sorted(path.parent.name for path in Path(__file__).parent.parent.glob("*/scenario.py"))
    return [import_module(f"tests.rules.{folder}.scenario").SCENARIO for folder in folders]


_ALL: tuple[Scenario, ...] = (DiplomacyScenario(), PayolaScenario(), ExchangeScenario(), *_found())
SCENARIOS: Mapping[str, Scenario] = {each.system: each for each in _ALL}
