"""What people write for an order, and what they are told where it is none; `tests/rules/said` holds most of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from judge.rules.diplomacy.board import ARMY, FLEET, Board, Position, Unit, position_of
from judge.rules.diplomacy.boardfile import BOARDS, board_names, load_board
from judge.rules.diplomacy.orders import BadOrder, Order, check_legal
from judge.rules.diplomacy.reading.sheets import read_order
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Json, Reading, only, sheet_of
from tests.rules.diplomacy.tables import load_table
from tests.support import soaking

BOARD = load_board("standard")
UNITS = (
    *("A PAR", "A MOS", "A LON", "A EDI", "A LVP", "A MAR", "A BEL", "A RUM"),
    *("F STP/SC", "F NTH", "F BRE", "F BOT", "F MAO", "F GAS", "F LYO", "F ENG", "F CON"),
)
POSITION = position_of(Unit("FRANCE", *text.split()) for text in UNITS)


def read(text: str) -> Order:
    return read_order(BOARD, POSITION, text)[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("F STP/SC - BOT", "F STP/NC - BOT"),  # the ordered unit's own coast
        ("A MAR - SPA", "A MAR - SPA/NC"),  # a coast on an army's move
        ("F GAS - SPA", "F GAS - SPA/NC"),  # a coast that can only be one
        ("A MAR S F GAS - SPA", "A MAR S F GAS - SPA/NC"),
        ("A LON - NWY", "A LON - NWY VIA"),  # no land route
    ],
)
def test_ruling_p5_texts_that_are_one_order(one: str, other: str) -> None:
    assert read(one) == read(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A LON - YOR", "A LON - YOR VIA"),
        ("F MAO - SPA/NC", "F MAO - SPA/SC"),
        ("A MAR S F MAO - SPA", "A MAR S F MAO - SPA/NC"),
        ("A MAR S F GAS", "A MAR S F GAS - SPA"),
    ],
)
def test_ruling_p5_texts_that_are_different_orders(one: str, other: str) -> None:
    assert read(one) != read(other)


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "line/no-order", "an order is"),
        ("A PAR", "line/no-order", "an order is"),
        ("A PAR S", "line/no-order", "F NTH S A LON"),
        ("A PAR - BRGUNDY", "line/no-such-name", "BUR (Burgundy)"),
        ("A PAR - LIV", "ambiguous-place", "LVP (Liverpool)"),
        ("F MAO - SPA", "coast-needed", "F MAO - SPA/SC"),
        ("F MAO - BRE/NC", "no-such-coast", "write BRE"),
        ("A BUD - VIE", "no-such-unit", "there is no unit in BUD"),
        ("F LON - NTH", "wrong-kind", "write A LON"),
        ("F NTH S F EDI", "wrong-kind", "write A EDI"),
        ("F NTH C A YOR - NWY", "no-such-unit", "A LON"),
        ("A LON - PAR - NWY", "not-at-sea", "not a sea"),
        ("F NTH - ENG - BEL", "fleet-route", "write F NTH - ENG, or F NTH - BEL"),  # 4.A.6: only an army is carried
        ("F MAO S F NTH - ENG - BRE", "fleet-route", "nobody can convoy a fleet"),
    ],
)
def test_what_cannot_be_read_is_explained(text: str, code: str, says: str) -> None:
    with pytest.raises(BadOrder) as bad:
        read(text)
    assert bad.value.code == (code if "/" in code else f"diplomacy/{code}")
    assert says in f"{bad.value.message} {bad.value.hint}"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A PAR - PAR", "own-place"),
        ("A PAR - MUN", "out-of-reach"),
        ("A PAR - ENG", "no-army-there"),
        ("F BRE - PAR", "no-fleet-there"),
        ("F BRE - LON", "out-of-reach"),
        ("F GAS - SPA/SC", "out-of-reach"),
        ("A MAR - NAP", "out-of-reach"),  # the one fleet near, in LYO, does not touch Naples
        ("A MAR S A MAR", "own-place"),
        ("A MAR S A PAR", "out-of-reach"),
        ("A MAR S F GAS - BRE", "out-of-reach"),
        ("A MAR S A PAR - GAS", ""),
        ("A RUM S F CON - BUL", ""),
        ("F BRE C A LON - PIC", "not-at-sea"),
        ("F ENG C F BRE - LON", "wrong-kind"),
        ("F BOT C A LON - SWE", "no-route"),
        ("F ENG C A LON - NWY", ""),  # by way of the North Sea
        ("F MAO C A LON - BEL", "no-route"),
    ],
)
def test_ruling_p4_what_is_legal_on_the_board_as_it_stands(text: str, code: str) -> None:
    order = read(text)
    unit = POSITION.units[order.province]
    if not code:
        check_legal(BOARD, POSITION, unit, order)
    else:
        with pytest.raises(BadOrder) as bad:
            check_legal(BOARD, POSITION, unit, order)
        assert bad.value.code == f"diplomacy/{code}"


STATE = SYSTEM.start({}, BOARD.powers, Rng(b"seed", "S1901M")).state
OPENING = ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]


def sheet(text: str, power: str = "FRANCE", position: Json = None) -> Reading:
    state = replace(STATE, table=load_table("standard", position)) if position else STATE
    return SYSTEM.read(SYSTEM.view(state, only(power)), power, sheet_of(text))


def filed(text: str, power: str = "FRANCE") -> list[str]:
    return sorted(sheet(text, power).parts.get("orders", "").splitlines())


def test_a_line_with_a_fault_is_told_taken_apart() -> None:
    problems = sheet("A PAR - BUR, A MAR S A PAR - BUR, F BRE - MOA").problems
    assert [(each.line, each.text) for each in problems] == [(1, "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MOA")]
    assert problems[0].message == "I do not know `MOA`"
    (twice,) = sheet("A PAR - BUR, F BRE - MAO, A PAR - PIC").problems
    assert twice.text == "A PAR - BUR, F BRE - MAO, A PAR - PIC"
    fault = "`A PAR - PIC`: this line has another order for A PAR: `A PAR - BUR`, so nothing of this line is filed"
    assert twice.message == fault


def test_what_is_offered_instead_of_a_line_never_loses_an_order_of_it() -> None:
    (problem,) = sheet("Fritz here, A PAR - BUR, A MAR - SPA and Brest follows to MAO").problems
    assert "A PAR - BUR" not in problem.hint
    (problem,) = sheet("Fritz here, A PAR - BUR, A MAR - SPA").problems
    assert "write `A PAR - BUR; A MAR - SPA`" in problem.hint


def test_several_orders_on_a_line_are_answered_together() -> None:
    (line,) = sheet("A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO").lines
    assert line.meaning == "; ".join(OPENING)


def test_a_bad_line_below_a_heading_is_told_as_it_was_written() -> None:
    position = {"phase": "W1901A", "units": {"FRANCE": []}, "centers": {"FRANCE": ["PAR", "BRE"]}}
    reading = sheet("Builds:\nF PAR\nA BRE", position=position)
    assert [each.text for each in reading.problems] == ["F PAR"]
    assert [(each.text, each.meaning) for each in reading.lines] == [
        ("Builds:", "for the units below"),
        ("A BRE", "BUILD A BRE"),
    ]


@pytest.mark.parametrize("said", ["Army Paris: Burgundy", "A Paris: Burgundy", "Paris Burgundy"])
def test_a_unit_ends_where_its_word_does(said: str) -> None:
    """Pari S Burgundy would be a support for whoever is there."""
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}
    case = SYSTEM.case({"position": {"phase": "S1901M", "units": units}, "orders": {"FRANCE": said}})
    assert case["results"]["A PAR"]["order"] == "A PAR - BUR"


# Orders that a mail program broke over two lines


def test_each_line_of_an_order_that_was_put_together_is_answered() -> None:
    lines = sheet("A VIE -\nGAL", "AUSTRIA").lines
    assert [(each.line, each.meaning, each.part) for each in lines] == [
        (1, "A VIE - GAL", "orders"),
        (2, "goes on with line 1", "orders"),
    ]


@pytest.mark.parametrize(
    ("text", "orders", "broken"),
    [
        ("A BUD S A VIE\nSIL", [], [1]),
        ("A BUD S A VIE\n- GLA", [], [1]),
        ("A VIE - GAL\n| - BUD", [], [1]),
        ("A BUD S\nA VIE - GAL", [], [1]),  # it could be two things
        ("A BUD S\nF TRI H\nA VIE S\nF TRI H", [], [1, 3]),  # neither takes the order below the other
    ],
)
def test_lines_that_do_not_read_as_one_are_refused_whole_and_quoted(
    text: str, orders: list[str], broken: list[int]
) -> None:
    reading = sheet(text, "AUSTRIA")
    assert filed(text, "AUSTRIA") == orders
    assert [(each.line, each.code) for each in reading.problems] == [(line, "line/broken") for line in broken]
    assert all(f"`{line}`" in reading.problems[0].message for line in text.splitlines()[:2])


def test_lines_that_begin_with_the_dash_of_a_list_are_orders_by_themselves() -> None:
    text = "- Vienna goes to Galicia\n- Budapest to Serbia\n- Trieste holds"
    assert sorted(filed(text, "AUSTRIA")) == ["A BUD - SER", "A VIE - GAL", "F TRI H"]


@pytest.mark.parametrize("place", ["BRU", "BUR"])
def test_a_line_of_several_is_never_filed_without_its_end(place: str) -> None:
    assert "A MAR S A PAR" not in filed(f"A PAR - BUR, A MAR S A PAR\n- {place}, F BRE - MOA")


# Names of areas in other languages

ABROAD = tomllib.loads((BOARDS / "names.toml").read_text(encoding="utf-8"))
EITHER = {"Norwegia", *("Atlantic", "Atlantique", "Atlantik", "Atlántico", "Atlantico", "Atlantyk")}
"""Norway in Polish, and the beginning of the Norwegian Sea; the Atlantic, of which a unit reaches one."""


@pytest.mark.parametrize("name", board_names())
def test_each_name_means_its_area_on_every_board_that_has_it(name: str) -> None:
    board = load_board(name)
    own = {name.upper() for name in board.names.values()}
    for english, others in ABROAD.items():
        for code in (code for code, title in board.names.items() if title == english):
            for other in {each for each in others if each.upper() not in own} - EITHER:
                assert board.find(other) == (code,), other


def test_each_names_an_area_of_some_board() -> None:
    assert set(ABROAD) <= {title for name in board_names() for title in load_board(name).names.values()}


@pytest.mark.parametrize(
    ("power", "text", "order"),
    [
        ("FRANCE", "A PAR - BOURGOGNE", "A PAR - BUR"),
        ("GERMANY", "A München - Schlesien", "A MUN - SIL"),
        ("AUSTRIA", "F Trieste - Albanie", "F TRI - ALB"),
        ("ITALY", "f napoli - mar ionio", "F NAP - ION"),
        ("RUSSIA", "A Warszawa - Śląsk", "A WAR - SIL"),
        ("FRANCE", "F BRE - LA MANCHE", "F BRE - ENG"),
        ("ITALY", "A VENEZIA S A VIENNE - TRIËST", "A VEN S A VIE - TRI"),
        ("TURKEY", "A KONSTANTINOPEL - BULGARIEN", "A CON - BUL"),
        ("ENGLAND", "F EDI - NORWEGIA", "F EDI - NWG"),
        ("RUSSIA", "A MOS C A SWE", ""),
    ],
)
def test_an_order_in_such_names_is_read(power: str, text: str, order: str) -> None:
    assert filed(text, power) == ([order] if order else [])


# Every unit ordered to every place beside it by their names in full, as people write them: each line is read as it is
# meant, wherever a name may end within another word (`Pari S Burgundy`).

MOVES = (
    "{kind} {name}: {target}",
    "{letter} {name} {target}",
    "{name}: {target}",
    "{name} - {target}",
    "{name} to {target}",
)
HOLDS = ("{kind} {name} holds", "{name} hold", "{letter} {name} h")
SUPPORTS = ("{kind} {name} supports {target}", "{name} S {target}", "{letter} {name} s {target}")


def everywhere(board: Board) -> Position:
    """A unit in each province."""
    return Position({each: Unit("X", FLEET if each in board.seas else ARMY, each) for each in board.provinces})


def written(board: Board, position: Position) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """(line, (province, verb, the other province))."""
    for province, unit in position.units.items():
        reach = board.army if unit.kind == ARMY else board.fleet
        for place in sorted(reach[unit.place]):
            target = place.partition("/")[0]
            if place != target or target in board.coasts:
                continue  # which coast has to be said
            words = {
                "kind": "Army" if unit.kind == ARMY else "Fleet",
                "letter": unit.kind,
                "name": board.names[province],
                "target": board.names[target],
            }
            for verb, forms in (("-", MOVES), ("H", HOLDS), ("S", SUPPORTS)):
                for form in forms:
                    yield form.format(**words), (province, verb, "" if verb == "H" else target)


@pytest.mark.parametrize("name", ["standard", "modern", "chaos"])
@pytest.mark.parametrize("blind", [False, True])
def test_each_order_by_names_is_read_as_it_is_meant(name: str, blind: bool) -> None:
    """One in thirteen of them, in a soak all."""
    board = load_board(name)
    position = everywhere(board)
    wrong = []
    for number, (line, meant) in enumerate(written(board, position)):
        if number % soaking.stride(1, 13):
            continue
        try:
            unit, order = read_order(board, position, line, blind=blind)
        except BadOrder as fault:
            wrong.append(f"{line}: {fault.message}")
            continue
        other = "".join((order.target or order.other).split()[-1:]).partition("/")[0]
        if (unit.province, order.verb, other) != meant or (order.verb == "S" and order.target):
            wrong.append(f"{line}: {unit} {order}")
    assert not wrong
