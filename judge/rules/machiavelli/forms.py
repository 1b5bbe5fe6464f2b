"""The letter to answer with in Absence of Plague."""

from __future__ import annotations

from judge.rules.machiavelli.adjustment import (
    BUY,
    FIRST_SPRING,
    PAY,
    RAISE,
    SALARY,
    SELL,
    Salary,
    Tax,
    Trade,
    default_payments,
    forced_tax,
)
from judge.rules.machiavelli.board import BOARD, GARRISON
from judge.rules.machiavelli.canonical import Letter
from judge.rules.machiavelli.expenses import in_ducats, least
from judge.rules.machiavelli.orders import BESIEGE, Order
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.state import ADJUSTMENT, FIRST_YEAR
from judge.rules.machiavelli.view import PlagueView, raisable


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


def estimated(view: PlagueView, letter: Letter) -> tuple[str, ...]:
    """Return what the letter costs at most, and which units it forgets. Unlisted units are paid (7.3)."""
    remarks: list[str] = []
    cost = sum(gift.amount for gift in letter.gifts)
    cost += sum(expense.amount or least(view.position, expense) for expense in letter.expenses)
    cost += sum(each.price for each in letter.dealings if isinstance(each, Trade) and each.verb == BUY)
    unlisted = letter.salaries is None and view.label.kind == ADJUSTMENT
    cost += SALARY * len(view.own_units if unlisted else letter.salaries or ())
    if view.balance is not None and cost:
        more = _before_salaries(view, letter)
        left_out = f". {more} What" if more else ": what"
        short = f"up to {in_ducats(cost)}. You have {view.balance}{left_out} you cannot pay is left out."
        within = f"at most {cost} of your {in_ducats(view.balance)}."
        remarks.append(f"This costs {short if cost > view.balance else within}")
    if view.label.kind == ADJUSTMENT:
        if unlisted and view.own_units:
            remarks.append("Without a list of payments your old units are paid: garrisons, then armies, then fleets.")
        remarks += not_raised(view.position, view.power, letter)
    else:
        ordered = {order.unit_text for order in letter.orders}
        if silent := [unit for unit in view.own_units if unit not in ordered]:
            remarks.append(f"These units have no order, so they hold: {', '.join(silent)}.")
    return tuple(remarks)


def _before_salaries(view: PlagueView, letter: Letter) -> str:
    """What the letter's own taxes (A.6) and sales (A.5) bring in time for salaries (A.7); empty if nothing."""
    taxes = sum(forced_tax(view.position, each.province) for each in letter.dealings if isinstance(each, Tax))
    sales = sum(each.price for each in letter.dealings if isinstance(each, Trade) and each.verb == SELL)
    sources = " and ".join(name for name, ducats in (("sales", sales), ("forced taxes", taxes)) if ducats)
    return f"{sources.capitalize()} bring up to {taxes + sales} more for salaries." if sources else ""


def not_raised(position: Position, role: str, letter: Letter) -> list[str]:
    """What the writer must be told of new units that the rest of their letter rules out (7.2, 11.2)."""
    listed = letter.salaries or ()
    taxed = {each.province for each in letter.dealings if isinstance(each, Tax)}
    notes = []
    for new in (each for each in listed if each.verb == RAISE):
        there = [unit for unit in position.units_in(new.area) if unit.owner == role]
        gone = [str(unit) for unit in there if Salary(PAY, unit.kind, unit.area) not in listed]
        where = BOARD.areas[new.area].name
        if new.area in taxed:
            notes.append(f"{new} is not possible: you tax {where} by force, and it rebels (11.2).")
        elif gone:
            notes.append(f"{new} is not possible: {gone[0]} is disbanded in {where} (7.2).")
    return notes
