"""An answer to a reply that told of problems may be no more than what was to be mended: it is asked which was meant."""

from __future__ import annotations

import pytest

from judge.testing.correspondent import Received
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven


@pytest.fixture
def table(house: House) -> Seven:
    return seven(house, "early 1h")


def mended(table: Seven, text: str) -> Received:
    """France sends three offers, two of them wrong, and then this, as an answer to what was said of that."""
    told = table.tell("FRANCE", "5 : A PAR - BUR\n3 : A MRA - SPA\n4 : F BRE - MOA")
    assert "(2 problems)" in told.subject
    return table.house.tell(table.players["FRANCE"], text, to=told, key=False)


def on_file(table: Seven) -> str:
    return table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]


@pytest.mark.parametrize("text", ["3 : A MAR - SPA", "3 : A MAR - SPA\n4 : F BRE - MAO"])
def test_fewer_lines_than_were_sent_are_asked_about_and_the_earlier_sheet_stands(table: Seven, text: str) -> None:
    reply = mended(table, text)
    assert "Not filed yet: 1 line on file would be gone." in flat(reply)
    assert "send these lines below a line ADD" in flat(reply)
    assert "5 : A PAR - BUR" in on_file(table)
    assert "SPA" not in on_file(table).partition("You offer nothing")[0]


def test_the_code_replaces_them(table: Seven) -> None:
    mended(table, "3 : A MAR - SPA")
    asking = table.players["FRANCE"].last(lambda mail: mail.code != "")
    table.house.tell(table.players["FRANCE"], f"CONFIRM {asking.code}", to=asking, key=False)
    assert "3 : A MAR - SPA" in on_file(table)
    assert "A PAR - BUR" not in on_file(table)


@pytest.mark.parametrize(
    "text", ["5 : A PAR - BUR\n3 : A MAR - SPA\n4 : F BRE - MAO", "9 : A PAR - PIC\n3 : A MAR - SPA\n4 : F BRE - MAO"]
)
def test_as_many_lines_as_were_sent_are_the_whole_sheet(table: Seven, text: str) -> None:
    mended(table, text)
    assert text.splitlines()[0] in on_file(table)
    assert "4 : F BRE - MAO" in on_file(table)


def test_add_adds_without_a_question(table: Seven) -> None:
    mended(table, "ADD\n3 : A MAR - SPA")
    assert "5 : A PAR - BUR" in on_file(table)
    assert "3 : A MAR - SPA" in on_file(table)


def test_p3_savings_below_add_replace_those_on_file_without_a_question(table: Seven) -> None:
    told = table.tell("FRANCE", "5 : A PAR - BUR\n3 : A MRA - SPA\n10 $")
    reply = table.house.tell(table.players["FRANCE"], "ADD\n20 $", to=told, key=False)
    assert "Not filed yet" not in reply.text
    assert "5 : A PAR - BUR\n20 $\n" in on_file(table)


def test_p3_an_order_below_add_replaces_that_of_its_loyal_unit_without_a_question(house: House) -> None:
    loyal = seven(house, "variant loyal", "dummies ITALY")
    told = loyal.tell("FRANCE", "3 : A VEN - TYR\nA PAR - BUR\n3 : A MAR - SPA\n0 : A ROM H")
    assert "(2 problems)" in told.subject
    reply = loyal.house.tell(loyal.players["FRANCE"], "ADD\nA PAR - PIC\n1 : A ROM H", to=told, key=False)
    assert "Not filed yet" not in reply.text
    assert "3 : A VEN - TYR\nA PAR - PIC\n1 : A ROM H\n" in on_file(loyal)


def test_p3_an_order_for_one_unit_replaces_that_units_without_a_question(house: House) -> None:
    plain = seven(house, system="diplomacy")
    told = plain.tell("FRANCE", "A PAR - BUR\nA MAR - LON\nF BRE - ROM")
    assert "(2 problems)" in told.subject
    reply = plain.house.tell(plain.players["FRANCE"], "A PAR - PIC\nA MAR - SPA", to=told, key=False)
    assert "Not filed yet" not in reply.text
    assert "A MAR - SPA\nA PAR - PIC\n" in on_file(plain)


def test_p3_who_is_asked_is_not_sent_to_add_where_that_adds_nothing(house: House) -> None:
    table = seven(house, "nmr default")
    for sheet in ("0 : A MAR - SPA", "0 : A SPA H"):
        table.tell("FRANCE", sheet)
        house.pass_time(hours=73)
    told = table.tell("FRANCE", "BUILD A MAR\nBUILD A ROM")
    assert "(1 problem)" in told.subject
    reply = flat(table.house.tell(table.players["FRANCE"], "BUILD F MAR", to=told, key=False))
    assert "Not filed yet: 1 line on file would be gone." in reply
    assert "Otherwise send the whole sheet again." in reply
    assert "ADD" not in reply


@pytest.mark.parametrize(
    "line", ["also 3 for Mar-Spa", "And 3 for Mar-Spa please", "I also offer 3 for Mar-Spa", "plus 3 for Mar-Spa"]
)
def test_a_line_that_says_it_comes_on_top_of_others_does_not_replace_them_unasked(table: Seven, line: str) -> None:
    filed = table.tell("FRANCE", "5 : A PAR - BUR\n4 : F BRE - MAO")
    reply = flat(table.house.tell(table.players["FRANCE"], line, to=filed, key=False))
    assert "Not filed yet: 2 lines on file would be gone." in reply
    assert "send these lines below a line ADD" in reply
    assert "F BRE - MAO" in on_file(table)


def test_a_sheet_within_which_a_line_comes_on_top_of_another_is_filed(table: Seven) -> None:
    table.tell("FRANCE", "5 : A PAR - BUR\n4 : F BRE - MAO")
    table.tell("FRANCE", "6 : A PAR - GAS\nalso 3 for Mar-Spa")
    assert "6 : A PAR - GAS\n3 : A MAR - SPA\n" in on_file(table)


def test_early_processing_waits_for_the_answer(table: Seven) -> None:
    mended(table, "3 : A MAR - SPA")
    for role in set(table.players) - {"FRANCE"}:
        table.tell(role, "NO ORDERS")
    assert not table.missing()
    here = table.here()
    assert here.row.early_at is None
    asking = table.players["FRANCE"].last(lambda mail: mail.code != "")
    table.house.tell(table.players["FRANCE"], f"CONFIRM {asking.code}", to=asking, key=False)
    here = table.here()
    assert here.row.early_at is not None


def test_a_question_to_the_last_who_writes_announces_no_early_adjudication(table: Seven) -> None:
    told = table.tell("FRANCE", "5 : A PAR - BUR\n3 : A MRA - SPA\n4 : F BRE - MOA")
    for role in set(table.players) - {"FRANCE"}:
        table.tell(role, "NO ORDERS")
    here = table.here()
    assert here.row.early_at is not None, "all have written"
    table.house.tell(table.players["FRANCE"], "3 : A MAR - SPA", to=told, key=False)
    here = table.here()
    assert here.row.early_at is None
    assert "Not before the deadline" in table.players["ITALY"].last().subject


def test_early_processing_does_not_wait_for_a_code_that_changes_no_sheet(table: Seven) -> None:
    """A gift, or words to the writer of a letter, may wait for ever."""
    table.tell("FRANCE", "TRANSFER 5 TO ITALY", key=False)
    table.tell("ITALY", "PRESS TO FRANCE\nShall we?\nEND PRESS")
    letter = table.players["FRANCE"].last(lambda mail: "Press from" in mail.subject)
    assert table.house.tell(table.players["FRANCE"], "Why not.", to=letter, key=False).code
    for role in table.players:
        table.tell(role, "NO ORDERS")
    here = table.here()
    assert here.row.early_at is not None


def test_early_processing_waits_for_a_clear_that_was_asked_about(table: Seven) -> None:
    table.tell("ITALY", "PRESS TO FRANCE\nShall we?\nEND PRESS")
    letter = table.players["FRANCE"].last(lambda mail: "Press from" in mail.subject)
    table.tell("FRANCE", "5 : A PAR - BUR")
    assert table.house.tell(table.players["FRANCE"], "CLEAR", to=letter, key=False).code
    for role in set(table.players) - {"FRANCE"}:
        table.tell(role, "NO ORDERS")
    here = table.here()
    assert here.row.early_at is None
