"""A sheet that begins with ADD comes beside what is on file (ruling P3)."""

from __future__ import annotations

import pytest

from judge.rules.payola.system import SYSTEM
from judge.rules.values import only
from tests.rules.payola.played import codes, opening, read

FILED = "5 : A PAR - BUR  % east\n% mine\n20 $"


@pytest.mark.parametrize(
    "word", ["ADD", "add", "Add.", "  ADD  % more", "% a remark\nADD", "Hello,\nADD", "ACCEPT FG?\nADD"]
)
def test_p3_offers_below_add_come_behind_those_on_file(word: str) -> None:
    reading = read(opening(), "FRANCE", f"{word}\n3 : A MAR - SPA\n2 : F BRE - MAO", FILED)
    assert reading.parts["offers"].startswith(f"{FILED}\n")
    assert reading.parts["offers"].endswith("3 : A MAR - SPA\n2 : F BRE - MAO")
    assert reading.notes[0] == "Added to your sheet of 1. It now has 3."
    assert [each for each in codes(reading) if each.startswith("payola/add")] == []


def test_p3_savings_below_add_replace_those_on_file() -> None:
    reading = read(opening(), "FRANCE", "ADD\n1 : A MAR H\n7 $", FILED)
    assert reading.parts == {"offers": "5 : A PAR - BUR  % east\n% mine\n1 : A MAR H\n7 $"}
    assert reading.notes[0] == f"Added to your sheet of 1. It now has 2. The old one, to copy:\n{FILED}"
    alone = read(opening(), "FRANCE", "ADD\n0 $", FILED)
    assert alone.parts == {"offers": "5 : A PAR - BUR  % east\n% mine\n0 $"}


def test_p3_with_nothing_on_file_add_files_the_sheet_as_it_is() -> None:
    reading = read(opening(), "FRANCE", "ADD\n3 : A MAR - SPA")
    assert (reading.parts, reading.written) == ({"offers": "3 : A MAR - SPA"}, True)
    assert codes(reading) == []


def test_p3_below_add_a_bad_line_loses_nothing() -> None:
    reading = read(opening(), "FRANCE", "ADD\n3 : A MAR - XYZ", FILED)
    assert (reading.parts, reading.written, reading.notes) == ({}, True, ("Your earlier sheet stands.",))


@pytest.mark.parametrize("above", ["3 : A MAR - SPA", "3 : A MAR - XYZ", "20 $", "A MAR - SPA"])
def test_p3_add_below_a_line_of_the_sheet_could_mean_either_and_nothing_is_filed(above: str) -> None:
    reading = read(opening(), "FRANCE", f"{above}\nADD\n2 : F BRE - MAO", FILED)
    assert reading.parts == {}
    assert "payola/add-below" in codes(reading)
    assert reading.notes == ("Your earlier sheet stands.",)


def test_p3_an_offer_below_add_ranks_behind_those_on_file() -> None:
    reading = read(opening(), "FRANCE", "ADD\n1 : A PAR - BUR", "1 : A PAR - PIC")
    assert reading.parts == {"offers": "1 : A PAR - PIC\n1 : A PAR - BUR"}


def test_p25_in_classic_a_second_offer_to_a_unit_is_refused_below_add_too() -> None:
    reading = read(opening(variant="classic"), "FRANCE", "ADD\n1 : A PAR H\n2 : A MAR H", "5 : A PAR - BUR")
    assert reading.parts == {"offers": "5 : A PAR - BUR\n2 : A MAR H"}
    assert codes(reading) == ["payola/second-offer"]


def test_p23_an_order_below_add_replaces_that_of_its_loyal_unit() -> None:
    state = opening(variant="loyal", dummies=["ITALY"])
    reading = read(state, "FRANCE", "ADD\nA PAR H", "A PAR - BUR\n3 : A VEN H")
    assert reading.parts == {"offers": "3 : A VEN H\nA PAR H"}
    assert reading.notes == ("Added to your sheet of 2. It now has 2. The old one, to copy:\nA PAR - BUR\n3 : A VEN H",)


def test_p23_add_is_told_as_adding_where_the_only_order_on_file_is_replaced() -> None:
    state = opening(variant="loyal", dummies=["ITALY"])
    reading = read(state, "FRANCE", "ADD\nA PAR H", "A PAR - BUR")
    assert reading.parts == {"offers": "A PAR H"}
    assert [each.meaning for each in reading.lines] == ["added to what is on file", "A PAR H"]
    assert reading.notes == ("Added to your sheet of 1. It now has 1. The old one, to copy:\nA PAR - BUR",)


def test_p20_in_a_blind_game_add_asks_nothing_that_is_out_of_sight() -> None:
    reading = read(opening(variant="tincup"), "FRANCE", "ADD\n2 : A WAR - GAL", "1 : A SIL H")
    assert reading.parts == {"offers": "1 : A SIL H\n2 : A WAR - GAL"}


@pytest.mark.parametrize("line", ["ADD", "add.", "Add:"])
def test_p3_the_line_add_is_one_of_the_sheet_so_its_writer_reads_why_nothing_is_filed(line: str) -> None:
    state = opening()
    reading = read(state, "FRANCE", f"2 : A PAR - PIC\n{line}\n5 : A MAR - GAS")
    assert [problem.text for problem in reading.problems] == [line]
    assert SYSTEM.is_attempt(SYSTEM.view(state, only("FRANCE")), line)  # else the mail's reply takes it for a remark
