"""Orders in other languages, with remarks behind them, and corrected below."""

from __future__ import annotations

import pytest

from judge.mailbox.lines.trimmings import undressed
from judge.rules.diplomacy.board import load_board
from judge.rules.diplomacy.reading.sheets import read_part
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of
from tests.rules.diplomacy.tables import load_table

STATE = SYSTEM.start({}, load_board("standard").powers, Rng(b"seed", "S1901M")).state


def filed(power: str, text: str) -> list[str]:
    return SYSTEM.read(SYSTEM.view(STATE, only(power)), power, sheet_of(text)).parts.get("orders", "").splitlines()


@pytest.mark.parametrize(
    ("power", "said", "meant"),
    [
        ("GERMANY", "Armee Berlin nach Kiel", "A BER - KIE"),
        ("GERMANY", "Die Flotte Kiel nach Holland", "F KIE - HOL"),
        ("GERMANY", "Flotte in Kiel zieht nach Dänemark", "F KIE - DEN"),
        ("GERMANY", "Armee München bleibt stehen", "A MUN H"),
        ("FRANCE", "Armée de Paris vers la Bourgogne", "A PAR - BUR"),
        ("TURKEY", "Flotte d'Ankara vers la mer Noire", "F ANK - BLA"),
        ("FRANCE", "Armée Marseille soutient armée Paris vers Bourgogne", "A MAR S A PAR - BUR"),
        ("ITALY", "Armata di Venezia verso Trieste", "A VEN - TRI"),
        ("ITALY", "La flotta di Napoli resta", "F NAP H"),
        ("ITALY", "Flotta Napoli resta", "F NAP H"),
        ("FRANCE", "Ejército París hacia Borgoña", "A PAR - BUR"),
        ("GERMANY", "Leger Berlijn naar Kiel", "A BER - KIE"),
        ("RUSSIA", "Flota Sewastopol stoi", "F SEV H"),
    ],
)
def test_words_of_orders_in_other_languages(power: str, said: str, meant: str) -> None:
    assert filed(power, said) == ([meant] if meant else [])


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("A Paris attacks Burgundy", ["A PAR - BUR"]),
        ("Brest heads out to the Mid-Atlantic", ["F BRE - MAO"]),
        ("A Marseilles holds position", ["A MAR H"]),
        ("Marseilles remains in place", ["A MAR H"]),
        ("F BRE - ENG. Good luck everyone!", ["F BRE - ENG"]),
        ("F BRE - ENG, have a nice weekend", ["F BRE - ENG"]),
        ("My moves this turn are A PAR - PIC, A MAR - BUR and F BRE - ENG. Good luck!", ["A PAR - PIC", "A MAR - BUR"]),
        (
            "Paris goes to Burgundy, Marseilles stays put and Brest heads out to the Mid-Atlantic.",
            ["A PAR - BUR", "A MAR H", "F BRE - MAO"],
        ),
        ("F BRE - ENG. Good luck with Burgundy!", []),
        ("Tom's orders are A PAR - PIC and F BRE - ENG", []),
        ("A PAR - BUR (forget it)", []),
    ],
)
def test_orders_in_sentences(said: str, meant: list[str]) -> None:
    orders = filed("FRANCE", said)
    assert set(meant) <= set(orders)
    assert bool(meant) == bool(orders)


@pytest.mark.parametrize("said", ["Army Paris: Burgundy", "A Paris: Burgundy", "Paris Burgundy"])
def test_a_unit_ends_where_its_word_does(said: str) -> None:
    """Pari S Burgundy would be a support for whoever is there."""
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}
    case = SYSTEM.case({"position": {"phase": "S1901M", "units": units}, "orders": {"FRANCE": said}})
    assert case["results"]["A PAR"]["order"] == "A PAR - BUR"


@pytest.mark.parametrize(
    "said",
    [
        "Hmm, no wait. Italy looks shifty. Make that F TRI H instead.",
        "Make it F TRI H, please",
        "Actually, let's make that F TRI H",
        "Sorry! Correction: F TRI H",
        "No, rather F TRI H",
        "Change that to F TRI H",
    ],
)
def test_no_correction_is_carried_out_but_told(said: str) -> None:
    reading = SYSTEM.read(SYSTEM.view(STATE, only("AUSTRIA")), "AUSTRIA", sheet_of(f"F TRI - ALB\n{said}"))
    assert reading.parts["orders"] == "F TRI - ALB"
    assert [each.code for each in reading.problems] == ["line/doubt"]


def test_a_correction_on_the_line_of_an_order_keeps_it_from_being_filed() -> None:
    assert filed("AUSTRIA", "A VIE - GAL. A BUD - SER. Rather F TRI H") == []
    assert filed("AUSTRIA", "F TRI - ALB. Rather F TRI H") == []


@pytest.mark.parametrize(
    "said",
    [
        "If Italy looks shifty. Make that F TRI H instead.",
        "Make that F TRI H instead if Italy moves",
        "Should I make that F TRI H instead?",
        "Don't make that F TRI H instead.",
        "Maybe make that F TRI H instead.",
        "Make that F TRI H or A VIE H.",
        "I could make that F TRI H instead.",
    ],
)
def test_a_correction_that_hangs_on_something_is_none(said: str) -> None:
    assert filed("AUSTRIA", f"F TRI - ALB\n{said}") == ["F TRI - ALB"]


@pytest.mark.parametrize(
    "remark",
    [
        "(bold, I know!)",
        "-- as agreed",
        "(just to be sure)",
        "(just to be safe!)",
        "(as agreed with Italy)",
        "[sorry, old friend]",
        "(nothing else this turn)",
    ],
)
def test_a_remark_that_cannot_change_an_order_is_none_of_it(remark: str) -> None:
    assert filed("AUSTRIA", f"F TRI - ALB {remark}") == ["F TRI - ALB"]


@pytest.mark.parametrize(
    "remark",
    [
        "(or VEN)",
        "(sorry for Venice!)",
        "-- otherwise Italy takes it",
        "(if Italy agrees)",
        "-- unless you know better",
        "(not sure)",
        "(verso Tunisi)",
        "(via Tunis)",
        "(not London)",
        "(sorry, Venice)",
        "(sorry to Venice)",
        "(sorry for VEN)",
        "(sorry for A VEN)",
        "(sorry for the hold)",
        "(sorry for Venice, I meant Apulia)",
        "(sorry for Venice or Apulia)",
        "(désolée pour Londres, non)",
        "(Venice)",
        "(from Venice)",
        "-- otherwise hold",
        "-- otherwise Venice",
        "-- otherwise Italy takes Venice",
        "-- otherwise Italy gets it",
        "(to be sure, hold)",
        "(just to be sure?)",
        "(nothing else if Italy agrees)",
        "(verso Tunisi in autunno, ma non ditelo a nessuno)",
    ],
)
def test_a_remark_that_might_change_an_order_is_told(remark: str) -> None:
    assert filed("AUSTRIA", f"F TRI - ALB {remark}") == []


WINTER = load_table(
    "standard",
    {"phase": "W1901A", "units": {"FRANCE": ["F MAO"]}, "centers": {"FRANCE": ["PAR", "MAR", "BRE", "SPA"]}},
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("I'd like a fleet in Brest", ["BUILD F BRE"]),
        ("We would like to build an army in Paris", ["BUILD A PAR"]),
        ("I want an army in Marseilles, please", ["BUILD A MAR"]),
        ("build fleet bre & army paris", ["BUILD F BRE", "BUILD A PAR"]),
        ("I'd like a fleet in Brest or Marseilles", []),
    ],
)
def test_a_build_may_be_wished_for(said: str, meant: list[str]) -> None:
    assert read_part(WINTER, "FRANCE", sheet_of(said).lines).text.splitlines() == meant


@pytest.mark.parametrize("remark", ["-- Walles", "(Norweggian shore)", "-- VNE", "— Tyrollia again, sorry"])
def test_a_place_misspelled_behind_an_order_is_no_remark(remark: str) -> None:
    assert filed("AUSTRIA", f"A VIE S F TRI {remark}") == []


def test_orders_in_other_languages_may_stand_in_a_list() -> None:
    assert undressed("- Armée de Paris vers la Bourgogne") == "Armée de Paris vers la Bourgogne"
