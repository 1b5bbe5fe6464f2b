"""What a player of Payola might learn from a movement phase: three sentences on their sheet, of what they are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.rules.payola.play import STATEMENT
from judge.rules.payola.treasury import CURRENCY
from judge.rules.values import Event, Json

MOVEMENT = "movement"


def comments_on(events: Sequence[Event]) -> tuple[str, ...]:
    """Say what was paid too much, what a little more would have won, and what nobody could foresee."""
    sheets = [event.data for event in events if event.kind == STATEMENT]
    # Who leads powers of an exchange has a sheet of each, and one of their own that is mostly empty.
    told = next((each for each in reversed(sheets) if any("offered" in line for line in each["lines"])), None)
    if told is None:
        return ()
    moved = next((event.data for event in reversed(events) if event.kind == MOVEMENT), None)
    own = {row["unit"] for row in told["units"]}
    return (_overpaid(told), _one_more(told), _unforeseen(told, own, moved))


def _money(amount: int) -> str:
    return f"{amount} {CURRENCY}"


def _overpaid(told: Mapping[str, Json]) -> str:
    """The unit whose order nobody else paid for."""
    alone = [row for row in told["units"] if row["own"] == row["total"] > 1]
    if not alone:
        return "You overpaid for nothing that you can know of."
    most = max(alone, key=lambda row: row["own"])
    return (
        f"You alone paid for {most['order']}: {_money(most['own'])}. If nobody offered it anything else, 1 would have "
        "been enough."
    )


def _one_more(told: Mapping[str, Json]) -> str:
    """The offer to an own unit that lost by least."""
    totals = {row["unit"]: row["total"] for row in told["units"]}
    lost: list[tuple[int, str, int, int]] = []
    beaten = ""
    for line in told["lines"]:
        if line.get("paid") or not line.get("offered"):
            continue
        unit = next((each for each in totals if each in line["line"]), None)
        if unit is None:
            beaten = line["line"]
        elif totals[unit] >= line["offered"]:
            lost.append((totals[unit] - line["offered"], unit, line["offered"], totals[unit]))
    if lost:
        less, unit, offered, total = min(lost)
        return f"{unit} took {_money(total)} for something else. Your {offered} lost: {less + 1} more would have won."
    if beaten:
        return f"Your line {beaten} was beaten. By how much only the end of the game tells."
    return "No offer of yours was beaten."


def _unforeseen(told: Mapping[str, Json], own: set[str], moved: Mapping[str, Json] | None) -> str:
    """What others had an own unit do, or did to one."""
    bought = [row for row in told["units"] if row["total"] and not row["own"]]
    if bought:
        row = max(bought, key=lambda each: each["total"])
        return (
            f"Others paid {_money(row['total'])} for {row['order']}, of your own unit. Nobody could see that coming. "
            "A higher offer of your own makes it dear."
        )
    rows: Sequence[Mapping[str, Any]] = moved["orders"] if moved else ()
    for row in rows:
        if row["unit"] in own and row.get("dislodged") and row.get("dislodger"):
            return f"{row['unit']} was dislodged by {row['dislodger']}. What that had cost nobody could tell before."
    bounced = next((row for row in rows if row["unit"] in own and row["outcome"] == "bounced"), None)
    if bounced is not None:
        return f"{bounced['order']} bounced: who paid the other unit nobody could see before."
    return "Nothing happened to your units that your own sheet did not say."
