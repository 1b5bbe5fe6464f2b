"""`judge adjudicate` for Diplomacy, the canonical text that it reads, and DATC."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.movement import busy_orders
from judge.rules.diplomacy.adjudication.adjustments import BUILD, DISBAND, WAIVE, Adjustment, owed, sites
from judge.rules.diplomacy.board import ARMY, FLEET, Board, Unit
from judge.rules.diplomacy.boardfile import board_names, load_board
from judge.rules.diplomacy.canonical import (
    Parser,
    full_text,
    order_text,
    parse_adjustments,
    parse_moves,
    parse_retreats,
    print_adjustments,
    print_moves,
    print_retreats,
)
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.orders import MOVE, BadOrder, Order, check_legal
from judge.rules.diplomacy.play import play_movement
from judge.rules.diplomacy.reading.sheets import read_part
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.diplomacy.table import Table, sorted_units
from judge.rules.values import sheet_of
from tests.support.calls import calls
from tests.support.soaking import examples


def answer(phase: str, units: dict[str, list[str]], orders: dict[str, str], **position: Any) -> dict[str, Any]:
    return SYSTEM.case({"id": "1", "position": {"phase": phase, "units": units, **position}, "orders": orders})


@pytest.mark.parametrize(
    "sheet",
    [
        "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - ENG",
        "A PAR - BUR\nA MAR S A PAR - PIC",
        "F BRE C A PAR - LON\nA PAR - LON",
        "A PAR - BUR\nA PAR - PIC",
        "A PAR - PIC\nA VIE - GAL",
        "A PAR - XYZ",
    ],
)
@pytest.mark.parametrize("options", [{}, {"blind": True}])
def test_a_canonical_sheet_means_what_it_means_the_long_way(sheet: str, options: dict[str, Any]) -> None:
    units = {"FRANCE": ["A PAR", "A MAR", "F BRE"], "AUSTRIA": ["A VIE"]}
    short, long = (
        {"position": {"phase": "S1901M", "units": units}, "options": options, "orders": {"FRANCE": text}}
        for text in (sheet, f"{sheet}\nThank you!")
    )
    assert SYSTEM.case(short) == SYSTEM.case(long)


def test_a_canonical_sheet_takes_half_of_the_steps() -> None:
    units = {"FRANCE": ["A PAR", "A MAR", "F BRE"]}
    sheet = {"FRANCE": "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - ENG"}
    thanks = {"FRANCE": f"{sheet['FRANCE']}\nThank you!"}
    answer("S1901M", units, thanks)
    assert 2 * calls(lambda: answer("S1901M", units, sheet)) < calls(lambda: answer("S1901M", units, thanks))


def test_a_case_of_a_movement_phase() -> None:
    found = answer(
        "S1901M",
        {"TURKEY": ["A SER", "A RUM"], "AUSTRIA": ["A BUD", "A VIE"], "RUSSIA": ["A WAR"]},
        {"TURKEY": "A SER - BUD\nA RUM S A SER - BUD", "AUSTRIA": "A VIE - GAL\nA BUD - XYZ", "RUSSIA": "A WAR - GAL"},
        centers={"AUSTRIA": ["VIE", "BUD"]},
    )
    assert found == {
        "position": {
            "phase": "S1901R",
            "units": {"AUSTRIA": ["A VIE"], "RUSSIA": ["A WAR"], "TURKEY": ["A BUD", "A RUM"]},
            "centers": {"AUSTRIA": ["BUD", "VIE"]},
            "dislodged": {"A BUD": {"power": "AUSTRIA", "from": "SER", "retreats": ["TRI"]}},
            "contested": ["GAL"],
        },
        "results": {
            "A BUD": {"order": "A BUD H", "outcome": "held", "dislodged": True},
            "A VIE": {"order": "A VIE - GAL", "outcome": "bounced"},
            "A WAR": {"order": "A WAR - GAL", "outcome": "bounced"},
            "A SER": {"order": "A SER - BUD", "outcome": "moved"},
            "A RUM": {"order": "A RUM S A SER - BUD", "outcome": "supported"},
        },
        "problems": [
            {
                "role": "AUSTRIA",
                "line": 2,
                "text": "A BUD - XYZ",
                "code": "line/no-order",
                "message": "I read `A BUD -`, and a place comes next, not `XYZ`; "
                "an order is `A LON - YOR`, `A LON H` or `F NTH S A LON - YOR`",
            }
        ],
    }
    retreated = SYSTEM.case({"position": found["position"], "orders": {"AUSTRIA": "A BUD - TRI"}})
    assert retreated["results"] == {"A BUD": {"order": "A BUD - TRI", "outcome": "moved"}}
    assert retreated["position"]["phase"] == "F1901M"


def test_a_case_of_an_adjustment_phase() -> None:
    found = answer(
        "W1901A",
        {"ITALY": ["A ROM"], "FRANCE": ["A PAR", "A GAS"]},
        {"ITALY": "BUILD F NAP\nWAIVE"},
        centers={"ITALY": ["ROM", "NAP", "VEN"], "FRANCE": ["PAR"]},
    )
    assert found["results"] == {
        "A GAS": {"order": "DISBAND A GAS", "outcome": "disbanded"},
        "F NAP": {"order": "BUILD F NAP", "outcome": "built"},
        "WAIVE ITALY": {"order": "WAIVE", "outcome": "waived"},
    }
    assert found["position"]["phase"] == "S1902M"


def test_a_line_that_is_no_build_is_told_as_it_was_written() -> None:
    """`F BRE` was told as '-FBRE' is not an order."""
    found = answer("W1901A", {}, {"FRANCE": "F BRE\nF BRE - ENG"}, centers={"FRANCE": ["BRE", "PAR"]})
    written = ["I read `F BRE`, which is no whole order", "`F BRE - ENG` is not a build"]
    assert [problem["message"].partition(";")[0] for problem in found["problems"]] == written


def test_a_win_names_the_winner() -> None:
    centers = [
        *("BER", "BUD", "BUL", "GRE", "KIE", "MOS", "MUN", "NAP"),
        *("ROM", "RUM", "SER", "SEV", "TRI", "TUN", "VEN", "VIE", "WAR"),
    ]
    found = answer("F1907M", {"AUSTRIA": ["A STP"]}, {}, centers={"AUSTRIA": centers})
    assert found["winners"] == ["AUSTRIA"]


def test_p49_a_power_that_nobody_can_ever_play_does_not_win() -> None:
    owned = load_board("standard").centers[:18]
    for power, winners in (("NEUTRAL", None), ("FRANCE", ["FRANCE"])):
        position = {"phase": "F1905M", "units": {power: ["A PAR"]}, "centers": {power: list(owned)}}
        assert SYSTEM.case({"options": {"map": "garrisons"}, "position": position}).get("winners") == winners


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a vie", "A VIE"),
        ("A Vienna", "A VIE"),
        ("Army Vienna", "A VIE"),
        ("F STP(SC)", "F STP/SC"),
        ("F St Petersburg (south coast)", "F STP/SC"),
        ("F SPA sc", "F SPA/SC"),
        ("F GOL", "F LYO"),
        ("F NRG", "F NWG"),
        ("F NAT", "F NAO"),
    ],
)
def test_units_of_a_position_are_read_by_full_names_and_other_abbreviations(written: str, read: str) -> None:
    assert list(answer("S1901M", {"AUSTRIA": [written]}, {})["results"]) == [read]


def test_orders_for_a_unit_of_another_power_are_a_problem_and_ignored() -> None:
    found = answer("S1901M", {"ENGLAND": ["F LON"]}, {"GERMANY": "F LON - NTH"})
    assert found["results"] == {"F LON": {"order": "F LON H", "outcome": "held"}}
    assert found["problems"][0]["code"] == "diplomacy/not-yours"


def explained(phase: str, units: dict[str, list[str]], orders: dict[str, str], **position: Any) -> dict[str, Any]:
    case = {"position": {"phase": phase, "units": units, **position}, "orders": orders, "explain": True}
    results: dict[str, Any] = SYSTEM.case(case)["results"]
    return results


def test_a_case_that_asks_reads_why_each_order_of_a_movement_phase_came_to_nothing() -> None:
    units = {"TURKEY": ["A SER", "A RUM"], "AUSTRIA": ["A BUD", "A VIE", "F TRI"], "RUSSIA": ["A WAR"]}
    orders = {
        "TURKEY": "A SER - BUD\nA RUM S A SER - BUD",
        "AUSTRIA": "A VIE - GAL\nF TRI S A BUD - VIE",
        "RUSSIA": "A WAR - GAL",
    }
    assert explained("S1901M", units, orders) == {
        "A BUD": {"order": "A BUD H", "outcome": "held", "dislodged": True, "cause": {}, "dislodger": "A SER"},
        "A RUM": {"order": "A RUM S A SER - BUD", "outcome": "supported", "cause": {}},
        "A SER": {"order": "A SER - BUD", "outcome": "moved", "cause": {}},
        "A VIE": {"order": "A VIE - GAL", "outcome": "bounced", "cause": {"kind": "bounced", "by": ["A WAR"]}},
        "A WAR": {"order": "A WAR - GAL", "outcome": "bounced", "cause": {"kind": "bounced", "by": ["A VIE"]}},
        "F TRI": {"order": "F TRI H", "outcome": "held", "cause": {}},
    }


def test_a_case_that_asks_reads_what_a_unit_did_that_a_void_support_was_for() -> None:
    found = explained("S1901M", {"FRANCE": ["A PAR", "A MAR"]}, {"FRANCE": "A PAR - PIC\nA MAR S A PAR - BUR"})
    assert found["A MAR"]["cause"] == {"kind": "unmatched", "by": ["A PAR"], "instead": "A PAR - PIC"}


def test_a_case_that_asks_reads_which_adjustments_the_judge_chose() -> None:
    centers = {"FRANCE": ["PAR"], "ITALY": ["ROM", "NAP"]}
    found = explained(
        "W1901A", {"FRANCE": ["A PAR", "A GAS"], "ITALY": ["A ROM"]}, {"ITALY": "BUILD F NAP"}, centers=centers
    )
    assert found["A GAS"] == {"order": "DISBAND A GAS", "outcome": "disbanded", "default": True}
    assert found["F NAP"] == {"order": "BUILD F NAP", "outcome": "built", "default": False}


def test_a_case_that_does_not_ask_reads_no_causes() -> None:
    case = {"position": {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}, "orders": {"FRANCE": "A PAR - BUR"}}
    assert SYSTEM.case({**case, "explain": False}) == SYSTEM.case(case)
    assert SYSTEM.case(case)["results"] == {"A PAR": {"order": "A PAR - BUR", "outcome": "moved"}}


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ({}, "position"),
        ({"position": {"phase": "S1901M"}, "explain": "yes"}, 'explain: true or false, not "yes"'),
        ({"position": []}, "position"),
        ({"position": {"phase": "S1901M"}, "options": {"map": "atlantis"}}, "standard"),
        ({"position": {"phase": "S1901M"}, "options": ["map"]}, "options"),
        ({"position": {"phase": "S1901M"}, "options": {"map": 7}}, "map"),
        ({"position": {"phase": "S1901M"}, "options": {"blind": "yes"}}, "true or false"),
        ({"position": {"phase": "S1901M"}, "orders": ["A ROM H"]}, "orders"),
        ({"position": {"phase": "S1901M"}, "orders": {"SPAIN": ""}}, "AUSTRIA"),
        ({"position": {"phase": "S1901M"}, "orders": {"ITALY": 7}}, "text"),
    ],
)
def test_a_case_that_cannot_be_read_is_refused_with_a_reason(case: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        SYSTEM.case(case)


@given(st.dictionaries(st.sampled_from(["ITALY", "FRANCE"]), st.text(max_size=200)))
def test_no_sheet_makes_a_case_fail(orders: dict[str, str]) -> None:
    for phase in ("S1901M", "S1901R", "W1901A"):
        found = answer(
            phase, {"ITALY": ["A ROM", "F NAP"], "FRANCE": ["A PAR"]}, orders, centers={"FRANCE": ["MAR", "PAR"]}
        )
        assert found["position"]["phase"] in ("F1901M", "S1902M")


def test_the_year_a_unit_that_can_go_nowhere_is_not_in_the_position_even_where_others_retreat() -> None:
    found = answer(
        "S1901M",
        {"GERMANY": ["F POR"], "ENGLAND": ["F MAO", "F SPA/NC"], "FRANCE": ["A VEN"], "AUSTRIA": ["A TRI", "A TYR"]},
        {"ENGLAND": "F MAO - POR\nF SPA/NC S F MAO - POR", "AUSTRIA": "A TRI - VEN\nA TYR S A TRI - VEN"},
    )
    assert found["results"]["F POR"]["dislodged"]
    assert list(found["position"]["dislodged"]) == ["A VEN"]


# Canonical text of orders: parsing and printing are inverse, and the reader of mail files nothing else.


seeds = st.integers(0, 2**32)
boards = st.sampled_from(board_names())


def crowded(board: Board, drawn: random.Random) -> list[Unit]:
    """Units in a third of all provinces, of any powers."""
    units = []
    for province in drawn.sample(board.provinces, len(board.provinces) // 3):
        spots = [(ARMY, province), *((FLEET, place) for place in board.places(province))]
        free = [each for each in spots if board.fits(*each) and board.borders(*each)]
        units += [Unit(drawn.choice(board.powers), *drawn.choice(free))] if free else []
    return units


def busy(name: str, seed: int, phase: str = "F1903M") -> tuple[Table, dict[str, Order]]:
    """A crowded table, and an order for each unit."""
    drawn = random.Random(seed)
    board = load_board(name)
    table = Table(name, read_label(phase), sorted_units(crowded(board, drawn)), {})
    orders = busy_orders(board, table.position, drawn)
    for province, order in orders.items():
        by_sea = order._replace(via=order.verb == MOVE and order.target in board.army[province])
        with contextlib.suppress(BadOrder):
            check_legal(board, table.position, table.position.units[province], by_sea)
            orders[province] = by_sea
    return table, orders


def of_power(table: Table, power: str, orders: dict[str, Order]) -> dict[Unit, Order]:
    return {unit: orders[unit.province] for unit in table.units_of(power) if unit.province in orders}


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds)
def test_movement_orders_are_parsed_as_they_were_printed(name: str, seed: int) -> None:
    table, orders = busy(name, seed)
    for power in table.board.powers:
        own = of_power(table, power, orders)
        text = print_moves(table.position, own.values())
        assert parse_moves(table, power, text) == own


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds)
def test_orders_of_a_blind_game_are_parsed_as_they_were_printed(name: str, seed: int) -> None:
    table, orders = busy(name, seed)
    for power in table.board.powers:
        parser = Parser(table.board, table.position, power)
        for unit, order in of_power(table, power, orders).items():
            helped = table.position.units.get(order.other)
            known = (
                str(helped)
                if helped and helped.power == power
                else f"{helped.kind} {helped.province}"
                if helped
                else ""
            )
            blind = order._replace(other=known)
            assert parser.order(unit, order_text(table.position, blind)) == blind
            whole = Parser(table.board, table.position).order(unit, order_text(table.position, blind))
            assert whole == order


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds)
def test_retreats_are_parsed_as_they_were_printed(name: str, seed: int) -> None:
    drawn = random.Random(seed)
    before, orders = busy(name, seed)
    table = play_movement(before, orders).table
    for power in table.board.powers:
        choices = {
            each.unit.province: drawn.choice(("", *each.retreats))
            for each in table.dislodged_of(power)
            if drawn.random() < 0.8
        }
        text = print_retreats(table.dislodged_of(power), choices)
        assert parse_retreats(table, power, text) == choices


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds)
def test_adjustments_are_parsed_as_they_were_printed(name: str, seed: int) -> None:
    drawn = random.Random(seed)
    board = load_board(name)
    units = [unit for unit in crowded(board, drawn) if drawn.random() < 0.4]
    centers: dict[str, tuple[str, ...]] = {}
    for power in board.powers:
        centers[power] = tuple(sorted({*board.homes[power]})) if drawn.random() < 0.6 else ()
    table = Table(name, read_label("W1903A"), sorted_units(units), centers)
    for power in board.powers:
        due = owed(table, power)
        ordered: list[Adjustment] = []
        if due < 0:
            ordered = [
                Adjustment(DISBAND, unit) for unit in drawn.sample(table.units_of(power), drawn.randint(0, -due))
            ]
        elif due > 0:
            for home in drawn.sample(sites(table, power), drawn.randint(0, due)):
                fitting = [(ARMY, home), *((FLEET, place) for place in board.places(home))]
                kind, place = drawn.choice([each for each in fitting if board.fits(*each)])
                ordered.append(Adjustment(BUILD, Unit(power, kind, place)))
            ordered += [Adjustment(WAIVE)] * drawn.randint(0, due - len(ordered))
        assert parse_adjustments(table, power, print_adjustments(ordered)) == ordered


@settings(max_examples=examples(100), deadline=None)
@given(seeds, st.text("ABEFHILNOPRSTUVY -/%\n", max_size=3), st.booleans())
def test_text_is_parsed_only_as_it_would_be_printed(seed: int, slip: str, insert: bool) -> None:
    table, orders = busy("standard", seed)
    drawn = random.Random(seed)
    unit = drawn.choice(table.units)
    text = full_text(table.position, orders[unit.province])
    at = drawn.randrange(len(text) + 1)
    text = text[:at] + slip + text[at if insert else at + 1 :]
    try:
        parsed = parse_moves(table, unit.power, text)
    except ValueError:
        return
    assert print_moves(table.position, parsed.values()) == text


@settings(max_examples=examples(60), deadline=None)
@given(boards, seeds, st.booleans())
def test_the_reader_of_mail_files_canonical_text(name: str, seed: int, blind: bool) -> None:
    table, orders = busy(name, seed)
    for power in table.board.powers:
        lines = [full_text(table.position, order).lower() for order in of_power(table, power, orders).values()]
        filed = read_part(table, power, sheet_of("\n".join(lines)).lines, blind=blind).text
        parsed = parse_moves(table, power, filed, blind=blind)
        assert len(parsed) == len(lines)
        assert print_moves(table.position, parsed.values()) == filed


@pytest.mark.parametrize(
    "text",
    [
        *("a par h", "A PAR H ", " A PAR H", "A PAR HOLD", "A Paris H", "A PAR  H", "A PAR -BUR", "A PAR - BUR % now"),
        *(
            "A PAR",
            "PAR - BUR",
            "A PAR - BUR VIA",
            "A PAR - XYZ",
            "A PAR S A PAR",
            "A LON H",
            "A PAR H\n",
            "A PAR - SPA/NC",
        ),
        *("F BRE H", "A BRE H", "A MAR S F BRE", "A PAR S A MAR -", "A PAR C A MAR - BUR"),
    ],
)
def test_what_is_not_canonical_is_refused(text: str) -> None:
    units = (Unit("ENGLAND", ARMY, "LON"), Unit("FRANCE", ARMY, "MAR"), Unit("FRANCE", ARMY, "PAR"))
    with pytest.raises(ValueError, match=r"."):
        parse_moves(Table("standard", read_label("S1901M"), units, {}), "FRANCE", text)


# Every case of chapter 6 of the Diplomacy Adjudicator Test Cases, version 3.0, by its number.


CASES: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("datc.jsonl").read_text(encoding="utf-8").splitlines()
]


def placed(units: dict[str, list[str]]) -> set[tuple[str, str]]:
    return {(power, unit) for power, texts in units.items() for unit in texts}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_datc_case(case: dict[str, Any]) -> None:
    found = SYSTEM.case(case)
    assert placed(found["position"]["units"]) == placed(case["units"])
    assert dislodged(case, found) == placed(case.get("dislodged", {}))
    assert [[problem["role"], problem["text"]] for problem in found["problems"]] == case.get("refused", [])
    if "then" in case:
        # Where nobody has a retreat (6.H.15) the phase is skipped.
        if found["position"]["phase"] == "S1901R":
            found = SYSTEM.case({"position": found["position"], "orders": case["then"]["orders"]})
        assert found["position"]["phase"] == "F1901M"
        assert placed(found["position"]["units"]) == placed(case["then"]["units"])


def dislodged(case: dict[str, Any], found: dict[str, Any]) -> set[tuple[str, str]]:
    owner = {unit: power for power, units in case["position"]["units"].items() for unit in units}
    beaten = {unit for unit, result in found["results"].items() if result.get("dislodged")}
    return {(owner[unit], unit) for unit in beaten}


def test_the_table_holds_every_case_of_chapter_six_once() -> None:
    numbers = [case["id"] for case in CASES]
    assert len(numbers) == len(set(numbers)) == 165
    assert {number.split(".")[1] for number in numbers} == set("ABCDEFGHIJ")
