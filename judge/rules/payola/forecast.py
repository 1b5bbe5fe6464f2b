"""The next income that a power can expect, as the board stands (Payola 2.1, 6.6)."""

from __future__ import annotations

from judge.rules.diplomacy.labels import MOVEMENT, Label
from judge.rules.diplomacy.table import Table
from judge.rules.payola.income import SEASONS
from judge.rules.payola.variants import Variant
from judge.rules.values import Json

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
