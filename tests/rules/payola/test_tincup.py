"""Payola 6.3 and ruling P20: Tin Cup, the blind game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.orders import MOVE, Order
from judge.rules.diplomacy.sight import Sight, seen_by, seen_table
from judge.rules.diplomacy.table import Table, sorted_units
from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.values import MASTER, PUBLIC, RESIGN, Outcome, PhaseRecord, only, sheet_of
from judge.testing.laws import everything_told
from tests.rules.payola.played import POWERS, RNG, act, adjudicate, at, codes, opening, read, told
from tests.rules.payola.support import STANDARD
from tests.support.soaking import stride

TINCUP = {"variant": "tincup"}
BLIND = opening(**TINCUP)


def blind(phase: str, units: dict[str, list[str]], centers: dict[str, list[str]], **changes: Any) -> PayolaState:
    return at(phase, units, centers, TINCUP, **changes)


def rows(outcome: Outcome, power: str, kind: str = "movement") -> dict[str, str]:
    """Order as read -> its outcome, of the others' units."""
    return {row["order"]: row["outcome"] for row in told(outcome, power, kind)[0]["orders"] if row["power"] != power}


@pytest.mark.parametrize(("order", "refused"), [("A KIE - EDI", False), ("A MUN - EDI", True), ("A MUN - RUH", False)])
def test_p20_an_army_may_go_to_any_coast_but_one_inland_to_its_neighbors_alone(order: str, refused: bool) -> None:
    assert bool(codes(read(BLIND, "FRANCE", f"5 : {order}"))) is refused


# What is seen


def test_p20_a_power_sees_what_holds_or_is_next_to_its_units_and_homes() -> None:
    state = blind("S1901M", {"FRANCE": ["A RUH"]}, {})
    seen = seen_by(state.table, "FRANCE")
    assert {"RUH", "MUN", "KIE", "BEL", "PAR", "GAS", "SPA", "ENG", "MAO"} <= seen
    assert {"BER", "NTH", "LON", "POR", "ROM"}.isdisjoint(seen)


def test_p20_coasts_and_kinds_of_units_do_not_matter() -> None:
    state = blind("S1901M", {"AUSTRIA": ["A MUN"], "ITALY": ["F ROM"], "RUSSIA": ["F STP/SC"]}, {})
    assert "BER" in seen_by(state.table, "AUSTRIA")
    assert "VEN" in seen_by(state.table, "ITALY")
    assert "BAR" in seen_by(state.table, "RUSSIA")


def test_p20_a_home_center_sees_even_when_another_owns_it() -> None:
    state = blind("S1901M", {"GERMANY": ["A PAR"]}, {"GERMANY": ["PAR"]})
    assert seen_table(state.table, "FRANCE").units == state.table.units
    assert seen_table(state.table, "FRANCE").centers == {"GERMANY": ("PAR",)}
    assert seen_table(state.table, "TURKEY").units == ()


def test_p20_the_view_holds_nothing_that_is_not_seen() -> None:
    view = SYSTEM.view(BLIND, only("FRANCE"))
    assert "TURKEY" not in dict(view.units)
    assert "TURKEY" not in view.centers
    assert view.phase.wanted == ("FRANCE",)
    assert dict(view.phase.roles) == {"FRANCE": "FRANCE"}
    public = SYSTEM.view(BLIND, PUBLIC)
    assert (public.units, dict(public.centers), public.phase.wanted) == ((), {}, ())
    assert len(SYSTEM.view(BLIND, MASTER).units) == 7


def test_p20_a_power_always_knows_its_own_centers() -> None:
    state = blind("S1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR", "ANK"], "TURKEY": ["CON"]})
    assert dict(SYSTEM.view(state, only("FRANCE")).centers) == {"FRANCE": ("ANK", "PAR")}


@pytest.mark.parametrize(
    ("start", "end", "word"),
    [
        ("both", "both", ""),
        ("before", "after", ""),
        ("none", "both", "arrives"),
        ("none", "after", "found"),
        ("after", "after", "found"),
        ("both", "none", "departs"),
        ("both", "before", "departs"),
        ("before", "none", "lost"),
        ("none", "before", None),
        ("after", "none", None),
        ("none", "none", None),
    ],
)
def test_p20_how_a_units_way_is_read(start: str, end: str, word: str | None) -> None:
    sight = Sight("FRANCE", frozenset({"both", "before"}), frozenset({"both", "after"}))
    assert sight.word(start, end) == word


# What is read of orders

UNITS = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN", "A BUR", "A BER"], "ITALY": ["A TUS", "A MAR"]}


def test_p20_orders_are_read_in_full_in_part_or_not_at_all() -> None:
    state = blind("S1901M", UNITS, {"FRANCE": ["PAR"]})
    outcome = adjudicate(
        state,
        FRANCE="0 : A PAR H",
        GERMANY="1 : A BUR - MUN\n1 : A MUN - RUH\n1 : A BER - KIE",
        ITALY="1 : A MAR - PIE",
    )
    # France sees Paris, Brest, Marseilles and what is next to them: Burgundy and Piedmont, not Munich.
    assert rows(outcome, "FRANCE") == {"A BUR": "departs", "A MAR - PIE": "moved"}


def test_p20_a_unit_that_comes_into_sight_arrives_or_is_found() -> None:
    state = blind("S1901M", {"FRANCE": ["A PAR", "A BUR"], "GERMANY": ["A MUN", "A KIE"], "ITALY": ["A TUS"]}, {})
    outcome = adjudicate(
        state,
        FRANCE="1 : A BUR - MUN\n1 : A PAR H",
        GERMANY="1 : A MUN - BER\n1 : A KIE - RUH",
        ITALY="1 : A TUS - PIE",
    )
    assert rows(outcome, "FRANCE") == {"A MUN - BER": "moved", "A RUH": "arrives", "A PIE": "arrives"}
    found = blind("S1901M", {"FRANCE": ["A BUR"], "GERMANY": ["A SIL"]}, {})
    assert rows(adjudicate(found, FRANCE="1 : A BUR - MUN", GERMANY="1 : A SIL H"), "FRANCE") == {"A SIL": "found"}


def test_p20_a_unit_that_fails_to_come_into_sight_is_not_mentioned() -> None:
    state = blind("S1901M", {"FRANCE": ["A BUR"], "GERMANY": ["A BOH", "A KIE"]}, {})
    outcome = adjudicate(state, FRANCE="0 : A BUR H", GERMANY="1 : A BOH - MUN\n1 : A KIE - MUN")
    assert rows(outcome, "FRANCE") == {}


def test_p20_the_gamemaster_reads_everything_and_the_public_nothing() -> None:
    outcome = adjudicate(BLIND, TURKEY="1 : A CON - BUL")
    assert not [event for event in outcome.events if event.audience == PUBLIC]
    whole = next(event for event in outcome.events if event.audience == MASTER and event.kind == "movement")
    assert len(whole.data["orders"]) == 22


def test_p20_foreign_retreats_are_not_told() -> None:
    state = blind("S1901M", {"FRANCE": ["A PAR", "A GAS"], "GERMANY": ["A BUR"]}, {})
    outcome = adjudicate(state, FRANCE="1 : A PAR - BUR\n1 : A GAS S A PAR - BUR")
    row = next(row for row in told(outcome, "FRANCE", "movement")[0]["orders"] if row["power"] == "GERMANY")
    assert (row["dislodged"], row["retreats"]) == (True, None)
    assert SYSTEM.view(outcome.state, only("FRANCE")).dislodged == (
        {"power": "GERMANY", "unit": "A BUR", "retreats": None},
    )
    assert SYSTEM.view(outcome.state, only("GERMANY")).dislodged[0]["retreats"]
    after = SYSTEM.adjudicate(outcome.state, {"GERMANY": {"retreats": "A BUR - MUN"}}, RNG)
    assert rows(after, "FRANCE", "retreats") == {"A BUR - MUN": "moved"}
    assert not told(after, "TURKEY", "retreats")[0]["orders"]


def test_p20_no_phase_is_skipped_because_that_would_tell() -> None:
    state, labels = BLIND, []
    for _ in range(6):
        phase = SYSTEM.phase(state)
        assert phase is not None
        assert phase.hides_writers
        labels.append(phase.label)
        state = SYSTEM.adjudicate(state, {}, RNG).state
    assert labels == ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]


def test_p20_builds_are_told_where_they_are_seen_and_lateness_never_is() -> None:
    state = blind("W1901A", {}, {"GERMANY": ["MUN", "BER"], "FRANCE": ["PAR"]}, balances=dict.fromkeys(POWERS, 0))
    state = replace(state, table=replace(state.table, units=(Unit("FRANCE", "A", "BUR"),)))
    outcome = SYSTEM.adjudicate(state, {"GERMANY": {"adjustments": "BUILD A MUN\nBUILD A BER"}}, RNG)
    orders = told(outcome, "FRANCE", "adjustments")[0]["orders"]
    assert [(row["power"], row["order"]) for row in orders] == [("GERMANY", "BUILD A MUN")]
    assert told(outcome, "TURKEY", "adjustments")[0]["orders"] == []


def test_p20_center_counts_are_not_announced_and_a_taker_may_stay_unseen() -> None:
    state = blind("F1901R", {"TURKEY": ["A RUM"]}, {"FRANCE": ["PAR", "RUM"]})
    outcome = SYSTEM.adjudicate(state, {}, RNG)
    assert told(outcome, "FRANCE", "centers") == [
        {
            "year": 1901,
            "owned": {"FRANCE": ["PAR"]},
            "counts": {"FRANCE": 1},
            "changes": [{"center": "RUM", "from": "FRANCE", "to": ""}],
        }
    ]
    assert told(outcome, "ITALY", "centers")[0]["changes"] == []


def test_p20_eliminations_are_told_to_the_eliminated_alone() -> None:
    state = blind("F1901R", {"TURKEY": ["A PAR"]}, {"FRANCE": ["PAR"]})
    outcome = SYSTEM.adjudicate(state, {}, RNG)
    assert [e.audience for e in outcome.events if e.kind == "eliminated"] == [MASTER, only("FRANCE")]
    assert SYSTEM.view(outcome.state, only("FRANCE")).eliminated == ("FRANCE",)
    assert SYSTEM.view(outcome.state, only("TURKEY")).eliminated == ()


def test_p20_once_it_is_over_all_is_seen() -> None:
    over = replace(BLIND, match=replace(BLIND.match, winners=("FRANCE",)))
    assert len(SYSTEM.view(over, PUBLIC).units) == 7


# Reading a sheet


def test_p20_offers_to_units_that_do_not_exist_are_ignored_in_silence() -> None:
    outcome = adjudicate(BLIND, FRANCE="5 : A GAL - BOH\n3 : A BUD - GAL\n2 : A VIE S A GAL - BOH")
    report = told(outcome, "FRANCE", "statement")[0]
    assert report["paid"] == [{"unit": "A BUD", "power": "AUSTRIA", "amount": 3}]
    assert report["expended"] == 3


def test_p20_an_ignored_line_satisfies_3_3_and_leaves_the_own_unit_its_hold() -> None:
    reading = read(BLIND, "FRANCE", "5 : A PAR S A RUH - BUR")
    assert reading.written
    outcome = SYSTEM.adjudicate(BLIND, {"FRANCE": dict(reading.parts)}, RNG)
    assert "A PAR H" in [row["order"] for row in told(outcome, "FRANCE", "statement")[0]["units"]]
    assert outcome.state.balances["FRANCE"] == 48


def test_p20_a_line_is_dropped_whole_when_one_of_its_orders_could_not_be() -> None:
    alone = adjudicate(BLIND, FRANCE="5 : A PAR - BUR | S A RUH - BUR")
    assert told(alone, "FRANCE", "statement")[0]["units"][2]["order"] == "A PAR H"
    beside = adjudicate(BLIND, FRANCE="5 : A PAR - BUR | S A RUH - BUR\n1 : A PAR - PIC")
    report = told(beside, "FRANCE", "statement")[0]
    assert (report["units"][2]["order"], report["expended"]) == ("A PAR - PIC", 1)


def test_p20_the_report_names_units_nations_and_amounts_but_no_orders() -> None:
    outcome = adjudicate(
        BLIND, FRANCE="3 : A MUN - RUH\n1 : A MUN - RUH\n0 : A PAR H\n2 : A BER - KIE", GERMANY="9 : A BER H"
    )
    report = told(outcome, "FRANCE", "statement")[0]
    assert report["accepted"] == []
    assert report["paid"] == [
        {"unit": "A PAR", "power": "FRANCE", "amount": 0},
        {"unit": "A MUN", "power": "GERMANY", "amount": 4},
    ]
    assert {row["unit"] for row in report["units"]} == {"A PAR", "A MAR", "F BRE"}


def test_p20_money_may_go_to_whoever_may_be_eliminated() -> None:
    state = blind("S1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]})
    gone = act(state, "ITALY", RESIGN).state
    assert codes(read(gone, "FRANCE", "TRANSFER 5 TO ITALY")) == []
    assert act(gone, "FRANCE", "transfer", to="ITALY", amount=5).state.balances["FRANCE"] == 43


def test_p34_what_was_ignored_is_opened_after_the_end_and_before_it_to_the_gamemaster_alone() -> None:
    text = "5 : A GAL - BOH % a guess\n3 : A BUD - GAL\n1 : A PAR - BUR | S A RUH - BUR"
    outcome = adjudicate(BLIND, FRANCE=text, GERMANY="1 : A MUN - RUH")
    fallen = {"FRANCE": ["5 : A GAL - BOH  % a guess", "1 : A PAR - BUR | S A RUH - BUR"]}
    assert [e.audience for e in outcome.events if "ignored" in e.data] == [MASTER]
    opened, _ = SYSTEM.opened([PhaseRecord("S1901M", {"FRANCE": {"offers": text}}, outcome.events)])
    assert (opened.audience, opened.data["ignored"]) == (PUBLIC, fallen)
    assert opened.data["sheets"] == {"FRANCE": text}


# Non-interference is the specification

WITNESS = "FRANCE"


def everywhere() -> list[str]:
    """An offer to every unit that could be anywhere, for every order that it could have by the map."""
    lines = ["GAL - BOH", "5 : LON - NTH", "5 : A NWY S STP"]
    for unit, (kind, place) in STANDARD.standing.items():
        lines.append(f"5 : {unit} H")
        lines.append(f"5 : {place} H")
        lines += [f"5 : {unit} - {other}" for other in sorted(STANDARD.borders(kind, place))]
        lines += [f"5 : {unit} S A {other}" for other in STANDARD.reach[place[:3]]]
        lines += [f"5 : {unit} S F {other} - {place[:3]}" for other in STANDARD.reach[place[:3]]]
        lines.append(f"5 : {unit} C A LON - NWY")
        lines.append(f"5 : A LON - {place[:3]} VIA")
    return lines


EVERYWHERE = everywhere()


def scattered(luck: random.Random) -> Table:
    """Units and centers anywhere."""
    places = luck.sample(STANDARD.provinces, 26)
    units = []
    for place in places:
        kinds = [each for each in STANDARD.standing.values() if each[1][:3] == place]
        kind, spot = luck.choice(kinds)
        units.append(Unit(luck.choice(POWERS), kind, spot))
    centers = {power: tuple(sorted(luck.sample(STANDARD.homes[power], 2))) for power in POWERS}
    return replace(BLIND.table, units=sorted_units(units), centers=centers)


def altered(table: Table, luck: random.Random) -> Table:
    """The same for the witness: what he does not see is other units, elsewhere, of other powers."""
    seen = seen_by(table, WITNESS)
    units = [unit for unit in table.units if unit.province in seen]
    units += [unit for unit in scattered(luck).units if unit.province not in seen and unit.power != WITNESS]
    centers = {power: owned for power, owned in table.centers.items() if power == WITNESS or set(owned) & seen}
    return replace(table, units=sorted_units(units), centers=centers)


def told_everything(state: PayolaState, luck: random.Random) -> list[Any]:
    view = SYSTEM.view(state, only(WITNESS))
    reading = SYSTEM.read(view, WITNESS, sheet_of("\n".join(luck.sample(EVERYWHERE, 300))))
    return [
        everything_told(SYSTEM, state, only(WITNESS), ()),
        everything_told(SYSTEM, state, PUBLIC, ()),
        reading,
        SYSTEM.estimate(view, reading.parts),
        SYSTEM.show(view, reading.parts),
    ]


def alike(one: Any, other: Any) -> bool:
    return repr(one) == repr(other)


def twin_positions() -> Iterator[tuple[PayolaState, PayolaState]]:
    for seed in range(12):
        luck = random.Random(seed)
        table = replace(scattered(luck), label=read_label(luck.choice(("S1901M", "S1901M", "F1901R", "W1901A"))))
        other = altered(table, luck)
        if seen_table(table, WITNESS) == seen_table(other, WITNESS) and table != other:
            yield replace(BLIND, table=table), replace(BLIND, table=other)


def test_p20_hidden_units_change_no_reading_no_view_and_no_estimate() -> None:
    pairs = list(twin_positions())
    assert len(pairs) > 6
    for one, other in pairs:
        same = alike(*(told_everything(each, random.Random(1)) for each in (one, other)))
        assert same


def likely(table: Table, luck: random.Random) -> dict[Unit, Order]:
    return {
        unit: Order(
            unit.province, MOVE, "", luck.choice(sorted(STANDARD.borders(unit.kind, unit.place) or {unit.province}))
        )
        for unit in table.units
    }


def test_p20_hidden_orders_change_nothing_that_is_told() -> None:
    """Whatever others do out of sight, nothing that the witness is told changes."""
    compared = 0
    for seed in range(stride(80, 24)):
        luck = random.Random(seed)
        table = scattered(luck)
        state = replace(BLIND, table=table, balances=dict.fromkeys(POWERS, 500))
        shared, filed = likely(table, luck), []
        shared = {unit: order for unit, order in shared.items() if unit.power != WITNESS}
        seen = seen_by(table, WITNESS)
        for hidden in (False, True):
            own = {
                unit: order
                for unit, order in likely(table, luck).items()
                if seen.isdisjoint((unit.province, *STANDARD.reach[unit.province]))
            }
            sheets: dict[str, list[str]] = {}
            for unit, order in ({**shared, **own} if hidden else shared).items():
                if STANDARD.borders(unit.kind, unit.place):
                    sheets.setdefault(unit.power, []).append(f"1 : {full_text(table.position, order)}")
            orders = {power: {"offers": "\n".join(lines)} for power, lines in sheets.items()}
            filed.append(orders)
        truth = [ways(table, SYSTEM.adjudicate(state, orders, RNG)) for orders in filed]
        if truth[0] == truth[1]:
            compared += 1
            check_outcomes(*(SYSTEM.adjudicate(state, orders, RNG) for orders in filed))
    assert compared > stride(5, 1)


def check_outcomes(one: Outcome, other: Outcome) -> None:
    for viewer in (only(WITNESS), PUBLIC):
        same = alike(*(everything_told(SYSTEM, each.state, viewer, each.events) for each in (one, other)))
        assert same


def ways(table: Table, outcome: Outcome) -> Any:
    """All that the witness could see of this phase, from the whole truth."""
    whole = next(e for e in outcome.events if e.kind == "movement" and e.audience == MASTER).data["orders"]
    before, after = seen_by(table, WITNESS), seen_by(outcome.state.table, WITNESS)
    found = []
    for row in whole:
        start = row["unit"][2:5]
        end = row["order"].split(" - ")[-1][:3] if row["outcome"] == "moved" else start
        if row["power"] == WITNESS or (start in before and end in after):
            found.append(row)
        elif start in before or end in after:
            found.append((row["power"], start if start in before else "", end if end in after else ""))
    dislodged = [each.unit for each in outcome.state.table.dislodged if each.unit.province in after]
    return found, dislodged


def hidden_attack(*, succeeds: bool) -> Outcome:
    """Far from France a unit is dislodged, or not."""
    units = {"FRANCE": ["A PAR"], "RUSSIA": ["A ARM", "A SMY"], "TURKEY": ["A ANK"]}
    state = blind("S1901M", units, {"FRANCE": ["PAR"]})
    offers = "1 : A SMY H" if not succeeds else "1 : A SMY S A ARM - ANK"
    return SYSTEM.adjudicate(state, {"RUSSIA": {"offers": f"1 : A ARM - ANK\n{offers}"}}, RNG)


def test_p20_a_dislodgement_out_of_sight_goes_unnoticed() -> None:
    one, other = (hidden_attack(succeeds=succeeds) for succeeds in (False, True))
    assert [len(each.state.table.dislodged) for each in (one, other)] == [0, 1]
    check_outcomes(one, other)
