"""Sheets that give nothing away when they are sent as they stand."""

from __future__ import annotations

from judge.rules.diplomacy.forms import adjustments_form
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.system import SYSTEM, DiplomacyState
from judge.rules.values import Json, Orders, only, sheet_of
from tests.rules.diplomacy.tables import load_table

WINTER: Json = {
    "phase": "W1901A",
    "units": {"FRANCE": ["A BUR", "F MAO"], "ITALY": ["A VEN"]},
    "centers": {"FRANCE": ["BRE", "MAR", "PAR", "SPA", "POR", "BEL"], "ITALY": ["VEN"]},
    "dislodged": {},
    "contested": [],
}


def test_the_sheet_for_winter_builds_in_each_free_home() -> None:
    form = adjustments_form(load_table("standard", WINTER), "FRANCE", {})
    assert [line for line in form.splitlines() if not line.startswith("//")] == [
        "BUILD A BRE",
        "BUILD A MAR",
        "BUILD A PAR",
    ]
    assert "in BRE, MAR, PAR" in form


RETREATS: Json = {
    "phase": "S1902R",
    "units": {"RUSSIA": ["A UKR", "A GAL"], "TURKEY": ["A BUL"]},
    "centers": {"AUSTRIA": ["VIE", "BUD"]},
    "dislodged": {
        "A RUM": {"power": "AUSTRIA", "from": "UKR", "retreats": ["BUD", "SER"]},
        "A VIE": {"power": "AUSTRIA", "from": "GAL", "retreats": ["BOH", "TRI"]},
        "F BLA": {"power": "AUSTRIA", "from": "ANK", "retreats": ["CON"]},
    },
    "contested": [],
}


def _sent_back(table: Json, power: str, filed: Orders) -> tuple[str, Orders]:
    """The sheet to answer with beside what is on file; and what is on file once it is sent back as it stands."""
    view = SYSTEM.view(DiplomacyState(load_table("standard", table), Match()), only(power))
    form = SYSTEM.form(view, filed)
    read = SYSTEM.read(view, power, sheet_of(form, filed))
    assert read.problems == ()
    return form, read.parts


def test_the_sheet_for_retreats_keeps_what_is_on_file() -> None:
    form, parts = _sent_back(RETREATS, "AUSTRIA", {"retreats": "A VIE - TRI\nF BLA - CON"})
    assert form.splitlines() == [
        "F BLA - CON % on file",
        "A RUM DISBAND % or to BUD, SER",
        "A VIE - TRI % on file, or to BOH",
    ]
    assert sorted(parts["retreats"].splitlines()) == ["A RUM DISBAND", "A VIE - TRI", "F BLA - CON"]


def test_the_sheet_for_winter_keeps_what_is_on_file() -> None:
    form, parts = _sent_back(WINTER, "FRANCE", {"adjustments": "BUILD F BRE\nBUILD A PAR"})
    lines = [line for line in form.splitlines() if not line.startswith("//")]
    assert lines == ["BUILD F BRE  % on file", "BUILD A PAR  % on file", "WAIVE"]
    assert sorted(parts["adjustments"].splitlines())[:2] == ["BUILD A PAR", "BUILD F BRE"]


def test_the_sheet_for_winter_is_read_without_a_problem() -> None:
    state = DiplomacyState(load_table("standard", WINTER), Match())
    view = SYSTEM.view(state, only("FRANCE"))
    read = SYSTEM.read(view, "FRANCE", sheet_of(SYSTEM.form(view, {})))
    assert (read.problems, read.written) == ((), True)
