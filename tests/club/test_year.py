"""A made-up year (tests/soak/year.py): what docs/tables.md says of doors."""

from __future__ import annotations

from tests.soak.year import Doors, play


def test_doors_spare_others_from_waiting_only_where_nobody_registers_anew() -> None:
    none, evaded, kept = (play(doors, 1)[1] for doors in (Doors(), Doors(90, 2), Doors(90, 2, open_to_new=False)))
    waits = [year.waiting_phases / year.phases for year in (none, evaded, kept)]
    assert waits[2] < 0.75 * waits[0] < waits[1]
    assert evaded.addresses > 100 > kept.addresses == none.addresses == 0
    assert none.begun > kept.begun
    assert play(Doors(), 1)[1] == none


def test_tables_that_bound_newcomers_lose_fewer_seats_than_those_beside_them() -> None:
    bounded, open_to_all = play(Doors(0, 2, newcomers=2), 1)
    assert bounded.begun > open_to_all.begun > 0
    assert bounded.lost / bounded.begun < open_to_all.lost / open_to_all.begun
