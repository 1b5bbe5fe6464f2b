"""Why an order came to nothing, in blind games nothing of it, and what a player might learn from it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.movement import busy_orders, crowded
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.canonical import parse_moves
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, Order
from judge.rules.diplomacy.play import play_movement
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.diplomacy.table import Table
from judge.rules.rng import Rng
from judge.rules.values import MASTER, PUBLIC, Event, only, sheet_of
from tests.rules.diplomacy.tables import load_table
from tests.rules.diplomacy.test_computers import table
from tests.support.soaking import examples

BOARD = load_board("standard")
Row = Mapping[str, Any]


def table_of(units: dict[str, list[str]]) -> Table:
    return load_table("standard", {"phase": "S1901M", "units": units, "centers": {}})


def played(sheets: dict[str, list[str]]) -> dict[str, Row]:
    """Unit -> its row after these orders."""
    table = table_of({power: [" ".join(line.split()[:2]) for line in lines] for power, lines in sheets.items()})
    read = [order for power, lines in sheets.items() for order in parse_moves(table, power, "\n".join(lines)).items()]
    step = play_movement(table, {unit.province: order for unit, order in read})
    return {row["unit"]: row for row in step.events[0].data["orders"]}


def cause(row: Row) -> tuple[str, list[str], str]:
    told = row["cause"]
    return told.get("kind", ""), told.get("by", []), told.get("instead", "")


def test_head_to_head_the_weaker_is_bounced_by_the_other_and_knows_its_dislodger() -> None:
    rows = played({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR - PAR"]})
    assert rows["A PAR"]["outcome"] == "moved"
    assert rows["A PAR"]["cause"] == {}
    assert cause(rows["A BUR"]) == ("bounced", ["A PAR"], "")
    assert rows["A BUR"]["dislodger"] == "A PAR"


@pytest.mark.parametrize(("rivals", "dislodged"), [([], ["F ENG"]), (["F BEL - ENG", "F NTH S F BEL - ENG"], [])])
def test_6_f_14_and_6_f_16_a_paradox_names_the_fleet_that_was_dislodged_and_none_if_none_was(
    rivals: list[str], dislodged: list[str]
) -> None:
    sheets = {"ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"], "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"]}
    rows = played(sheets | ({"GERMANY": rivals} if rivals else {}))
    assert cause(rows["A BRE"]) == ("disrupted", dislodged, "")
    assert [unit for unit, row in rows.items() if row["dislodged"]] == dislodged
    page = (Path(__file__).parents[3] / "docs" / "adjudicate.md").read_text(encoding="utf-8")
    assert "none where a paradox broke it and none was dislodged" in page


# ---- against an oracle that knows the rows alone


class Oracle:
    """Reads who is due what from what everybody reads of a phase."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = {self.at(row["unit"]): row for row in rows}

    @staticmethod
    def at(unit: str) -> str:
        return unit.split()[1].partition("/")[0]

    def goal(self, row: Row) -> str:
        """Where it is ordered to go; empty if it is not."""
        words = row["order"].split()
        return words[3].partition("/")[0] if words[2] == "-" else ""

    def goes(self, row: Row) -> str:
        return self.goal(row) if row["outcome"] in ("moved", "bounced") else ""

    def fleets(self, army: Row) -> list[Row]:
        """Those that were ordered to carry the army where it was ordered to go."""
        wanted = f" C A {self.at(army['unit'])} - {self.goal(army)}"
        return [each for each in self.rows.values() if each["order"].endswith(wanted)]

    def by_sea(self, row: Row) -> bool:
        return row["unit"].startswith("A") and any(
            each["outcome"] in ("convoyed", "disrupted") for each in self.fleets(row)
        )

    def head_to_head(self, one: Row, other: Row) -> bool:
        meet = self.goes(one) == self.at(other["unit"]) and self.goes(other) == self.at(one["unit"])
        return meet and not self.by_sea(one) and not self.by_sea(other)

    def supports(self, row: Row) -> list[Row]:
        found = []
        for other in self.rows.values():
            words = other["order"].split()
            if (
                words[2] == "S"
                and other["outcome"] == "supported"
                and words[4].partition("/")[0] == self.at(row["unit"])
            ):
                found.append(other)
        return found

    def strength(self, row: Row, against: str = "") -> int:
        return 1 + len([each for each in self.supports(row) if each["power"] != against])

    def bounced_by(self, row: Row) -> list[str]:
        goal = self.goes(row)
        there = self.rows.get(goal)
        full = counts = self.strength(row)
        stayed, enough = [], []
        if there is not None:
            meets = self.head_to_head(row, there)
            if meets or there["outcome"] != "moved":
                counts = 0 if there["power"] == row["power"] else self.strength(row, against=there["power"])
                holds = self.strength(there) if meets or not self.goal(there) else 1
                stayed = [there["unit"]]
                enough = stayed if counts <= holds else []
        rivals = {}
        for rival in self.rows.values():
            lost_to_goal = there is not None and there["outcome"] == "moved" and self.head_to_head(rival, there)
            if rival is not row and self.goes(rival) == goal and not lost_to_goal:
                rivals[rival["unit"]] = self.strength(rival)
        alone = {*enough, *(unit for unit, strength in rivals.items() if strength >= full)}
        named = alone or {*stayed, *(unit for unit, strength in rivals.items() if strength >= counts)}
        return sorted(named, key=self.at)

    def cut_by(self, row: Row) -> list[str]:
        words = row["order"].split()
        aim = (words[6] if len(words) > 5 else words[4]).partition("/")[0]
        here = self.at(row["unit"])
        foes = [each for each in self.rows.values() if self.goes(each) == here and each["power"] != row["power"]]
        elsewhere = [each for each in foes if self.at(each["unit"]) != aim]
        named = elsewhere or [each for each in foes if each["outcome"] == "moved"]
        return sorted((each["unit"] for each in named), key=self.at)

    def disrupted_by(self, row: Row) -> list[str]:
        """The fleets of the convoy that were dislodged, but for the one that asks."""
        army = row if " - " in row["order"].partition(" C ")[0] else self.rows[row["order"].split()[4]]
        named = [each["unit"] for each in self.fleets(army) if each["dislodged"] and each is not row]
        return sorted(named, key=self.at)

    def void(self, row: Row) -> tuple[str, list[str], str]:
        """Why a move, a support or a convoy could not be: its kind, whom it names, and what that unit did instead."""
        words = row["order"].split()
        if words[2] == "-":
            return "no convoy", [], ""
        other = self.rows[words[4].partition("/")[0]]
        names = [other["unit"]]
        if len(words) > 5 and self.goal(other) == words[6].partition("/")[0]:
            if other["outcome"] == "void":
                return "no convoy", names, ""
            if words[2] == "C":
                return "by land", names, ""
        return "unmatched", names, other["order"]


def busy(seed: int) -> tuple[Table, dict[str, Order]]:
    rng = random.Random(seed)
    position = crowded(BOARD, 34, rng)
    units: dict[str, list[str]] = {}
    for unit in position.units.values():
        units.setdefault(unit.power, []).append(str(unit))
    return table_of(units), busy_orders(BOARD, position, rng)


def unruly(seed: int) -> tuple[Table, dict[str, Order]]:
    """The same where some do something else than others count on, neighbors change places over water, and convoying
    fleets are attacked together.
    """
    table, orders = busy(seed)
    rng = random.Random(seed)
    units = table.position.units
    for at, unit in units.items():
        if rng.random() < 0.1:
            places = sorted(BOARD.borders(unit.kind, unit.place))
            orders[at] = Order(at, MOVE, "", rng.choice(places)) if rng.random() < 0.7 else Order(at, HOLD)
    for sea in sorted(BOARD.seas & units.keys()):
        shore = [at for at in BOARD.fleet_provinces[sea] if at in units and units[at].kind == "A"]
        pairs = [(one, other) for one in shore for other in shore if other in BOARD.army[one]]
        if pairs and rng.random() < 0.3:
            one, other = rng.choice(sorted(pairs))
            orders |= {one: Order(one, MOVE, "", other, rng.random() < 0.7), other: Order(other, MOVE, "", one)}
            orders[sea] = Order(sea, CONVOY, one, other)
            helpers = [at for at in sorted(BOARD.army[other] & units.keys() - {one}) if units[at].kind == "A"]
            orders |= {at: Order(at, SUPPORT, one, other) for at in helpers[:2]}
            orders |= {at: Order(at, MOVE, "", one) for at in helpers[2:] if one in BOARD.army[at]}
    for fleet in [at for at, order in orders.items() if order.verb == CONVOY]:
        near = [at for at, unit in units.items() if fleet in BOARD.borders(unit.kind, unit.place) and at != fleet]
        rng.shuffle(near)
        for at in near[1:3]:
            orders |= {near[0]: Order(near[0], MOVE, "", fleet), at: Order(at, SUPPORT, near[0], fleet)}
    return table, orders


def test_causes_are_what_an_oracle_finds_in_the_results() -> None:
    compared = Counter[str]()
    for seed in range(examples(1000)):
        table, orders = unruly(seed)
        rows = play_movement(table, orders).events[0].data["orders"]
        oracle = Oracle(rows)
        for row in rows:
            outcome = row["outcome"]
            if outcome == "void":
                assert cause(row) == oracle.void(row), (seed, row)
            elif outcome in ("bounced", "cut", "disrupted"):
                due = {"bounced": oracle.bounced_by, "cut": oracle.cut_by, "disrupted": oracle.disrupted_by}[outcome]
                assert cause(row) == (outcome, due(row), ""), (seed, row)
            compared[outcome] += 1
            compared["by sea"] += outcome in ("moved", "bounced") and oracle.by_sea(row)
    assert compared["bounced"] + compared["void"] > 5 * examples(1000)
    assert all(compared[each] for each in ("cut", "disrupted", "by sea"))


def test_every_order_that_came_to_nothing_has_its_cause_and_no_other() -> None:
    for seed in range(examples(1000)):
        table, orders = busy(seed)
        for row in play_movement(table, orders).events[0].data["orders"]:
            kind, by, _ = cause(row)
            assert bool(kind) == (row["outcome"] in ("bounced", "cut", "disrupted", "void"))
            assert by or row["outcome"] not in ("bounced", "cut")
            assert row["unit"] not in by
            assert bool(row["dislodger"]) == row["dislodged"]


# ---- blind games


def test_p20_a_blind_game_tells_no_power_why_and_the_game_master_all() -> None:
    state = SYSTEM.start({"blind": True}, BOARD.powers, Rng(b"seed", "S1901M")).state
    sheets = {"AUSTRIA": "F TRI - VEN\nA VIE - GAL", "RUSSIA": "A WAR - GAL", "ITALY": "A VEN H"}
    orders = {power: {"orders": text} for power, text in sheets.items()}
    events = [each for each in SYSTEM.adjudicate(state, orders, Rng(b"seed")).events if each.kind == "movement"]
    told = {each.audience: [row["cause"] for row in each.data["orders"]] for each in events}
    assert {"kind": "bounced", "by": ["A WAR"]} in told[MASTER]
    for power in BOARD.powers:
        assert all(each == {} for each in told[only(power)])


# What a player of Diplomacy might learn from a movement phase.

CENTERS = {"FRANCE": ["PAR"], "GERMANY": ["MUN"], "ITALY": ["ROM"]}


def _comments(units: dict[str, list[str]], orders: dict[str, str], power: str = "FRANCE", **options: Any) -> Any:
    state = SYSTEM.start(options, SYSTEM.seating(options).names, Rng(b"x", "START")).state
    state = replace(state, table=table("S1902M", units, CENTERS))
    filed = {
        role: dict(SYSTEM.read(SYSTEM.view(state, only(role)), role, sheet_of(text)).parts)
        for role, text in orders.items()
    }
    outcome = SYSTEM.adjudicate(state, filed, Rng(b"x", "S1902M"))
    return SYSTEM.comments([event for event in outcome.events if event.audience.includes(only(power))], power)


def test_a_bounce_tells_how_many_supports_were_missing() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A KIE"]}
    one, _, _ = _comments(units, {"FRANCE": "A BUR - MUN"})
    assert (
        one == "A BUR - MUN bounced with A MUN. One more support would have carried it, had all others done the same."
    )
    two, _, _ = _comments(units, {"FRANCE": "A BUR - MUN", "GERMANY": "A MUN H\nA KIE S A MUN"})
    assert "2 more supports would have" in two


def test_who_ran_into_a_unit_of_their_own_is_told_so() -> None:
    said, _, _ = _comments({"FRANCE": ["A BUR", "A PAR"]}, {"FRANCE": "A BUR - PAR\nA PAR H"})
    assert said == "A BUR - PAR ran into your own A PAR. Two of yours never drive each other out."


def test_a_support_that_was_cut_or_fitted_nothing_is_named() -> None:
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN", "A KIE"]}
    orders = {"FRANCE": "A BUR - MUN\nA RUH S A BUR - MUN", "GERMANY": "A KIE - RUH"}
    _, cut, _ = _comments(units, orders)
    assert cut.startswith("A RUH S A BUR - MUN was cut by A KIE.")
    _, void, _ = _comments(units, {"FRANCE": "A BUR H\nA RUH S A BUR - MUN"})
    assert void.startswith("A RUH S A BUR - MUN helped nobody: the order was A BUR H.")


def test_who_was_driven_out_is_told_by_what() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]}
    _, _, said = _comments(units, {"GERMANY": "A MUN - BUR\nA RUH S A MUN - BUR"})
    assert said == "A BUR was dislodged by A MUN - BUR. A support for it to stay would have counted against that."


def test_6_d_8_who_was_driven_out_on_the_move_is_not_told_that_a_support_to_stay_would_have_helped() -> None:
    """Such a support would have been void. The comment said that it would have counted."""
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"], "ITALY": ["A PIC"]}
    orders = {"FRANCE": "A BUR - PIC", "GERMANY": "A MUN - BUR\nA RUH S A MUN - BUR", "ITALY": "A PIC H"}
    _, _, said = _comments(units, orders)
    assert said == "A BUR was dislodged by A MUN - BUR. Ordered to move, it could not be supported to stay."


def test_in_a_blind_game_nothing_is_said_of_what_was_not_seen() -> None:
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]}
    said = _comments(units, {"FRANCE": "A BUR - MUN"}, blind=True)
    assert said[0] == "A move of yours failed."


def test_nothing_is_said_to_whoever_had_no_unit_or_where_nothing_moved() -> None:
    assert _comments({"GERMANY": ["A MUN"]}, {}) == ()
    assert SYSTEM.comments([Event(PUBLIC, "adjustments", {})], "FRANCE") == ()


def test_a_bounce_does_not_count_supports_by_the_power_of_the_unit_that_stayed() -> None:
    """They never help to drive it out. One more support was said to be enough, and was not."""
    units = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A KIE", "A TYR"]}
    orders = {"FRANCE": "A BUR - MUN", "GERMANY": "A KIE S A MUN\nA TYR S A BUR - MUN"}
    said, _, _ = _comments(units, orders)
    assert said.startswith("A BUR - MUN bounced with A MUN. 2 more supports would have carried it")


def test_an_army_that_no_convoy_carried_has_failed_too() -> None:
    """Of such a move it read `None of your moves failed`."""
    units = {"FRANCE": ["A BRE", "F LON"], "ENGLAND": ["F ENG"]}
    failed, idle, _ = _comments(units, {"FRANCE": "A BRE - WAL\nF LON S A BRE - WAL"})
    assert failed == "A BRE - WAL failed, because no whole convoy carried it."
    assert idle == "F LON S A BRE - WAL helped nobody: A BRE had no convoy."
    told, _, _ = _comments(units, {"FRANCE": "A BRE - WAL\nF LON H", "ENGLAND": "F ENG C A BRE - WAL"})
    assert told == "None of your moves failed."


def test_a_fleet_that_carried_nobody_is_named() -> None:
    """Of it read `None of your units stood idle`."""
    units = {"FRANCE": ["F ENG"], "ENGLAND": ["A LON", "A PIC"]}
    _, held, _ = _comments(units, {"FRANCE": "F ENG C A LON - BRE", "ENGLAND": "A LON H"})
    must = "A convoy must name what that unit is ordered."
    assert held == f"F ENG C A LON - BRE carried nobody: the order was A LON H. {must}"
    _, walked, _ = _comments(units, {"FRANCE": "F ENG C A PIC - BEL", "ENGLAND": "A PIC - BEL"})
    assert walked == "F ENG C A PIC - BEL carried nobody: A PIC went by land."
    _, unseen, _ = _comments(units, {"FRANCE": "F ENG C A LON - BRE", "ENGLAND": "A LON H"}, blind=True)
    assert unseen == "F ENG C A LON - BRE carried nobody."
    _, carried, _ = _comments(units, {"FRANCE": "F ENG C A LON - BRE", "ENGLAND": "A LON - BRE"})
    assert carried == "None of your units stood idle."
