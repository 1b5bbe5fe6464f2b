"""What a power can build and disband, and what to tell where it cannot."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.diplomacy.adjudication.adjustments import BUILD, Adjustment, build_sites, owed, sites
from judge.rules.diplomacy.board import FLEET, Unit
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.table import Table


def due_text(due: int) -> str:
    if not due:
        return "there is nothing to adjust"
    number = abs(due)
    return f"it {'may build' if due > 0 else 'must disband'} {number} unit{'' if number == 1 else 's'}"


def build(table: Table, power: str, kind: str, place: str) -> Adjustment:
    """Return the build of a unit. Raises BadOrder if the power cannot build it."""
    board = table.board
    due = owed(table, power)
    # An army stands in the province, whatever coast was written.
    place = place if kind == FLEET else place.partition("/")[0]
    unit = Unit(power, kind, place)
    free = sites(table, power)
    hint = f"free homes: {', '.join(free)}" if free else "it has no free home"
    if due <= 0:
        raise BadOrder("diplomacy/no-builds", f"{power.title()} has no builds", due_text(due))
    if unit.province not in build_sites(table, power):
        raise BadOrder("diplomacy/no-home", f"{unit.province} is not a home of {power.title()}", hint)
    if unit.province not in free:
        why = "is occupied" if unit.province in table.position.units else f"is not owned by {power.title()}"
        raise BadOrder("diplomacy/home-not-free", f"{unit.province} {why}", hint)
    if not board.fits(kind, place):
        if kind == FLEET and unit.province in board.coasts and place == unit.province:
            readings = tuple(f"BUILD F {coast}" for coast in board.coasts[unit.province])
            raise BadOrder("diplomacy/coast-needed", f"{place} has several coasts", " or ".join(readings), readings)
        raise BadOrder(
            "diplomacy/no-fleet-there", f"{'a fleet' if kind == FLEET else 'an army'} cannot stand in {place}"
        )
    return Adjustment(BUILD, unit)


def gather(table: Table, power: str, so_far: Sequence[Adjustment], more: Sequence[Adjustment]) -> None:
    """BadOrder if `more` is too much or says again what the power's earlier lines said."""
    due = owed(table, power)
    for each in more:
        if each.unit and any(other.unit and other.unit.province == each.unit.province for other in so_far):
            raise BadOrder("diplomacy/twice", f"{each.unit.province} is in an earlier line already")
    if len(so_far) + len(more) > abs(due):
        raise BadOrder("diplomacy/too-many", f"that is more than {power.title()} may do", due_text(due))
