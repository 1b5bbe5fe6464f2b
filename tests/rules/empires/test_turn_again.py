"""Whole turns, drawn by chance, played by the judge and again from the texts alone (chapter 6, the player's page)."""

from __future__ import annotations

import random
from typing import Any

from judge.rules.empires.system import SYSTEM
from tests.rules.empires.areas_again import NEAR
from tests.rules.empires.drawn_turns import position, sheet
from tests.rules.empires.turn_again import TurnAgain
from tests.support.soaking import stride

TURNS = stride(3000, 80)


def drawn_case(number: int) -> tuple[dict[str, Any], TurnAgain]:
    """What the judge makes of a turn, and what the texts do."""
    drawn = random.Random(number)
    before = position(drawn)
    sheets = {name: sheet(name, before["areas"], drawn) for name in before["order"] if name not in before["dummies"]}
    orders = {
        name: "\n".join(f"{slot} {' '.join(words)}" for slot, words in slots.items()) for name, slots in sheets.items()
    }
    found = SYSTEM.case({"seed": f"turn {number}", "position": before, "orders": orders})
    return found, TurnAgain(f"turn {number}", before, sheets)


def test_every_slot_of_many_turns_comes_out_as_the_texts_have_it() -> None:
    for number in range(TURNS):
        found, again = drawn_case(number)
        for name, told in again.told.items():
            if name in found["results"]:
                rows = found["results"][name]["slots"]
                assert [(row["slot"], row["done"], row["bps"]) for row in rows] == told, (number, name)
                battles = [
                    (row["slot"], row["attacker"], row["area"], row["defender"], row["won"])
                    for row in found["results"][name]["battles"]
                ]
                assert battles == [each for each in again.battles if name in (each[1], each[3])], (number, name)


def test_many_turns_leave_the_areas_the_money_and_the_order_that_the_texts_leave() -> None:
    for number in range(TURNS):
        found, again = drawn_case(number)
        after = found["position"]
        for code in NEAR:
            area, told = again.areas[code], after["areas"][code]
            for what in ("owner", "entrance"):
                assert told.get(what, "") == getattr(area, what), (number, code, what)
            for what in ("pop", "forts", "armies", "docked"):
                assert told.get(what, 0) == getattr(area, what), (number, code, what)
            assert told.get("retreats", True) == area.retreats, (number, code)
            assert told.get("fleets", {}) == area.fleets, (number, code)
        for name, row in found["results"].items():
            realm = again.realms[name]
            assert after["countries"][name] == {
                "bps": realm.bps,
                "reserve": realm.reserve,
                "navy": realm.navy,
                "vps": realm.vps,
            }, (number, name)
            assert (row["income"], row["maintenance"], found["bids"][name]) == (realm.income, realm.upkeep, realm.bid)
        assert (after["order"], sorted(after["winners"])) == (again.next_order, again.winners), number
