"""The letter to answer with in Absence of Plague."""

from __future__ import annotations

from judge.rules.machiavelli.board import GARRISON
from judge.rules.machiavelli.examples import raisable
from judge.rules.machiavelli.labels import ADJUSTMENT, FIRST_YEAR
from judge.rules.machiavelli.orders import BESIEGE, Order
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.springtime import FIRST_SPRING, SALARY, default_payments
from judge.rules.machiavelli.view import PlagueView


def blank_letter(view: PlagueView) -> str:
    """Return a line for every own unit. A siege of one season goes on (9.4)."""
    if not view.power or not view.position.alive(view.power):
        return ""
    if view.label.kind == ADJUSTMENT:
        lines = [str(each) for each in default_payments(view.position, view.power)]
        return "\n".join((*lines, *_raises(view)))
    return "\n".join(_proposed(view.position, view.power, unit) for unit in view.own_units)


def _proposed(position: Position, power: str, unit: str) -> str:
    """Propose to hold, or to besiege for a second season if the garrison is not one's own."""
    kind, area = unit.split()
    if kind == GARRISON or not position.siege_goes_on(area):
        return f"{unit} H"
    city = position.siege_target(area)
    garrison = position.garrison(city)
    if garrison is not None and garrison.owner == power:
        return f"{unit} H"
    return str(Order(kind, area, BESIEGE, city))


def _raises(view: PlagueView) -> tuple[str, ...]:
    """Return a remark for each unit that could be raised in a home city, to be turned into an order."""
    units = raisable(view.position, view.power)
    if not units:
        return ()
    first = str(view.label) == f"SPR{FIRST_YEAR}{ADJUSTMENT}"
    said = f"// Take the // off to raise a unit. Each costs {SALARY} ducats" + (
        f", and you may raise {FIRST_SPRING}." if first else "."
    )
    return (said, *(f"// Raise {unit}" for unit in units))
