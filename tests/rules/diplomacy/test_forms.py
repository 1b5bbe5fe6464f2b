"""Sheets that give nothing away when they are sent as they stand."""

from __future__ import annotations

from judge.rules.diplomacy.forms import adjustments_form
from judge.rules.diplomacy.system import SYSTEM
from judge.rules.diplomacy.table import load_table
from judge.rules.system import Json, only, sheet_of
from judge.rules.votes import Votes, dump_votes

WINTER: Json = {
    "phase": "W1901A",
    "units": {"FRANCE": ["A BUR", "F MAO"], "ITALY": ["A VEN"]},
    "centers": {"FRANCE": ["BRE", "MAR", "PAR", "SPA", "POR", "BEL"], "ITALY": ["VEN"]},
    "dislodged": {},
    "contested": [],
}


def test_the_sheet_for_winter_builds_in_each_free_home() -> None:
    form = adjustments_form(load_table("standard", WINTER), "FRANCE")
    assert [line for line in form.splitlines() if not line.startswith("//")] == [
        "BUILD A BRE",
        "BUILD A MAR",
        "BUILD A PAR",
    ]
    assert "in BRE, MAR, PAR" in form


def test_the_sheet_for_winter_is_read_without_a_problem() -> None:
    match = {"dummies": [], "votes": dump_votes(Votes()), "winners": []}
    state = SYSTEM.load({"map": "standard", "nmr": "wait", "blind": False, "table": WINTER, "match": match})
    view = SYSTEM.view(state, only("FRANCE"))
    read = SYSTEM.read(view, "FRANCE", sheet_of(SYSTEM.form(view, {})))
    assert (read.problems, read.written) == ((), True)
