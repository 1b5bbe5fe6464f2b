"""A made-up year (tests/soak/year.py): what docs/tables.md says of doors."""

from __future__ import annotations

from tests.soak.year import Doors, play


def test_doors_spare_others_from_waiting_only_where_nobody_registers_anew() -> None:
    none, evaded, kept = play(Doors(), 1), play(Doors(90, 2), 1), play(Doors(90, 2, open_to_new=False), 1)
    waits = [year.waiting_phases / year.phases for year in (none, evaded, kept)]
    assert waits[2] < 0.75 * waits[0] < waits[1]
    assert evaded.addresses > 100 > kept.addresses == none.addresses == 0
    assert none.begun > kept.begun
    assert play(Doors(), 1) == none
