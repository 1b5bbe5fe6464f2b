"""What slots cost and what is drawn of them, reckoned again from the rules alone (6.2, 6.3, 7.1, 5.9; ruling 4.5)."""

from __future__ import annotations

import random

import pytest

from judge.rules.empires.picture import phase_picture
from judge.rules.empires.system import SYSTEM
from judge.rules.values import only
from tests.rules.empires.worlds import outcome_of, play, world
from tests.support.soaking import examples

CASES = examples(1000)

# The land of NO on the corners: population, armies, terrain's extra for GROW, whether entering it sticks; neighbors.
LAND = {"AKE": (5, 3, 1, False), "BRY": (2, 1, 2, True), "CAL": (2, 1, 0, False)}
NEAR = {"AKE": ("BRY", "CAL"), "BRY": ("AKE", "CAL"), "CAL": ("AKE", "BRY")}
NAMED = (*LAND, "NSE", "HOL")


def number(box: str, have: int) -> int:
    """How many armies a number box means (6.3); 0 where the order fails."""
    if box in ("", "0", "ALL"):
        return have
    if box.startswith("AB-"):
        return max(0, have - int(box[3:]))
    return int(box) if int(box) <= have else 0


def costs(slots: dict[int, tuple[str, ...]]) -> list[int]:
    """The BPs that each slot takes of NO's 9, where nobody else does anything."""
    left, found = 9, []
    people = {code: row[0] for code, row in LAND.items()}
    armies = {code: row[1] for code, row in LAND.items()}
    stuck: set[str] = set()
    done: set[tuple[str, str]] = set()
    for slot, (action, *boxes) in sorted(slots.items()):
        price = 0
        if action == "MOVE":
            start, end, box = boxes
            moved = number(box, 0 if start in stuck else armies.get(start, 0))
            if start in LAND and end in NEAR[start] and 0 < moved <= left:
                price = moved
                armies[start] -= moved
                armies[end] += moved
                stuck |= {end} if LAND[end][3] else set()
        elif action == "ARMY":
            wanted = left // 3 if boxes[0] in ("", "0", "ALL") else int(boxes[0])
            price = 3 * min(wanted, left // 3)
        elif action == "GROW" and boxes[0] in LAND and (action, boxes[0]) not in done:
            price = people[boxes[0]] + LAND[boxes[0]][2]
            if price <= left:
                people[boxes[0]] += 1
                done.add((action, boxes[0]))
        elif action == "FORTIFY" and boxes[0] in LAND and (action, boxes[0]) not in done:
            price = 3
            if price <= left:
                done.add((action, boxes[0]))
        elif action == "ORDER":
            price = min(int(boxes[0]), left) if boxes[0] not in ("", "0", "ALL") else left if slot == 16 else 0
        price = price if price <= left else 0
        left -= price
        found.append(price)
    return found


def drawn_slot(drawn: random.Random) -> tuple[str, ...]:
    action = drawn.choice(("MOVE", "MOVE", "MOVE", "ARMY", "GROW", "FORTIFY", "ORDER"))
    if action == "MOVE":
        return action, drawn.choice(NAMED), drawn.choice(NAMED), drawn.choice(("1", "2", "3", "ALL", "AB-1", "0", ""))
    if action in ("ARMY", "ORDER"):
        return action, drawn.choice(("1", "2", "9", "ALL", "0", ""))
    return action, drawn.choice(NAMED)


def test_the_costs_told_slot_by_slot_are_those_of_the_rules_and_every_arrow_is_on_the_map() -> None:
    before = SYSTEM.view(world(), only("NO"))
    for case in range(CASES):
        drawn = random.Random(case)
        slots = {slot: drawn_slot(drawn) for slot in sorted(drawn.sample(range(1, 17), 6))}
        sheet = "\n".join(
            f"{slot} {action} {' '.join(boxes)}"
            if action not in ("ARMY", "ORDER")
            else f"{slot} {action} -- -- {boxes[0]}"
            for slot, (action, *boxes) in slots.items()
        )
        step = play(world(), {"NO": sheet})
        rows = step.report["NO"]["slots"]
        assert [row["cost"] for row in rows] == costs(slots), sheet
        assert 9 - sum(row["cost"] for row in rows) == rows[-1]["bps"], sheet
        events = [event for event in step.outcome.events if event.audience.includes(only("NO"))]
        picture = phase_picture(before, events, SYSTEM.view(step.outcome.state, only("NO")))
        assert picture is not None
        arrows = {mark.name for mark in picture.marks}
        ways = {slot: boxes for slot, (action, *boxes) in slots.items() if action == "MOVE"}
        assert arrows == {f"{boxes[0]}-{slot}" for slot, boxes in ways.items()}, sheet


@pytest.mark.parametrize("order", ["FORTIFY HOL", "MOVE AKE HOL"])
def test_a_failed_slot_costs_nothing(order: str) -> None:
    assert outcome_of(world(), order)[0] is False
    assert play(world(), {"NO": order}).report["NO"]["slots"][0]["cost"] == 0
