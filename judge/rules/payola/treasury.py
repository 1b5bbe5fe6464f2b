"""Money: what comes into accounts besides transfers, and what the ledger says about it (Payola 2, 6.6, 6.7)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.diplomacy.labels import MOVEMENT, Label
from judge.rules.diplomacy.table import Table
from judge.rules.payola.income import SEASONS
from judge.rules.payola.state import PayolaState
from judge.rules.payola.variants import Variant
from judge.rules.values import Json, Posting

CURRENCY = "AgP"
ASIDE = "AgP set aside"
"""Money that has been paid for a power's units in a Zero Sum game, and is its own only after the Fall (ruling P24)."""

START_A_CENTER = 10
START_A_UNIT = 5
FIRST_CAPTURE = 10


def posting(power: str, amount: int, reason: str) -> Posting:
    return Posting(power, CURRENCY, amount, reason)


def balances_of(state: PayolaState) -> dict[tuple[str, str], int]:
    """(account, currency) -> balance, of money at hand and of what a Zero Sum game keeps."""
    aside = {(power, ASIDE): amount for power, amount in state.aside.items()}
    return {(power, CURRENCY): balance for power, balance in state.balances.items()} | aside


def start_money(table: Table, variant: Variant) -> list[Posting]:
    """What the powers begin with: income, or half of it for units without a center (P27), or a Zero Sum (P24)."""
    found: list[Posting] = []
    for power in table.board.powers:
        centers, units = table.count(power), len(table.units_of(power))
        if variant.zerosum:
            amount = centers * START_A_CENTER if centers else units * START_A_UNIT
            found.append(posting(power, amount, "to begin with"))
        elif not centers and units:
            amount = variant.income.of_count(units, table.board.victory) // 2
            found.append(posting(power, amount, f"to begin with, for {units} units"))
    return [entry for entry in found if entry.amount] + incomes(None, table, variant, ())


def incomes(before: Table | None, after: Table, variant: Variant, dummies: tuple[str, ...]) -> list[Posting]:
    """What each power with a center gets as a movement phase of a paying season begins (2.1, 6.6); dummies too (P31).

    Where units are loyal, nothing once no dummy has a unit: there is nothing left to buy (P23).
    """
    label = after.label
    if variant.zerosum or label.kind != MOVEMENT or label.season not in variant.income.pays:
        return []
    if before is not None:
        if label == before.label:
            return []
        if variant.loyal and not any(unit.power in dummies for unit in after.units):
            return []
    victory = after.board.victory
    entries = (
        Posting(
            power,
            CURRENCY,
            variant.income.due(centers, victory),
            f"income of {len(centers)} center{'s' if len(centers) > 1 else ''}",
            for_phase="" if before is None else str(label),
        )
        for power, centers in after.centers.items()
    )
    return [entry for entry in entries if entry.amount]


def close_year(before: Table, after: Table, balances: Mapping[str, int], aside: Mapping[str, int]) -> list[Posting]:
    """Zero Sum, after the Fall: what was put aside enters the accounts, then money goes with the centers (P24).

    `before` and `after` are the tables before and after the centers changed hands. What goes with a center is reckoned
    from the balances of that instant, so the gains of the same Fall do not swell it.
    """
    found: list[Posting] = []
    then = dict(balances)
    for power, amount in sorted(aside.items()):
        if amount:
            then[power] = then.get(power, 0) + amount
            found.append(Posting(power, ASIDE, -amount, "into the account"))
            found.append(posting(power, amount, "paid for own units this year"))
    for center in after.board.centers:
        old, new = before.owner.get(center, ""), after.owner.get(center, "")
        if not new or new == old:
            continue
        if not old:
            found.append(posting(new, FIRST_CAPTURE, f"{center} taken for the first time"))
            continue
        amount = then.get(old, 0) // before.count(old)
        found.append(posting(old, -amount, f"{center} lost"))
        found.append(posting(new, amount, f"{center} taken"))
    return [entry for entry in found if entry.amount]


FALL = SEASONS["FALL"]


def expected_income(
    played: Label, table: Table, power: str, variant: Variant, dummies: tuple[str, ...]
) -> dict[str, Json] | None:
    """{"amount", "centers" (how many pay it), "when" (`Spring 1902`)}; None where no income is to be expected.

    `played`: the movement phase that is over; `table`: the board after it, as the power sees it. After the Fall the
    centers are those that it will own if every unit stays where it is.
    """
    if variant.zerosum or not variant.income.pays:
        return None
    if variant.loyal and not variant.blind and not any(unit.power in dummies for unit in table.units):
        return None  # nothing is left to buy (P23)
    when = next_payment(played, variant.income.pays)
    owned = _after_the_fall(table, power) if played.season == FALL else table.centers.get(power, ())
    amount = variant.income.due(owned, table.board.victory)
    if not owned:
        return None
    return {"amount": amount, "centers": len(owned), "when": when.title.rpartition(" ")[0]}


def next_payment(played: Label, pays: tuple[str, ...]) -> Label:
    """The next movement phase at which income is paid."""
    later = [Label(season, played.year + year, MOVEMENT) for year in (0, 1) for season in SEASONS.values()]
    after = later.index(Label(played.season, played.year, MOVEMENT)) + 1
    return next(label for label in later[after:] if label.season in pays)


def _after_the_fall(table: Table, power: str) -> tuple[str, ...]:
    """The centers where it has a unit, and its own ones where nobody else has."""
    standing = {unit.province: unit.power for unit in table.units}
    return tuple(center for center in table.board.centers if standing.get(center, table.owner.get(center, "")) == power)
